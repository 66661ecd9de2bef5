package dev.headgate.gateway.testing;

import dev.headgate.gateway.backend.Backends;
import dev.headgate.gateway.config.GatewayConfig;
import dev.headgate.gateway.queue.BackendReport;
import io.vertx.core.Future;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Backends of which nothing is known; what is noted of them is written down. */
public final class FakeBackends implements Backends {
  /** What was noted, in order: {@code "shop GET 200"}, {@code "shop unanswered"}. */
  public final List<String> noted = new CopyOnWriteArrayList<>();

  /** The latencies noted, in milliseconds. */
  public final List<Long> millis = new CopyOnWriteArrayList<>();

  /** Whether anything is written down: a run of millions of requests has no use for it. */
  public volatile boolean remembers = true;

  @Override
  public void answered(String upstream, String method, int status, long tookMillis) {
    if (!remembers) {
      return;
    }
    noted.add(upstream + " " + method + " " + status);
    millis.add(tookMillis);
  }

  @Override
  public void unanswered(String upstream) {
    noted.add(upstream + " unanswered");
  }

  @Override
  public void reconfigure(GatewayConfig next) {
    noted.add("reconfigured");
  }

  @Override
  public Future<Void> close() {
    return Future.succeededFuture();
  }

  @Override
  public BackendReport of(String event) {
    return BackendReport.NONE;
  }
}
