package dev.headgate.gateway.testing;

import dev.headgate.gateway.queue.ClaimAnswer;
import dev.headgate.gateway.queue.Entry;
import dev.headgate.gateway.queue.EventView;
import dev.headgate.gateway.queue.JoinAnswer;
import dev.headgate.gateway.queue.Queue;
import dev.headgate.gateway.queue.QueuePosition;
import dev.headgate.gateway.queue.RenewAnswer;
import dev.headgate.gateway.queue.Standing;
import dev.headgate.gateway.token.SolvedChallenge;
import io.vertx.core.Future;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A queue that answers as a test tells it, and writes down what it was asked. */
public final class FakeQueue implements Queue {
  /** The calls, in order: {@code "renew derby 12"}. */
  public final List<String> calls = new CopyOnWriteArrayList<>();

  public volatile Function<String, Future<JoinAnswer>> join =
      event -> Future.succeededFuture(new JoinAnswer.Restoring());
  public volatile Function<QueuePosition, Future<Standing>> look =
      position -> Future.succeededFuture(Standing.WAITING);
  public volatile Function<QueuePosition, Future<ClaimAnswer>> claim =
      position -> Future.succeededFuture(new ClaimAnswer.NotYourTurn());
  public volatile Function<QueuePosition, Future<RenewAnswer>> renew =
      position -> Future.succeededFuture(new RenewAnswer.Gone());
  public volatile Function<String, Future<Optional<JoinAnswer.Inside>>> pass =
      event -> Future.succeededFuture(Optional.empty());
  public volatile BiFunction<QueuePosition, Integer, Future<RenewAnswer>> extend =
      (position, seconds) -> Future.succeededFuture(new RenewAnswer.Gone());
  public volatile Function<QueuePosition, Future<Void>> release =
      position -> Future.succeededFuture();

  @Override
  public Future<JoinAnswer> join(String event, @Nullable SolvedChallenge solved) {
    calls.add("join " + event);
    return join.apply(event);
  }

  @Override
  public Future<Standing> look(EventView view, QueuePosition position) {
    calls.add("look " + position.event() + " " + position.position());
    return look.apply(position);
  }

  @Override
  public Future<ClaimAnswer> claim(QueuePosition position) {
    calls.add("claim " + position.event() + " " + position.position());
    return claim.apply(position);
  }

  @Override
  public Future<RenewAnswer> renew(QueuePosition position) {
    calls.add("renew " + position.event() + " " + position.position());
    return renew.apply(position);
  }

  @Override
  public Future<Void> release(QueuePosition position) {
    calls.add("release " + position.event() + " " + position.position());
    return release.apply(position);
  }

  @Override
  public Future<JoinAnswer> enter(String event, Entry entry, @Nullable SolvedChallenge solved) {
    return join(event);
  }

  @Override
  public Future<Optional<JoinAnswer.Inside>> pass(String event) {
    calls.add("pass " + event);
    return pass.apply(event);
  }

  @Override
  public Future<RenewAnswer> extend(QueuePosition position, int seconds) {
    calls.add("extend " + position.event() + " " + position.position() + " by " + seconds);
    return extend.apply(position, seconds);
  }
}
