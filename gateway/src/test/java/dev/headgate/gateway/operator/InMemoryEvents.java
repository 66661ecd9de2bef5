package dev.headgate.gateway.operator;

import dev.headgate.gateway.audit.AuditEntry;
import dev.headgate.gateway.audit.Signature;
import dev.headgate.gateway.config.EventSettings;
import dev.headgate.gateway.config.Start;
import dev.headgate.gateway.queue.ChangeAnswer;
import dev.headgate.gateway.queue.ChangeAnswer.Changed;
import dev.headgate.gateway.queue.ChangeAnswer.Exists;
import dev.headgate.gateway.queue.ChangeAnswer.Refused;
import dev.headgate.gateway.queue.ChangeAnswer.Stale;
import dev.headgate.gateway.queue.Changes;
import dev.headgate.gateway.queue.EventView;
import dev.headgate.gateway.queue.Events;
import dev.headgate.gateway.queue.Lookups;
import dev.headgate.gateway.queue.Message;
import dev.headgate.gateway.queue.Queue;
import dev.headgate.gateway.queue.QueuePosition;
import dev.headgate.gateway.queue.QueueUnansweredException;
import dev.headgate.gateway.queue.QueueUnavailableException;
import dev.headgate.gateway.queue.Reason;
import dev.headgate.gateway.queue.UnknownEventException;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A store of events in memory: changes are conditional on the version, answers come later, and a
 * view may lag behind, as they do with a store across a network.
 */
final class InMemoryEvents implements Events {
  private static final int MOST_LANGUAGES = 20;

  private final Vertx vertx;

  /** What is known of the past, and of single fans. */
  final InMemoryLookups lookups = new InMemoryLookups(event -> later(() -> now(event)));

  private final Map<String, FixedView> current = new TreeMap<>();
  private final Map<String, FixedView> seen = new TreeMap<>();
  private final List<QueuePosition> revoked = new ArrayList<>();
  private boolean away;
  private boolean silent;
  private boolean losing;
  private int lag;
  private int lagging;
  private final long firstMillis = System.currentTimeMillis();
  private long entries;

  InMemoryEvents(Vertx vertx) {
    this.vertx = vertx;
  }

  /** From now on the store answers nothing. */
  synchronized void goAway() {
    away = true;
  }

  /** From now on changes are made, and their answers are lost. */
  synchronized void loseAnswers() {
    losing = true;
  }

  /** From now on calls are never answered at all. */
  synchronized void fallSilent() {
    silent = true;
  }

  /** From now on a view shows a change only at the {@code reads}th read after it. */
  synchronized void lag(int reads) {
    lag = reads;
    lagging = Math.min(lagging, reads);
  }

  /** Puts an event into any state. */
  synchronized void put(FixedView view) {
    current.put(view.event(), view);
    seen.put(view.event(), view);
  }

  /** Puts an event into any state, of which no view here knows yet. */
  synchronized void putUnseen(FixedView view) {
    current.put(view.event(), view);
    lagging = 3;
  }

  synchronized FixedView now(String event) {
    return find(current, event);
  }

  /** The sessions that were revoked, in order. */
  synchronized List<QueuePosition> revoked() {
    return List.copyOf(revoked);
  }

  @Override
  public @Nullable EventView fresh(String event) {
    return null;
  }

  @Override
  public Future<EventView> view(String event) {
    return later(() -> look(event));
  }

  @Override
  public Future<List<String>> list() {
    return later(() -> List.copyOf(current.keySet()));
  }

  @Override
  public Changes by(Signature signed) {
    return new InMemoryChanges(signed);
  }

  /** Changes of one signature; each makes its entry in the same step. */
  private final class InMemoryChanges implements Changes {
    private final Signature signed;

    InMemoryChanges(Signature signed) {
      this.signed = signed;
    }

    @Override
    public Future<ChangeAnswer> create(String event, EventSettings settings) {
      return later(
          () ->
              current.containsKey(event)
                  ? new Exists()
                  : changed(
                      FixedView.fresh(event, settings), said("create", null, settings.toJson())));
    }

    @Override
    public Future<ChangeAnswer> replace(String event, EventSettings settings, long version) {
      return replace(
          settings,
          version,
          event,
          view -> said("settings", view.settings().toJson(), settings.toJson()));
    }

    @Override
    public Future<ChangeAnswer> turn(String event, EventSettings settings, long version) {
      JsonObject to = settings.dials().toJson();
      return replace(
          settings, version, event, view -> said("dials", view.settings().dials().toJson(), to));
    }

    private Future<ChangeAnswer> replace(
        EventSettings settings, long version, String event, Function<FixedView, AuditEntry> entry) {
      return change(
          event,
          view -> {
            if (view.version() != version) {
              return new Stale(view.version());
            }
            boolean moved = !view.settings().start().equals(settings.start());
            return moved && view.entrants().isPresent()
                ? new Refused("The draw has taken place.")
                : changed(view.with(settings), entry.apply(view));
          });
    }

