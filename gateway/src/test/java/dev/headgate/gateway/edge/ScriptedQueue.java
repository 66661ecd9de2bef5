package dev.headgate.gateway.edge;

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
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Answers as a test says, and remembers what it was asked. */
final class ScriptedQueue implements Queue {

  final List<String> joins = new CopyOnWriteArrayList<>();
  final List<Entry> entries = new CopyOnWriteArrayList<>();

  /** What came with each request for a place. */
  final List<Optional<SolvedChallenge>> solved = new CopyOnWriteArrayList<>();

  final List<QueuePosition> claims = new CopyOnWriteArrayList<>();
  final List<QueuePosition> releases = new CopyOnWriteArrayList<>();

  volatile Future<JoinAnswer> join =
      Future.succeededFuture(new JoinAnswer.Joined(ScriptedView.EPOCH, 0, 100, false));

  /** What a claim is answered instead, where it depends on who claims. */
  volatile @Nullable Function<QueuePosition, Future<ClaimAnswer>> claimOf;

  volatile Future<ClaimAnswer> claim = Future.succeededFuture(new ClaimAnswer.NotYourTurn());
  volatile Function<QueuePosition, Future<Standing>> standing =
      position -> Future.succeededFuture(Standing.WAITING);
  volatile Future<Void> release = Future.succeededFuture();

  @Override
  public Future<JoinAnswer> join(String event, @Nullable SolvedChallenge solved) {
    this.solved.add(Optional.ofNullable(solved));
    joins.add(event);
    return join;
  }

  @Override
  public Future<Standing> look(EventView view, QueuePosition position) {
    return standing.apply(position);
  }

  @Override
  public Future<ClaimAnswer> claim(QueuePosition position) {
    claims.add(position);
    Function<QueuePosition, Future<ClaimAnswer>> each = claimOf;
    return each == null ? claim : each.apply(position);
  }

  @Override
  public Future<RenewAnswer> renew(QueuePosition position) {
    return Future.succeededFuture(new RenewAnswer.Gone());
  }

  @Override
  public Future<Void> release(QueuePosition position) {
    releases.add(position);
    return release;
  }

  @Override
  public Future<JoinAnswer> enter(String event, Entry entry, @Nullable SolvedChallenge solved) {
    this.solved.add(Optional.ofNullable(solved));
    entries.add(entry);
    return join;
  }

  @Override
  public Future<Optional<JoinAnswer.Inside>> pass(String event) {
    return Future.succeededFuture(Optional.empty());
  }

  @Override
  public Future<RenewAnswer> extend(QueuePosition position, int seconds) {
    return renew(position);
  }
}
