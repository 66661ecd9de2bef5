package dev.headgate.gateway.remote;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

@Command(name = "resume", description = "Lets fans in again.")
final class ResumeTask extends Task {
  @Mixin private EventArgument event = new EventArgument();
  @Mixin private Why why = new Why();

  @Override
  void run(Desk desk) throws FailedException {
    changed(desk, desk.api().ask(why.of(Desk.call("POST", event.name(), "resume"))));
  }
}
