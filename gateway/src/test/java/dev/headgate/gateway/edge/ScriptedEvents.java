package dev.headgate.gateway.edge;

import dev.headgate.gateway.audit.Signature;
import dev.headgate.gateway.queue.Changes;
import dev.headgate.gateway.queue.EventView;
import dev.headgate.gateway.queue.Events;
import dev.headgate.gateway.queue.Lookups;
import dev.headgate.gateway.queue.Queue;
import dev.headgate.gateway.queue.QueueUnavailableException;
import dev.headgate.gateway.queue.UnknownEventException;
import io.vertx.core.Future;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Knows one event. */
final class ScriptedEvents implements Events {

  volatile boolean away;
  private final ScriptedView view;
  volatile boolean stale;

  ScriptedEvents(ScriptedView view) {
    this.view = view;
  }

  @Override
  public @Nullable EventView fresh(String event) {
    return stale || !event.equals(view.event()) ? null : view;
  }

  @Override
  public Future<EventView> view(String event) {
    if (away) {
      return Future.failedFuture(new QueueUnavailableException("away", null));
    }
    return event.equals(view.event())
        ? Future.succeededFuture(view)
        : Future.failedFuture(new UnknownEventException(event));
  }

  @Override
  public Future<List<String>> list() {
    return Future.succeededFuture(List.of(view.event()));
  }

  @Override
  public Changes by(Signature signed) {
    throw new IllegalStateException("fans change no settings");
  }

  @Override
  public Queue queue() {
    throw new IllegalStateException("each loop of these tests has a queue of its own");
  }

  @Override
  public Lookups lookups() {
    throw new IllegalStateException("nobody looks anything up here");
  }

  @Override
  public Future<Void> probe() {
    return Future.succeededFuture();
  }

  @Override
  public Future<Void> close() {
    return Future.succeededFuture();
  }
}
