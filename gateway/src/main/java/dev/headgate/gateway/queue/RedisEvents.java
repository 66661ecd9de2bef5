package dev.headgate.gateway.queue;

import dev.headgate.gateway.config.EventSettings;
import dev.headgate.gateway.config.Start;
import dev.headgate.gateway.trace.Span;
import dev.headgate.gateway.trace.Spans;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.redis.client.Command;
import io.vertx.redis.client.RedisConnection;
import io.vertx.redis.client.Request;
import io.vertx.redis.client.Response;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The events in Redis: the door of the package, and the timer that keeps views fresh. */
final class RedisEvents implements Events {
  private static final int MOST_TRIES = 8;
  private static final Logger LOG = LoggerFactory.getLogger(RedisEvents.class);
  private static final long TICK_MILLIS = 1_000;

  private final EventsParts parts;
  private final Context context;
  private final RedisLink link;
  private final RedisLink changes;
  private final StateFolder state;
  private final Keeper keeper;
  private final Ticker ticker;
  private final Lookups lookups;
  private final List<RedisLink> queueLinks = new CopyOnWriteArrayList<>();
  private long timer;
  private @Nullable Future<Void> closed;

  private RedisEvents(EventsParts parts, Context context) {
    Vertx vertx = parts.vertx();
    this.parts = parts;
    this.context = context;
    this.link = new RedisLink(vertx, parts.redis(), "headgate-keeper");
    this.changes =
        new RedisLink(vertx, parts.redis(), "headgate-changes").onConnected(this::subscribe);
    this.state = new StateFolder(vertx, parts.state());
    this.keeper = new Keeper(parts, link, state);
    this.ticker = new Ticker(parts.policy(), link, keeper);
    this.lookups = onLoop(new RedisLookups(link));
  }

  static Future<RedisEvents> start(EventsParts parts) {
    Context context = parts.vertx().getOrCreateContext();
    RedisEvents events = new RedisEvents(parts, context);
    return parts
        .vertx()
        .executeBlocking(events.state::load)
        .compose(
            records ->
                events.onLoop(
                    () -> {
                      records.values().forEach(events.keeper::remember);
                      return events.begin();
                    }))
        .map(events);
  }

  private Future<Void> begin() {
    timer = parts.vertx().setPeriodic(TICK_MILLIS, fired -> tick());
    return RedisFitness.check(link)
        .compose(fit -> changes.connected().<Void>mapEmpty())
        .onFailure(unfit -> parts.vertx().cancelTimer(timer))
        .recover(unfit -> Future.failedFuture(unusable(unfit)));
  }

  private QueueUnavailableException unusable(Throwable unfit) {
    // Host and port only: the address may hold a password.
    String where = parts.redis().getHost() + ":" + parts.redis().getPort();
    return new QueueUnavailableException("Redis at " + where + ": " + unfit.getMessage(), unfit);
  }

  private void tick() {
    // A lost subscription comes back with its connection.
    changes.connected().onFailure(away -> {});
    for (TrackedEvent tracked : keeper.hot()) {
      ticker.tick(tracked).onFailure(failure -> logTick(tracked, failure));
    }
  }

  private static void logTick(TrackedEvent tracked, Throwable failure) {
    if (!(failure instanceof QueueUnavailableException)) {
      LOG.error("event {}: the tick failed", tracked.event, failure);
    }
  }

  private void subscribe(RedisConnection connection) {
    connection.handler(this::onMessage);
    connection
        .send(Request.cmd(Command.SUBSCRIBE).arg(EventKeys.CHANGES))
        .onFailure(failure -> LOG.debug("not subscribed: {}", failure.getMessage()));
  }

  private void onMessage(@Nullable Response message) {
    if (message == null || message.size() != 3) {
      return;
    }
    Reply parts = new Reply(message);
    if (parts.text(0).equals("message")) {
      keeper.changed(parts.text(2));
    }
  }

  @Override
  public Queue queue() {
    String name = "headgate-queue-" + queueLinks.size();
    RedisLink own = new RedisLink(parts.vertx(), parts.redis(), name);
    queueLinks.add(own);
    return new RedisQueue(parts.vertx(), own, keeper);
  }

  @Override
  public @Nullable EventView fresh(String event) {
    return keeper.fresh(event);
  }

  @Override
  public Future<EventView> view(String event) {
    EventView fresh = keeper.fresh(event);
    if (fresh != null) {
      return Future.succeededFuture(fresh);
    }
    return onLoop(() -> keeper.refresh(event).map(view -> view));
  }

