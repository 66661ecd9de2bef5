package dev.headgate.gateway.queue;

import static java.util.concurrent.TimeUnit.SECONDS;

import dev.headgate.gateway.audit.Signature;
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
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The events in Redis: the door of the package, and the timer that keeps views fresh. */
final class RedisEvents implements Events {
  private static final Logger LOG = LoggerFactory.getLogger(RedisEvents.class);
  private static final long TICK_MILLIS = 1_000;
  private static final int TRIES_AT_START = 5;

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
    this.lookups = onLoop(new RedisLookups(link, keeper));
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
    return fit(TRIES_AT_START)
        .onFailure(unfit -> parts.vertx().cancelTimer(timer))
        .recover(unfit -> Future.failedFuture(unusable(unfit)));
  }

  /** Where much starts at once the store's first answers can be late, and are waited for again. */
  private Future<Void> fit(int tries) {
    return RedisFitness.check(link)
        .compose(fit -> changes.connected().<Void>mapEmpty())
        .recover(
            unfit ->
                tries > 1 && isLate(unfit)
                    ? parts.vertx().timer(1, SECONDS).compose(later -> fit(tries - 1))
                    : Future.failedFuture(unfit));
  }

  /** No answer, or still in the pause after one that did not come: nothing was said against us. */
  private static boolean isLate(Throwable unfit) {
    Throwable cause = unfit.getCause();
    return unfit instanceof TimeoutException
        || cause instanceof TimeoutException
        || (unfit instanceof QueueUnavailableException && cause == null);
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
  public Changes by(Signature signed) {
    return new RedisChanges(link, keeper, this::onLoop, signed);
  }

  @Override
  public Lookups lookups() {
    return lookups;
  }

  private Lookups onLoop(Lookups here) {
    return new Lookups() {
      @Override
      public Future<EventView> now(String event) {
        return onLoop(() -> here.now(event));
      }

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
