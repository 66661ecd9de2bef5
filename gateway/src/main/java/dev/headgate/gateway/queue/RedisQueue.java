package dev.headgate.gateway.queue;

import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;

/** The contested changes from one event loop, over its own pipelined connection. */
final class RedisQueue implements Queue {
  private final Context loop;
  private final RedisLink link;
  private final Predicate<String> known;
  private final JoinBatch.Listener joined;
  private final Map<String, JoinBatch> joins = new HashMap<>();
  private final Map<String, LookBatch> looks = new HashMap<>();

  /**
   * A queue for the calling event loop.
   *
   * @param known whether this gateway keeps an event in its state: if so, a store that does not
   *     know it has lost it
   * @param joined is told of numbers handed out
   */
  RedisQueue(Vertx vertx, RedisLink link, Predicate<String> known, JoinBatch.Listener joined) {
    this.loop = vertx.getOrCreateContext();
    this.link = link;
    this.known = known;
    this.joined = joined;
  }

  @Override
  public Future<JoinAnswer> join(String event) {
    return joins.computeIfAbsent(event, id -> new JoinBatch(id, loop, this::runJoin, joined)).add();
  }

  @Override
  public Future<JoinAnswer> enter(String event, Entry entry) {
    throw new UnsupportedOperationException("lanes are on their way");
  }

  @Override
  public Future<Optional<JoinAnswer.Inside>> pass(String event) {
    return Future.succeededFuture(Optional.empty());
  }

  @Override
  public Future<RenewAnswer> extend(QueuePosition at, int seconds) {
    return renew(at);
  }

  @Override
  public Future<Standing> look(EventView view, QueuePosition position) {
    if (position.position() >= view.cutoff()) {
      return Future.succeededFuture(Standing.WAITING);
    }
    if (view.restoring()) {
      return Future.succeededFuture(LookBatch.FROM_MEMORY);
    }
    return looks
        .computeIfAbsent(position.event(), id -> new LookBatch(id, loop, link))
        .add(position.epoch(), position.position());
  }

  @Override
  public Future<ClaimAnswer> claim(QueuePosition at) {
    return link.run(Script.CLAIM, at.event(), at.epoch(), at.position())
        .map(
            answer ->
                switch (answer.verdict()) {
                  case "ADMITTED" -> admitted(answer, true);
                  case "SAME" -> admitted(answer, false);
                  case "MOMENT" -> new ClaimAnswer.MomentPlease();
                  case "NOT_YET" -> new ClaimAnswer.NotYourTurn();
                  case "OVER" -> new ClaimAnswer.TurnOver();
                  case "RESET" -> new ClaimAnswer.QueueReset();
                  case "ENDED" -> new ClaimAnswer.Ended();
                  default -> stranger(at.event(), answer, new ClaimAnswer.Restoring());
                });
  }

  @Override
  public Future<RenewAnswer> renew(QueuePosition at) {
    return link.run(Script.RENEW, at.event(), at.epoch(), at.position())
        .map(
            answer ->
                switch (answer.verdict()) {
                  case "OK" -> new RenewAnswer.Renewed(answer.number(1), answer.number(2));
                  case "GONE" -> new RenewAnswer.Gone();
                  default -> throw away(at.event(), answer);
                });
  }

  @Override
  public Future<Void> release(QueuePosition at) {
    return link.run(Script.RELEASE, at.event(), at.epoch(), at.position())
        .map(
            answer -> {
              if (!"OK".equals(answer.verdict())) {
                throw away(at.event(), answer);
              }
              return null;
            });
  }

  private Future<JoinAnswers> runJoin(String event, int count) {
    Function<Reply, JoinAnswers> read =
        answer ->
            switch (answer.verdict()) {
              case "OK" -> JoinAnswers.given(answer);
              case "NOT_OPEN" -> JoinAnswers.all(JoinAnswers.notOpen(answer.number(1)));
              case "ENDED" -> JoinAnswers.all(new JoinAnswer.Ended());
              default -> JoinAnswers.all(stranger(event, answer, new JoinAnswer.Restoring()));
            };
    return link.run(Script.JOIN, event, count).map(read);
  }

  private static ClaimAnswer admitted(Reply answer, boolean created) {
    return new ClaimAnswer.Admitted(answer.number(1), answer.number(2), created);
  }

  private <T> T stranger(String event, Reply answer, T restoring) {
    if (answer.stranger() || known.test(event)) {
      return restoring;
    }
    throw new UnknownEventException(event);
  }

  private RuntimeException away(String event, Reply answer) {
    boolean lost = answer.stranger() || known.test(event);
    return lost
        ? new QueueUnavailableException("the store is being restored", null)
        : new UnknownEventException(event);
  }
}
