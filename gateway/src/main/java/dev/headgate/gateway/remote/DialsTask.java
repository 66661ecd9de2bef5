package dev.headgate.gateway.remote;

import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
    name = "dials",
    description = {
      "Turns dials, those that are named; a large step is foretold and asked about first.",
      "With none, shows them."
    })
final class DialsTask extends Task {
  @Mixin private EventArgument event = new EventArgument();
  @Mixin private DialOptions dials = new DialOptions();
  @Mixin private Why why = new Why();

  @Option(names = "--forecast", description = "Only says what this would do.")
  private boolean forecast;

  @Option(
      names = "--if-version",
      paramLabel = "N",
      description = "Only if the settings still have this version.")
  private @Nullable Long version;

  @Option(names = "--yes", description = "Does not ask about a large step.")
  private boolean yes;

  @Override
  void run(Desk desk) throws FailedException {
    Map<String, Object> given = dials.given();
    if (forecast) {
      Answer told = Forecast.of(desk, event.name(), given);
      desk.show(told, json -> Forecast.print(json, desk.out()));
    } else if (given.isEmpty()) {
      Answer one = desk.api().ask(Desk.call("GET", event.name())).eventOrFail();
      desk.show(one, json -> EventText.dials(json, desk.out()));
    } else {
      turn(desk, given);
    }
  }

  private void turn(Desk desk, Map<String, Object> given) throws FailedException {
    Node before = desk.event(event.name());
    if (!yes) {
      Node told = Forecast.ifGiven(desk, event.name(), given);
      if (told.at("large").isTrue()) {
        Forecast.print(told, desk.err());
        desk.confirm(false, "Turn the dials of " + event.name() + "?");
      }
    }
    Call patch = Desk.call("PATCH", event.name(), "dials").body(given).ifVersion(version);
    Answer answer = desk.api().ask(why.of(patch));
    if (!desk.json()) {
      Settings.differences(before.at("settings", "dials"), answer.json().at("settings", "dials"))
          .forEach(desk.out()::println);
    }
    changed(desk, answer);
  }
}
