package dev.headgate.gateway.upstream;

import dev.headgate.gateway.config.HealthCheck;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientOptions;
import java.util.ArrayList;
import java.util.List;
import java.util.function.DoubleSupplier;

/** Asks the servers of all upstreams that have health checks, at once and then again and again. */
final class HealthChecks {
  private final Context context;
  private final DoubleSupplier random;
  private final HttpClient client;
  private final List<ServerCheck> checks = new ArrayList<>();
  private final List<Long> timers = new ArrayList<>();

  HealthChecks(Vertx vertx, DoubleSupplier random) {
    this.context = vertx.getOrCreateContext();
    this.random = random;
    // A connection of its own for each question: whether a server takes new ones is part of it.
    client =
        vertx.createHttpClient(
            new HttpClientOptions()
                .setName("headgate-health")
                .setKeepAlive(false)
                .setDecompressionSupported(false));
  }

  void begin(String upstream, HealthCheck rules, List<Server> servers) {
    List<ServerCheck> begun =
        servers.stream()
            .map(server -> new ServerCheck(new ServerCheck.Parts(client, upstream, rules, server)))
            .toList();
    context.runOnContext(now -> begun.forEach(check -> begin(check, rules)));
  }

  private void begin(ServerCheck check, HealthCheck rules) {
    checks.add(check);
    check.ask();
    long every = Math.max(1, rules.interval().toMillis());
    // Not all servers at once, nor all gateways.
    long first = 1 + (long) (random.getAsDouble() * every);
    timers.add(context.owner().setPeriodic(first, every, again -> check.ask()));
  }

  Future<Void> close() {
    Promise<Void> closed = Promise.promise();
    context.runOnContext(
        now -> {
          checks.forEach(ServerCheck::end);
          timers.forEach(timer -> context.owner().cancelTimer(timer));
          client.close().onComplete(closed);
        });
    return closed.future();
  }
}
