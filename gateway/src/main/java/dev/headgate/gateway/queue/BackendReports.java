package dev.headgate.gateway.queue;

import dev.headgate.gateway.queue.BackendReport.Load;
import dev.headgate.policy.throttle.Health;
import dev.headgate.policy.throttle.Latencies;
import java.util.List;
import java.util.OptionalInt;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What all gateways have seen of an event's backend, added up; and how one gateway's part of it is
 * written into the store, so that whoever ticks next knows what the last one knew.
 */
final class BackendReports {

  /** Fewer holds or requests than this in ten seconds say nothing. */
  private static final int ENOUGH = 20;

  private final long[] holds = new long[Latencies.BUCKETS];
  private long requests;
  private long errors;
  private int saidP95 = -1;
  private int saidErrors = -1;
  private int pool = -1;
  private @Nullable Remaining remaining;

  private BackendReports() {}

  static BackendReports of(List<String> reports) {
    BackendReports all = new BackendReports();
    reports.stream().filter(report -> !report.isEmpty()).forEach(all::add);
    return all;
  }

  /**
   * One report as text: requests, errors, what the backend says of itself (-1 for nothing), and the
   * counts of holds by bucket; empty when there is nothing to report.
   */
  static String write(BackendReport report) {
    if (report.equals(BackendReport.NONE)) {
      return "";
    }
    Load load = report.load();
    Remaining left = load == null ? null : load.remaining();
    return report.requests()
        + "|"
        + report.errors()
        + "|"
        + (load == null ? "-1|-1|-1" : numbers(load))
        + "|"
        + (left == null ? "-1|-1" : left.free() + "|" + left.pending())
        + "|"
        + report.holds().stream().map(String::valueOf).collect(Collectors.joining(","));
  }

  private static String numbers(Load load) {
    return load.p95Millis() + "|" + load.errorPermille() + "|" + load.poolPercent();
  }

  private void add(String report) {
    String[] parts = report.split("\\|", 8);
    requests += Integer.parseInt(parts[0]);
    errors += Integer.parseInt(parts[1]);
    // Each gateway asks the same backend: the worst that any of them heard counts.
    saidP95 = Math.max(saidP95, Integer.parseInt(parts[2]));
    saidErrors = Math.max(saidErrors, Integer.parseInt(parts[3]));
    pool = Math.max(pool, Integer.parseInt(parts[4]));
    int free = Integer.parseInt(parts[5]);
    if (free >= 0 && (remaining == null || free < remaining.free())) {
      remaining = new Remaining(free, Integer.parseInt(parts[6]));
    }
    addHolds(parts[7]);
  }

  private void addHolds(String counts) {
    if (!counts.isEmpty()) {
      String[] each = counts.split(",", -1);
      for (int bucket = 0; bucket < Math.min(each.length, holds.length); bucket++) {
        holds[bucket] += Integer.parseInt(each[bucket]);
      }
    }
  }

  /** What the throttle goes by: what was seen, or where that is little, what the backend says. */
  Health health() {
    return new Health(p95Millis(), errorPermille(), known(pool));
  }

  /** What can still be sold; null when no backend says. */
  @Nullable Remaining remaining() {
    return remaining;
  }

  /** The figures for display; null when nothing is known. */
  @Nullable BackendFigures figures() {
    Health health = health();
    return health.equals(Health.UNKNOWN)
        ? null
        : new BackendFigures(
            health.p95Millis().isPresent() ? health.p95Millis().getAsInt() : null,
            health.errorPermille().isPresent() ? health.errorPermille().getAsInt() / 1000.0 : null,
            health.poolPercent().isPresent() ? health.poolPercent().getAsInt() / 100.0 : null);
  }

  private OptionalInt p95Millis() {
    long seen = 0;
    for (long count : holds) {
      seen += count;
    }
    return seen >= ENOUGH ? Latencies.percentile(holds, 95) : known(saidP95);
  }

  private OptionalInt errorPermille() {
    return requests >= ENOUGH
        ? OptionalInt.of((int) (errors * 1000 / requests))
        : known(saidErrors);
  }

  private static OptionalInt known(int figure) {
    return figure < 0 ? OptionalInt.empty() : OptionalInt.of(figure);
  }
}