  @Override
  public Future<List<String>> list() {
    return onLoop(
        () ->
            link.send(Request.cmd(Command.SMEMBERS).arg(EventKeys.EVENTS))
                .map(
                    members -> {
                      TreeSet<String> ids = new TreeSet<>(keeper.remembered());
                      members.forEach(member -> ids.add(member.toString()));
                      return new ArrayList<>(ids);
                    }));
  }

  @Override
  public Future<ChangeAnswer> create(String event, EventSettings settings) {
    return onLoop(
        () ->
            keeper
                .refresh(event)
                .<ChangeAnswer>map(
                    view ->
                        view.restoring() ? new ChangeAnswer.Restoring() : new ChangeAnswer.Exists())
                .recover(
                    failure ->
                        failure instanceof UnknownEventException
                            ? createNow(event, settings)
                            : Future.failedFuture(failure)));
  }

  private Future<ChangeAnswer> createNow(String event, EventSettings settings) {
    return storeMillis()
        .compose(
            epoch -> {
              List<Object> args = new ArrayList<>();
              args.add(epoch);
              args.add(keeper.commitment(event, epoch));
              args.add(Keeper.firstBlock(settings));
              args.addAll(SettingsFields.of(settings));
              return link.run(Script.CREATE, event, args.toArray());
            })
        .compose(
            answer ->
                switch (answer.verdict()) {
                  case "CREATED" -> announce(event).map(done -> new ChangeAnswer.Changed(1));
                  case "EXISTS" -> Future.succeededFuture(new ChangeAnswer.Exists());
                  default -> createNow(event, settings);
                });
  }

  private Future<Long> storeMillis() {
    return link.send(Request.cmd(Command.TIME))
        .map(
            answer -> {
              Reply time = new Reply(answer);
              return time.number(0) * 1_000 + time.number(1) / 1_000;
            });
  }

  /** The id is listed after its event, so that whoever finds it finds the event too. */
  private Future<LiveView> announce(String event) {
    return link.send(Request.cmd(Command.SADD).arg(EventKeys.EVENTS).arg(event))
        .compose(added -> keeper.refresh(event));
  }

  @Override
  public Future<ChangeAnswer> replace(String event, EventSettings settings, long version) {
    List<Object> args = new ArrayList<>();
    args.add(version);
    args.add(Keeper.firstBlock(settings));
    args.addAll(SettingsFields.of(settings));
    return change(Script.SETTINGS, event, args.toArray());
  }

  @Override
  public Future<ChangeAnswer> pauseSaying(String event, List<Reason> reasons) {
    String first = reasons.isEmpty() ? "" : reasons.get(0).text();
    String all = reasons.isEmpty() ? "" : Reason.toJson(reasons).encode();
    return change(Script.PAUSE, event, 1, first, all);
  }

  @Override
  public Future<ChangeAnswer> resume(String event) {
    return change(Script.PAUSE, event, 0, "", "");
  }

  @Override
  public Future<ChangeAnswer> message(String event, Message message) {
    return change(Script.MESSAGE, event, message.text(), message.lang());
  }

  @Override
  public Future<ChangeAnswer> silence(String event, @Nullable String lang) {
    return change(Script.MESSAGE, event, "", lang == null ? "" : lang);
  }

  private Future<ChangeAnswer> change(Script script, String event, Object... args) {
    return onLoop(
        () ->
            link.run(script, event, args)
                .compose(
                    answer ->
                        switch (answer.verdict()) {
                          case "CHANGED" ->
                              keeper
                                  .refreshAfter(event)
                                  // Seen or not, it has been made.
                                  .otherwiseEmpty()
                                  .map(view -> new ChangeAnswer.Changed(answer.number(1)));
                          case "STALE" ->
                              Future.succeededFuture(new ChangeAnswer.Stale(answer.number(1)));
                          case "REFUSED" ->
                              Future.succeededFuture(new ChangeAnswer.Refused(answer.text(1)));
                          default -> lost(event, answer);
                        }));
  }

  private Future<ChangeAnswer> lost(String event, Reply answer) {
    return answer.stranger() || keeper.knows(event)
        ? Future.succeededFuture(new ChangeAnswer.Restoring())
        : Future.failedFuture(new UnknownEventException(event));
  }

