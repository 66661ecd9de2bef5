package dev.headgate.gateway.operator;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/**
 * Lets the changes of one event follow one another within this process. Between gateways the
 * settings' version decides; here waiting is cheaper than losing that race fifty times.
 */
final class OneAtATime {
  private final Map<String, Future<?>> last = new ConcurrentHashMap<>();

  <T> Future<T> run(String event, Supplier<Future<T>> change) {
    Promise<T> done = Promise.promise();
    Future<T> mine = done.future();
    Future<?> before = last.put(event, mine);
    Future<?> turn = before == null ? Future.succeededFuture() : before.otherwiseEmpty();
    turn.compose(ended -> change.get())
        .onComplete(
            result -> {
              last.remove(event, mine);
              done.handle(result);
            });
    return mine;
  }
}
