package dev.headgate.gateway.remote;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
    name = "reset",
    description = "Ends this life of an event, with every place in it, and begins another.")
final class ResetTask extends Task {
  @Mixin private EventArgument event = new EventArgument();
  @Mixin private Why why = new Why();

  @Option(
      names = "--confirm",
      paramLabel = "EVENT",
      description = "The event's name once more, instead of being asked for it.")
  private String confirmed = "";

  @Option(
      names = "--start",
      paramLabel = "WHEN",
      description = "When the sale of the new life starts; as it was when left out.")
  private @Nullable String start;

  @Override
  void run(Desk desk) throws FailedException {
    Map<String, Object> body = new LinkedHashMap<>();
    body.put("confirm", Desk.id(event.name()));
    if (start != null) {
      body.put("start", start);
    }
    desk.confirmByName(
        event.name(),
        confirmed,
        "This takes away every place and session of " + event.name() + ".");
    changed(desk, desk.api().ask(why.of(Desk.call("POST", event.name(), "reset").body(body))));
  }
}
