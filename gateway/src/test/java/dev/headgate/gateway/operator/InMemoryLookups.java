package dev.headgate.gateway.operator;

import dev.headgate.gateway.queue.EventView;
import dev.headgate.gateway.queue.InsideNow;
import dev.headgate.gateway.queue.Lookups;
import dev.headgate.gateway.queue.QueuePosition;
import dev.headgate.gateway.queue.Sample;
import dev.headgate.gateway.queue.Stand;
import dev.headgate.gateway.queue.Trace;
import io.vertx.core.Future;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/** Answers that a test sets. */
final class InMemoryLookups implements Lookups {
  private final Function<String, Future<EventView>> now;
  volatile List<Sample> samples = List.of();
  volatile List<Stand> stands = List.of();
  volatile InsideNow inside = new InsideNow(List.of(), null);

  /** What was asked for of sessions, the last time. */
  volatile String asked = "";

  /** Of each position. */
  final Map<Integer, Trace> traces = new ConcurrentHashMap<>();

  InMemoryLookups(Function<String, Future<EventView>> now) {
    this.now = now;
  }

  @Override
  public Future<EventView> now(String event) {
    return now.apply(event);
  }

  @Override
  public Future<List<Sample>> history(String event) {
    return Future.succeededFuture(samples);
  }

  @Override
  public Future<List<Stand>> stands(String event) {
    return Future.succeededFuture(stands);
  }

  @Override
  public Future<InsideNow> inside(String event, long epoch, String after, int limit) {
    asked = after + " " + limit;
    return Future.succeededFuture(inside);
  }

  @Override
  public Future<Trace> trace(QueuePosition position) {
    Trace nothing = new Trace(new Trace.Bounds(0, 0, 0), false, null, null, null, null);
    return Future.succeededFuture(traces.getOrDefault(position.position(), nothing));
  }
}
