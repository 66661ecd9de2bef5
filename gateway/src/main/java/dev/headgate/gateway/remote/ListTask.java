package dev.headgate.gateway.remote;

import picocli.CommandLine.Command;

@Command(name = "list", description = "Lists the events, with their main figures.")
final class ListTask extends Task {
  @Override
  void run(Desk desk) throws FailedException {
    Answer all = desk.api().all(Call.get("api", "events"), "events");
    desk.show(all, events -> EventText.list(events, desk.out()));
  }
}
