package dev.headgate.gateway.queue;

import dev.headgate.gateway.queue.BackendReport.Load;
import dev.headgate.policy.throttle.Health;
import dev.headgate.policy.throttle.Latencies;
import java.util.Arrays;
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
  private boolean somethingLeft;

  private BackendReports() {}

  static BackendReports of(List<String> reports) {
    BackendReports all = new BackendReports();
    for (String report : reports) {
      BackendReport read = read(report);
      if (read != null) {
        all.add(read);
      }
    }
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

  /** What was written; null where another version wrote it in another way, or there is nothing. */
  private static @Nullable BackendReport read(String report) {
    String[] parts = report.split("\\|", -1);
    if (parts.length != 8) {
      return null;
    }
    try {
      int[] numbers = Arrays.stream(parts, 0, 7).mapToInt(Integer::parseInt).toArray();
      List<Integer> holds =
          parts[7].isEmpty()
              ? List.of()
              : Arrays.stream(parts[7].split(",", -1)).map(Integer::valueOf).toList();
      boolean sound = numbers[0] >= 0 && numbers[1] >= 0 && holds.stream().allMatch(n -> n >= 0);
      Remaining left = numbers[5] < 0 ? null : new Remaining(numbers[5], numbers[6]);
      Load load = new Load(numbers[2], numbers[3], numbers[4], left);
      return sound ? new BackendReport(holds, numbers[0], numbers[1], load) : null;
    } catch (NumberFormatException notOurs) {
      return null;
    }
  }

  private void add(BackendReport report) {
    requests += report.requests();
    errors += report.errors();
    Load load = report.load();
    if (load != null) {
      // Each gateway asks the same backend: the worst that any of them heard counts.
      saidP95 = Math.max(saidP95, load.p95Millis());
      saidErrors = Math.max(saidErrors, load.errorPermille());
      pool = Math.max(pool, load.poolPercent());
      if (load.remaining() != null) {
        add(load.remaining());
      }
    }
    for (int bucket = 0; bucket < Math.min(report.holds().size(), holds.length); bucket++) {
      holds[bucket] += report.holds().get(bucket);
    }
  }

  private void add(Remaining left) {
    somethingLeft |= left.free() > 0 || left.pending() > 0;
    boolean fewer = remaining == null || left.free() < remaining.free();
    boolean moreHeld =
        remaining != null
            && left.free() == remaining.free()
            && left.pending() > remaining.pending();
    if (fewer || moreHeld) {
      remaining = left;
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

  /**
   * Whether nothing is left that could still be sold. Gateways ask at different moments: it takes
   * all who know, so that one that asked a moment too early or too late makes nobody flap.
   */
  boolean soldOut() {
    return remaining != null && !somethingLeft;
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
