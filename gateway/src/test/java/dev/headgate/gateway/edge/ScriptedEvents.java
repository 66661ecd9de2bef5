package dev.headgate.gateway.edge;

import dev.headgate.gateway.config.EventSettings;
import dev.headgate.gateway.config.Start;
import dev.headgate.gateway.queue.ChangeAnswer;
import dev.headgate.gateway.queue.EventView;
import dev.headgate.gateway.queue.Events;
import dev.headgate.gateway.queue.Lookups;
import dev.headgate.gateway.queue.Message;
import dev.headgate.gateway.queue.Queue;
import dev.headgate.gateway.queue.QueuePosition;
import dev.headgate.gateway.queue.QueueUnavailableException;
import dev.headgate.gateway.queue.Reason;
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
  public Future<ChangeAnswer> create(String event, EventSettings settings) {
    return notHere();
  }

  @Override
  public Future<ChangeAnswer> replace(String event, EventSettings settings, long version) {
    return notHere();
  }

  @Override
  public Future<ChangeAnswer> pauseSaying(String event, List<Reason> reasons) {
    return notHere();
  }

  @Override
  public Future<ChangeAnswer> resume(String event) {
    return notHere();
  }

  @Override
  public Future<ChangeAnswer> message(String event, Message message) {
    return notHere();
  }

  @Override
  public Future<ChangeAnswer> silence(String event, @Nullable String lang) {
    return notHere();
  }

  private static <T> Future<T> notHere() {
    return Future.failedFuture(new IllegalStateException("fans change no settings"));
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

  @Override
  public Future<ChangeAnswer> draw(String event) {
    return notHere();
  }

  @Override
  public Future<ChangeAnswer> end(String event) {
    return notHere();
  }

  @Override
  public Future<ChangeAnswer> reset(String event, @Nullable Start start) {
    return notHere();
  }

  @Override
  public Future<Void> revoke(QueuePosition position) {
    return notHere();
  }
}
