package dev.headgate.gateway.testing;

import dev.headgate.gateway.audit.AuditEntry;
import dev.headgate.gateway.audit.Signature;
import dev.headgate.gateway.config.EventSettings;
import dev.headgate.gateway.config.Start;
import dev.headgate.gateway.queue.ChangeAnswer;
import dev.headgate.gateway.queue.Changes;
import dev.headgate.gateway.queue.EventView;
import dev.headgate.gateway.queue.Events;
import dev.headgate.gateway.queue.Lookups;
import dev.headgate.gateway.queue.Message;
import dev.headgate.gateway.queue.Phase;
import dev.headgate.gateway.queue.Queue;
import dev.headgate.gateway.queue.QueuePosition;
import dev.headgate.gateway.queue.Reason;
import dev.headgate.gateway.queue.UnknownEventException;
import io.vertx.core.Future;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Events in memory. Views are fresh until told otherwise; changes succeed and are written down. */
public final class FakeEvents implements Events {
  private final Map<String, FakeEventView> views = new ConcurrentSkipListMap<>();

  /** The operator's changes, in order: {@code "pause derby: reason"}. */
  public final List<String> changes = new CopyOnWriteArrayList<>();

  /** Whether views in memory are fresh. */
  public volatile boolean fresh = true;

  /** What comes before an awaited view: nothing, a delay, or a failure. */
  public volatile Supplier<Future<Void>> wait = Future::succeededFuture;

  /** What comes of the next changes; null changes the view and says so. */
  public volatile @Nullable ChangeAnswer answer;

  /** Adds an event, or gives the one there is. */
  public FakeEventView add(String event) {
    return views.computeIfAbsent(event, FakeEventView::new);
  }

  @Override
  public @Nullable EventView fresh(String event) {
    return fresh ? views.get(event) : null;
  }

  @Override
  public Future<EventView> view(String event) {
    return wait.get()
        .compose(
            waited -> {
              EventView view = views.get(event);
              return view == null
                  ? Future.failedFuture(new UnknownEventException(event))
                  : Future.succeededFuture(view);
            });
  }

  @Override
  public Future<List<String>> list() {
    return Future.succeededFuture(List.copyOf(views.keySet()));
  }

  @Override
  public Future<ChangeAnswer> create(String event, EventSettings settings) {
    changes.add("create " + event);
    if (answer == null && views.containsKey(event)) {
      return Future.succeededFuture(new ChangeAnswer.Exists());
    }
    if (answer == null) {
      add(event).settings = settings;
    }
    return answered(1);
  }

  @Override
  public Future<ChangeAnswer> replace(String event, EventSettings settings, long version) {
    return change(
        event,
        "replace " + event,
        view -> {
          if (view.version != version) {
            return new ChangeAnswer.Stale(view.version);
          }
          view.settings = settings;
          return changed(view.nextVersion());
        });
  }

  @Override
  public Future<ChangeAnswer> pauseSaying(String event, List<Reason> reasons) {
    String reason = reasons.isEmpty() ? null : reasons.get(0).text();
    return change(
        event,
        "pause " + event + ": " + reason,
        view -> {
          view.halted = true;
          view.pauseReason = reason;
          return changed(view.nextVersion());
        });
  }

  @Override
  public Future<ChangeAnswer> resume(String event) {
    return change(
        event,
        "resume " + event,
        view -> {
          view.halted = false;
          view.pauseReason = null;
          return changed(view.nextVersion());
        });
  }

  @Override
  public Future<ChangeAnswer> message(String event, Message message) {
    return told(event, List.of(message));
  }

  @Override
  public Future<ChangeAnswer> silence(String event, @Nullable String lang) {
    return told(event, List.of());
  }

  private Future<ChangeAnswer> told(String event, List<Message> messages) {
    return change(
        event,
        "message " + event,
        view -> {
          view.messages = messages;
          return changed(view.nextVersion());
        });
  }

  private Future<ChangeAnswer> change(
      String event, String what, Function<FakeEventView, ChangeAnswer> made) {
    FakeEventView view = views.get(event);
    if (view == null) {
      return Future.failedFuture(new UnknownEventException(event));
    }
    changes.add(what);
    return answer == null ? Future.succeededFuture(made.apply(view)) : answered(view.version);
  }

  private Future<ChangeAnswer> answered(long version) {
    ChangeAnswer told = answer;
    return Future.succeededFuture(told == null ? changed(version) : told);
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
    return change(
        event,
        "draw " + event,
        view -> {
          view.entrants = view.arrivals;
          view.drawnAt = view.now;
          return changed(view.version);
        });
  }

  @Override
  public Future<ChangeAnswer> end(String event) {
    return change(
        event,
        "end " + event,
        view -> {
          view.phase = Phase.ENDED;
          return changed(view.nextVersion());
        });
  }

  @Override
  public Future<ChangeAnswer> reset(String event, @Nullable Start start) {
    return change(
        event,
        "reset " + event,
        view -> {
          view.epoch = view.now.toEpochMilli();
          view.settings = start == null ? view.settings : view.settings.withStart(start);
          return changed(view.nextVersion());
        });
  }

  @Override
  public Future<Optional<AuditEntry>> revoke(QueuePosition position) {
    return change(
            position.event(),
            "revoke " + position.event() + " " + position.position(),
            view -> {
              view.end(position.lane(), position.position());
              return changed(view.version);
            })
        .map(Optional.empty());
  }

  @Override
  public Future<ChangeAnswer> turn(String event, EventSettings settings, long version) {
    return replace(event, settings, version);
  }

  @Override
  public Changes by(Signature signed) {
    return this;
  }

  private static ChangeAnswer changed(long version) {
    String line = "{\"id\":\"1764490000000-000000\",\"who\":\"ann\"}";
    return new ChangeAnswer.Changed(version, AuditEntry.read(line).orElseThrow());
  }
}
