package dev.headgate.gateway.remote;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

@Command(name = "show", description = "Shows one event: state, dials, figures of this moment.")
final class ShowTask extends Task {
  @Mixin private EventArgument event = new EventArgument();

  @Override
  void run(Desk desk) throws FailedException {
    Answer one = desk.api().ask(Desk.call("GET", event.name())).eventOrFail();
    desk.show(one, json -> EventText.show(json, desk.out()));
  }
}
