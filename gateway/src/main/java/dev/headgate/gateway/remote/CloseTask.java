package dev.headgate.gateway.remote;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(name = "close", description = "Ends an event: nobody joins any more, nobody is let in.")
final class CloseTask extends Task {
  @Mixin private EventArgument event = new EventArgument();
  @Mixin private Why why = new Why();

  @Option(
      names = "--confirm",
      paramLabel = "EVENT",
      description = "The event's name once more, instead of being asked for it.")
  private String confirmed = "";

  @Override
  void run(Desk desk) throws FailedException {
    Call close = Desk.call("POST", event.name(), "close");
    desk.confirmByName(event.name(), confirmed, "This ends " + event.name() + " now.");
    changed(desk, desk.api().ask(why.of(close)));
  }
}
