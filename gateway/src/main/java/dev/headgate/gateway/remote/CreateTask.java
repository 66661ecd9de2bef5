package dev.headgate.gateway.remote;

import java.nio.file.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
    name = "create",
    description = "Creates an event. One of that name that is there already is left as it is.")
final class CreateTask extends Task {
  @Mixin private EventArgument event = new EventArgument();
  @Mixin private Why why = new Why();

  @Option(
      names = "--file",
      required = true,
      paramLabel = "FILE",
      description = "Its settings, in YAML or (named .json) in JSON; see config/events.")
  private Path file = Path.of("");

  @Option(names = "--dry-run", description = "Checks the settings, and changes nothing.")
  private boolean dryRun;

  @Override
  void run(Desk desk) throws FailedException {
    Call put =
        Desk.call("PUT", event.name()).body(Settings.read(file)).header("If-None-Match", "*");
    if (dryRun) {
      DryRun.need(desk.api());
      desk.show(
          desk.api().ask(DryRun.of(put)),
          saved -> desk.out().println(event.name() + " could be created"));
      return;
    }
    changed(desk, desk.api().ask(why.of(put)));
  }
}
