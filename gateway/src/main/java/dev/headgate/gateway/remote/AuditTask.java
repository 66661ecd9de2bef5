package dev.headgate.gateway.remote;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(name = "audit", description = "Prints who changed what, the oldest first.")
final class AuditTask extends Task {
  /** Sorts behind every other entry of its millisecond. */
  private static final String LAST_OF_MILLISECOND = "-999999";

  private static final int WIDEST = 60;

  @Mixin private EventArgument event = new EventArgument();

  @ArgGroup private @Nullable Form form;

  @Option(
      names = "--since",
      paramLabel = "WHEN",
      description = "A time such as 2026-12-01T10:00:00Z, or so long ago: 90s, 30m, 2h, 1d.")
  private @Nullable String since;

  @Option(names = "--last", paramLabel = "N", description = "Only the last N.")
  private @Nullable Integer last;

  /** A file instead of a table. */
  static final class Form {
    @Option(names = "--csv", required = true, description = "As CSV, for a spreadsheet.")
    private boolean csv;

    @Option(names = "--jsonl", required = true, description = "As a line of JSON each.")
    private boolean jsonl;

    private String name() {
      return csv ? "csv" : jsonl ? "jsonl" : "json";
    }

    /** As it came, without what would steer a terminal. */
    private String read(Api api, Call trail) throws FailedException {
      String type = csv ? "text/csv" : "application/x-ndjson";
      String file = api.file(trail.with("format", name()), type).body();
      return jsonl ? Json.unseenEscaped(file) : Node.withoutControls(file);
    }
  }

  @Override
  void run(Desk desk) throws FailedException {
    if (last != null && (last < 1 || form != null || desk.json())) {
      throw FailedException.usage("--last: above 0, and only for the table");
    }
    Call read = Desk.call("GET", event.name(), "audit").with("after", after(desk));
    if (form != null) {
      desk.out().print(form.read(desk.api(), read));
      return;
    }
    desk.show(
        desk.api().all(read.with("limit", "1000"), "entries"),
        trail -> print(desk, trail.at("entries").list()));
  }

  private void print(Desk desk, List<Node> entries) {
    Table table = new Table("AT", "WHO", "FROM WHERE", "CHANGE", "FROM", "TO", "WHY");
    for (Node each : tail(entries)) {
      table.row(
          each.at("at").shown(),
          each.at("who").shown() + " (" + each.at("role").shown() + ")",
          each.at("address").shown(),
          each.at("change").shown(),
          cut(Settings.only(each.at("from"), each.at("to"))),
          cut(Settings.only(each.at("to"), each.at("from"))),
          each.at("why").shown());
    }
    table.print(desk.out());
  }

  private List<Node> tail(List<Node> entries) {
    int from = last == null ? 0 : Math.max(0, entries.size() - last);
    return entries.subList(from, entries.size());
  }

  /** What fits on a line; the whole is in the other forms. */
  private static String cut(Node value) {
    String text = value.shown();
    return text.length() <= WIDEST ? text : text.substring(0, WIDEST - 3) + "...";
  }

  /** What the wanted entries sort behind; null for all. */
  private @Nullable String after(Desk desk) throws FailedException {
    if (since == null) {
      return null;
    }
    Instant from = since.matches("[0-9]{1,6}[smhd]") ? ago(desk, since) : moment(since);
    return (from.toEpochMilli() - 1) + LAST_OF_MILLISECOND;
  }

  // By the gateway's clock, which the entries are by, too.
  private Instant ago(Desk desk, String written) throws FailedException {
    long count = Long.parseLong(written.substring(0, written.length() - 1));
    Duration ago =
        switch (written.charAt(written.length() - 1)) {
          case 's' -> Duration.ofSeconds(count);
          case 'm' -> Duration.ofMinutes(count);
          case 'h' -> Duration.ofHours(count);
          default -> Duration.ofDays(count);
        };
    String now = desk.event(event.name()).at("serverTime").text();
    try {
      return Instant.parse(now).minus(ago);
    } catch (DateTimeException e) {
      throw FailedException.usage("--since: " + written + " before no time that is known");
    }
  }

  private static Instant moment(String written) throws FailedException {
    try {
      Instant moment = OffsetDateTime.parse(written.toUpperCase(Locale.ROOT)).toInstant();
      if (moment.isAfter(Instant.EPOCH)) {
        return moment;
      }
    } catch (DateTimeException e) {
      // Said below.
    }
    throw FailedException.usage(
        "--since: " + Node.printable(written) + " (expected: 2026-12-01T10:00:00Z, or 30m)");
  }
}