    @Override
    public Future<ChangeAnswer> pauseSaying(String event, List<Reason> reasons) {
      return change(
          event,
          view -> changed(view.paused(true, reasons), said("pause", halt(view), written(reasons))));
    }

    @Override
    public Future<ChangeAnswer> resume(String event) {
      return change(
          event, view -> changed(view.paused(false, List.of()), said("resume", halt(view), null)));
    }

    @Override
    public Future<ChangeAnswer> message(String event, Message message) {
      JsonObject to = new JsonObject().put("text", message.text()).put("lang", message.lang());
      return change(
          event,
          view -> {
            FixedView told = view.with(message);
            return told.messages().size() > MOST_LANGUAGES
                ? new Refused("There are messages in " + MOST_LANGUAGES + " languages.")
                : changed(told, said("message", EventDocument.messages(view), to));
          });
    }

    @Override
    public Future<ChangeAnswer> silence(String event, @Nullable String lang) {
      return change(
          event,
          view -> changed(view.silent(lang), said("message", EventDocument.messages(view), lang)));
    }

    @Override
    public Future<ChangeAnswer> draw(String event) {
      return change(
          event,
          view ->
              view.entrants().isPresent()
                  ? new Refused("The draw has taken place.")
                  : changed(
                      view.drawn(view.arrivals()).with(view.settings()),
                      said("draw", view.phase().json(), "drawn")));
    }

    @Override
    public Future<ChangeAnswer> end(String event) {
      return change(
          event,
          view -> {
            String closes = EventDocument.time(view.closesAt());
            return changed(view.closed(), said("close", closes, EventDocument.time(view.now())));
          });
    }

    @Override
    public Future<ChangeAnswer> reset(String event, @Nullable Start start) {
      return change(
          event,
          view -> {
            JsonObject settings = view.settings().toJson();
            if (start instanceof Start.At at) {
              settings.put("start", at.instant().toString());
            }
            JsonObject life =
                new JsonObject()
                    .put("epoch", view.epoch())
                    .put("commitment", view.commitment())
                    .put("arrivals", view.arrivals())
                    .put("active", view.active());
            return changed(view.reset(EventSettings.fromJson(settings)), said("reset", life, null));
          });
    }

    @Override
    public Future<Optional<AuditEntry>> revoke(QueuePosition position) {
      JsonObject session =
          new JsonObject().put("lane", position.lane()).put("position", position.position());
      return later(
          () -> {
            revoked.add(position);
            return Optional.of(said("revoke", session, null));
          });
    }

    private Future<ChangeAnswer> change(String event, Function<FixedView, ChangeAnswer> change) {
      return later(() -> change.apply(find(current, event)));
    }

    private ChangeAnswer changed(FixedView view, AuditEntry entry) {
      current.put(view.event(), view);
      lagging = lag;
      if (lag == 0) {
        seen.put(view.event(), view);
      }
      return new Changed(view.version(), entry);
    }

    private AuditEntry said(String what, @Nullable Object from, @Nullable Object to) {
      String fields = new JsonObject().put("change", what).put("from", from).put("to", to).encode();
      String line =
          "{\"id\":\"%013d-000000\",".formatted(firstMillis + entries++)
              + signed.before()
              + fields.substring(1, fields.length() - 1)
              + ","
              + signed.behind();
      return AuditEntry.read(line).orElseThrow();
    }
  }

  private static @Nullable Object halt(EventView view) {
    return view.halted() ? written(view.pauseReasons()) : "running";
  }

  private static @Nullable Object written(List<Reason> reasons) {
    if (reasons.isEmpty()) {
      return null;
    }
    boolean one = reasons.size() == 1 && reasons.get(0).lang() == null;
    return one ? reasons.get(0).text() : Reason.toJson(reasons);
  }

  private FixedView look(String event) {
    if (lagging > 0 && --lagging == 0) {
      seen.putAll(current);
    }
    return find(seen, event);
  }

  private static FixedView find(Map<String, FixedView> views, String event) {
    FixedView view = views.get(event);
    if (view == null) {
      throw new UnknownEventException(event);
    }
    return view;
  }

  private synchronized <T> Future<T> later(Supplier<T> answer) {
    if (silent) {
      return Promise.<T>promise().future();
    }
    return vertx
        .timer(1, TimeUnit.MILLISECONDS)
        .map(
            over -> {
              synchronized (this) {
                if (away) {
                  throw new QueueUnavailableException("away", null);
                }
                T answered = answer.get();
                if (losing && answered instanceof ChangeAnswer) {
                  throw new QueueUnansweredException(new TimeoutException("no answer"));
                }
                return answered;
              }
            });
  }

  @Override
  public Queue queue() {
    throw new IllegalStateException("each loop of these tests has a queue of its own");
  }

  @Override
  public Lookups lookups() {
    return lookups;
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
