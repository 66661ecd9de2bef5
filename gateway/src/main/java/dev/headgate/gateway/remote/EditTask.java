package dev.headgate.gateway.remote;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
    name = "edit",
    description = {
      "Replaces an event's settings by those of a file, or sets single fields of those it has;",
      "shows what becomes different, and asks."
    })
final class EditTask extends Task {
  @Mixin private EventArgument event = new EventArgument();
  @Mixin private Why why = new Why();

  @Option(
      names = "--file",
      paramLabel = "FILE",
      description = "The whole settings, in YAML or (named .json) in JSON.")
  private @Nullable Path file;

  @Option(
      names = "--set",
      paramLabel = "FIELD=VALUE",
      description = "Sets a field, such as title='Derby II' or dials.throttle=auto.")
  private List<String> assignments = new ArrayList<>();

  @Option(
      names = "--if-version",
      paramLabel = "N",
      description = "Only if the settings still have this version.")
  private @Nullable Long version;

  @Option(names = "--dry-run", description = "Shows what would be different; changes nothing.")
  private boolean dryRun;

  @Option(names = "--yes", description = "Does not ask.")
  private boolean yes;

  @Override
  void run(Desk desk) throws FailedException {
    if (file == null && assignments.isEmpty()) {
      throw FailedException.usage("--file or --set: one of them is needed");
    }
    Node before = desk.event(event.name());
    Call put =
        Desk.call("PUT", event.name())
            .body(wanted(before))
            .ifVersion(
                version == null ? (Long) Long.parseLong(before.at("version").text()) : version);
    boolean knowsDryRuns = DryRun.isKnown(desk.api());
    if (dryRun) {
      DryRun.need(desk.api());
      Answer would = desk.api().ask(DryRun.of(put));
      desk.show(would, after -> differences(desk, before, after));
      return;
    }
    if (!yes || knowsDryRuns) {
      Node after =
          knowsDryRuns
              ? desk.api().ask(DryRun.of(put)).json()
              : new Node(Collections.singletonMap("settings", put.body()));
      if (!desk.json()) {
        differences(desk, before, after);
      }
    }
    desk.confirm(yes, "Save " + event.name() + "?");
    changed(desk, desk.api().ask(why.of(put)));
  }

  private Map<String, @Nullable Object> wanted(Node before) throws FailedException {
    Map<String, @Nullable Object> settings =
        file == null ? before.at("settings").fields() : Settings.read(file);
    for (String each : assignments) {
      Settings.set(settings, each);
    }
    return settings;
  }

  /** What is different, and what the gateway warns of. */
  private static void differences(Desk desk, Node before, Node after) {
    List<String> lines = Settings.differences(before.at("settings"), after.at("settings"));
    (lines.isEmpty() ? List.of("  nothing is different") : lines).forEach(desk.out()::println);
    after.at("warnings").list().forEach(each -> desk.out().println("  warning: " + each.shown()));
    desk.out().flush();
  }
}
