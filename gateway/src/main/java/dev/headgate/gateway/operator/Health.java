package dev.headgate.gateway.operator;

import dev.headgate.gateway.http.Problem;
import dev.headgate.gateway.http.ProblemException;
import dev.headgate.gateway.telemetry.Telemetry;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.web.RoutingContext;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What machines ask: alive, ready, and how much of everything. */
final class Health {
  private static final Logger log = LoggerFactory.getLogger(Health.class);
  private static final long PATIENCE_SECONDS = 2;

  private final Vertx vertx;
  private final Supplier<Future<Void>> readiness;
  private final Telemetry telemetry;
  private final EventGauges gauges;
  private @Nullable Future<Void> probing;

  Health(Vertx vertx, OperatorParts parts) {
    this.vertx = vertx;
    this.readiness = parts.readiness();
    this.telemetry = parts.telemetry();
    OperatorCounters.register(parts.telemetry().registry());
    this.gauges = new EventGauges(parts.events(), parts.telemetry().registry());
  }

  /** The process runs and answers; it says nothing about the store. */
  Future<Void> alive(RoutingContext ctx) {
    return EventDocument.send(ctx.response(), 200, new JsonObject().put("status", "alive"));
  }

  /** The store runs our scripts. Those who ask while a probe runs share its result. */
  Future<Void> ready(RoutingContext ctx) {
    Future<Void> probe = probing;
    if (probe == null) {
      probe = Future.succeededFuture().compose(start -> readiness.get());
      probe = probe.timeout(PATIENCE_SECONDS, TimeUnit.SECONDS);
      probing = probe.isComplete() ? null : probe;
      probe.onComplete(done -> probing = null);
    }
    return probe
        .recover(
            failed -> {
              log.warn("not ready: {}", failed.toString());
              return Future.failedFuture(new ProblemException(NOT_READY));
            })
        .compose(
            works ->
                EventDocument.send(ctx.response(), 200, new JsonObject().put("status", "ready")));
  }

  private static final Problem NOT_READY =
      Problem.of(503, "not-ready", "Not ready", "The store does not answer as it should.");

  /** Everything measured, in the Prometheus text format; also while the store is away. */
  Future<Void> metrics(RoutingContext ctx) {
    return gauges
        .refresh()
        .compose(fresh -> vertx.executeBlocking(telemetry::scrape, false))
        .compose(
            text ->
                ctx.response()
                    .putHeader(HttpHeaders.CONTENT_TYPE, "text/plain; version=0.0.4; charset=utf-8")
                    .putHeader(HttpHeaders.CACHE_CONTROL, "no-store")
                    .end(text)
                    .otherwiseEmpty());
  }
}
