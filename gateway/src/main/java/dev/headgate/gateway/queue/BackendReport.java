package dev.headgate.gateway.queue;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What one gateway has seen of an event's backend in the last ten seconds.
 *
 * @param holds how many holds were answered, by bucket of latency; empty when none was
 * @param requests how many requests were forwarded
 * @param errors how many of them failed: answered 5xx, or not at all
 * @param load what the backend says of itself; null when it does not, or not lately
 */
public record BackendReport(List<Integer> holds, int requests, int errors, @Nullable Load load) {

  /** Nothing seen and nothing said. */
  public static final BackendReport NONE = new BackendReport(List.of(), 0, 0, null);

  public BackendReport {
    holds = List.copyOf(holds);
  }

  /**
   * What the backend says of itself.
   *
   * @param p95Millis of its holds; -1 when it had too few
   * @param errorPermille of its requests; -1 when it had too few
   * @param poolPercent the share of its database pool in use or waited for, from 0; over 100 when
   *     requests wait
   * @param remaining what it can still sell of the event; null when it does not say
   */
  public record Load(
      int p95Millis, int errorPermille, int poolPercent, @Nullable Remaining remaining) {}
}
