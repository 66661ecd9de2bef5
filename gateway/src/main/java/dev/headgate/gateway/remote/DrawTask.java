package dev.headgate.gateway.remote;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
    name = "draw",
    description = "Makes the draw now, and with it starts the sale; for events that start by hand.")
final class DrawTask extends Task {
  @Mixin private EventArgument event = new EventArgument();
  @Mixin private Why why = new Why();

  @Option(names = "--yes", description = "Does not ask.")
  private boolean yes;

  @Override
  void run(Desk desk) throws FailedException {
    Call draw = Desk.call("POST", event.name(), "draw");
    desk.confirm(yes, "Draw " + event.name() + " and start its sale? There is no way back.");
    changed(desk, desk.api().ask(why.of(draw)));
  }
}
