package dev.headgate.gateway.backend;

import dev.headgate.gateway.queue.BackendReport;
import dev.headgate.gateway.queue.Remaining;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What one upstream said of itself.
 *
 * @param p95Millis of its holds; -1 when it had too few
 * @param errorPermille of them; -1 when it had too few
 * @param poolPercent the share of its database pool in use or waited for
 * @param remaining what it can still sell, by event id
 */
record LoadFigures(
    int p95Millis, int errorPermille, int poolPercent, Map<String, Remaining> remaining) {

  LoadFigures {
    remaining = Map.copyOf(remaining);
  }

  /** The same for one event, beside what another upstream said of it: the worse of both. */
  BackendReport.Load with(BackendReport.@Nullable Load other, String event) {
    Remaining left = remaining.get(event);
    return other == null
        ? new BackendReport.Load(p95Millis, errorPermille, poolPercent, left)
        : new BackendReport.Load(
            Math.max(p95Millis, other.p95Millis()),
            Math.max(errorPermille, other.errorPermille()),
            Math.max(poolPercent, other.poolPercent()),
            other.remaining() == null ? left : other.remaining());
  }
}