  @Override
  public Future<ChangeAnswer> draw(String event) {
    return change(Script.DRAW, event);
  }

  @Override
  public Future<ChangeAnswer> end(String event) {
    return change(Script.END, event);
  }

  @Override
  public Future<ChangeAnswer> reset(String event, @Nullable Start start) {
    return onLoop(
        () ->
            keeper
                .refreshAfter(event)
                .compose(
                    view ->
                        view.restoring()
                            ? Future.succeededFuture(new ChangeAnswer.Restoring())
                            : resetFrom(view, start, 0)));
  }

  /** Settings that others change meanwhile are kept: then it is tried again with those. */
  private Future<ChangeAnswer> resetFrom(LiveView view, @Nullable Start start, int tries) {
    return resetNow(view, start)
        .compose(
            answer ->
                answer instanceof ChangeAnswer.Stale && tries < MOST_TRIES
                    ? keeper
                        .refreshAfter(view.event())
                        .compose(
                            newer ->
                                newer.epoch() == view.epoch() && !newer.restoring()
                                    ? resetFrom(newer, start, tries + 1)
                                    : Future.succeededFuture(answer))
                    : Future.succeededFuture(answer));
  }

  private Future<ChangeAnswer> resetNow(LiveView view, @Nullable Start start) {
    String event = view.event();
    EventSettings settings = start == null ? view.settings() : view.settings().withStart(start);
    return storeMillis()
        .compose(
            epoch -> {
              List<Object> args = new ArrayList<>();
              args.add(view.epoch());
              args.add(keeper.seed(event, view.epoch()));
              args.add(epoch);
              args.add(keeper.commitment(event, epoch));
              args.add(Keeper.firstBlock(settings));
              args.add(view.version());
              args.addAll(SettingsFields.of(settings));
              return change(Script.RESET, event, args.toArray());
            });
  }

  @Override
  public Future<Void> revoke(QueuePosition at) {
    return onLoop(
        () ->
            link.run(Script.RELEASE, at.event(), at.epoch(), at.lane(), at.position())
                .compose(
                    answer ->
                        answer.verdict().equals("OK")
                            ? keeper.refreshAfter(at.event()).otherwiseEmpty().mapEmpty()
                            : lost(at.event(), answer).compose(RedisEvents::notNow)));
  }

  private static Future<Void> notNow(ChangeAnswer restoring) {
    return Future.failedFuture(new QueueUnavailableException("the store is being restored", null));
  }

  @Override
  public Lookups lookups() {
    return lookups;
  }

  private Lookups onLoop(Lookups here) {
    return new Lookups() {
      @Override
      public Future<List<Sample>> history(String event) {
        return onLoop(() -> here.history(event));
      }

      @Override
      public Future<List<Stand>> stands(String event) {
        return onLoop(() -> here.stands(event));
      }

      @Override
      public Future<InsideNow> inside(String event, long epoch, String after, int limit) {
        return onLoop(() -> here.inside(event, epoch, after, limit));
      }

      @Override
      public Future<Trace> trace(QueuePosition position) {
        return onLoop(() -> here.trace(position));
      }
    };
  }

  @Override
  public Future<Void> probe() {
    return onLoop(
        () ->
            link.run(Script.PROBE, EventKeys.PROBE)
                .compose(
                    answer ->
                        answer.verdict().equals("UNKNOWN")
                            ? Future.<Void>succeededFuture()
                            : Future.failedFuture("probe: " + answer.verdict())));
  }

  @Override
  public Future<Void> close() {
    return onLoop(
        () -> {
          if (closed == null) {
            parts.vertx().cancelTimer(timer);
            queueLinks.forEach(one -> one.close().onFailure(gone -> {}));
            closed = Future.join(link.close(), changes.close(), state.close()).mapEmpty();
          }
          return closed;
        });
  }

  /** Runs on the keeper's loop, and completes on the caller's. */
  private <T> Future<T> onLoop(Supplier<Future<T>> work) {
    Context caller = Vertx.currentContext();
    Span span = Spans.current();
    Promise<T> answer = Promise.promise();
    context.runOnContext(
        turn ->
            Future.<Void>succeededFuture()
                .compose(begin -> span.within(work))
                .onComplete(
                    (result, failure) -> {
                      if (caller == null || caller == context) {
                        answer.complete(result, failure);
                      } else {
                        caller.runOnContext(back -> answer.complete(result, failure));
                      }
                    }));
    return answer.future();
  }
}
