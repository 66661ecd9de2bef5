package dev.headgate.gateway;

import dev.headgate.gateway.access.AccessRules;
import dev.headgate.gateway.config.GatewayConfig;
import dev.headgate.gateway.forward.Forward;
import dev.headgate.gateway.forward.ForwardRules;
import dev.headgate.gateway.upstream.Upstreams;
import dev.headgate.gateway.upstream.UpstreamsParts;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Puts one configuration in the place of another, in every event loop; one at a time. */
final class Reloads {
  private static final Logger LOG = LoggerFactory.getLogger(Reloads.class);

  private Future<Void> last = Future.succeededFuture();
  private @Nullable Running running;

  /** What is in use. */
  private record Running(GatewayParts parts, List<GatewayVerticle> loops, ForwardRules rules) {

    GatewayConfig config() {
      return rules.config();
    }

    Running with(ForwardRules next) {
      return new Running(parts, loops, next);
    }
  }

  /** The gateway serves; from now on it can be told otherwise. */
  synchronized void begin(GatewayParts parts, List<GatewayVerticle> loops) {
    ForwardRules first = new ForwardRules(parts.config(), parts.passes(), parts.upstreams());
    running = new Running(parts, loops, first);
  }

  /** Goes by another configuration once those asked for before are in use, or have failed. */
  synchronized Future<Void> reload(Vertx vertx, GatewayConfig next) {
    Future<Void> reloaded = last.transform(before -> replace(vertx, next));
    last = reloaded;
    return reloaded;
  }

  private synchronized Future<Void> replace(Vertx vertx, GatewayConfig next) {
    Running now = running;
    if (now == null) {
      return Future.failedFuture(new IllegalStateException("not serving"));
    }
    List<String> fixed = now.config().changedForRestart(next);
    if (!fixed.isEmpty()) {
      LOG.warn("only a restart changes: {}", String.join(", ", fixed));
    }
    GatewayConfig merged = now.config().reloaded(next);
    if (merged.equals(now.config())) {
      return Future.succeededFuture();
    }
    try {
      Forward.check(merged);
    } catch (IllegalArgumentException unusable) {
      return Future.failedFuture(unusable);
    }
    return vertx
        .executeBlocking(
            () -> now.rules().passes().reopened(merged.bypasses(), merged.createMissingKeys()))
        .compose(
            passes ->
                use(now, now.with(new ForwardRules(merged, passes, servers(vertx, now, merged)))));
  }

  // What is known of a server outlives every change but its own going.
  private static Upstreams servers(Vertx vertx, Running now, GatewayConfig next) {
    Upstreams present = now.rules().upstreams();
    return next.upstreams().equals(now.config().upstreams())
        ? present
        : Upstreams.replacing(
            present,
            new UpstreamsParts(vertx, next, now.parts().telemetry().registry(), System::nanoTime));
  }

  private Future<Void> use(Running before, Running next) {
    List<Future<Void>> loops =
        next.loops().stream().map(loop -> loop.reconfigure(next.rules())).toList();
    return Future.all(loops)
        .<Void>mapEmpty()
        .onSuccess(
            used -> {
              next.parts().backends().reconfigure(next.config());
              next.parts().access().reconfigure(AccessRules.of(next.config()));
              inUse(next);
              retire(before.rules().upstreams(), next.rules().upstreams());
            });
  }

  // Requests under way may still ask them; what ends is the looking after.
  private static void retire(Upstreams before, Upstreams next) {
    if (!before.equals(next)) {
      before.close().onFailure(failure -> LOG.warn("upstreams were not closed: {}", failure + ""));
    }
  }

  /** Nobody is asked any more how they are, for the clients that ask are about to close. */
  synchronized Future<Void> end() {
    Running last = running;
    running = null;
    return last == null
        ? Future.succeededFuture()
        : Future.join(last.rules().upstreams().close(), last.parts().backends().close()).mapEmpty();
  }

  private synchronized void inUse(Running next) {
    running = next;
    LOG.info("the changed configuration is in use: {} routes", next.config().routes().size());
  }
}
