package dev.headgate.gateway.queue;

import dev.headgate.gateway.token.SolvedChallenge;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The contested changes from one event loop, over its own pipelined connection. */
final class RedisQueue implements Queue {
  private static final int GENERAL = 0;
  private static final int PROBATION_SECONDS = 30;

  private final Context loop;
  private final RedisLink link;
  private final Keeper keeper;
  private final Map<String, JoinBatch> joins = new HashMap<>();
  private final Map<String, LookBatch> looks = new HashMap<>();

  /** A queue for the calling event loop. */
  RedisQueue(Vertx vertx, RedisLink link, Keeper keeper) {
    this.loop = vertx.getOrCreateContext();
    this.link = link;
    this.keeper = keeper;
  }

  @Override
  public Future<JoinAnswer> join(String event, @Nullable SolvedChallenge solved) {
    String proof = ProofText.of(solved);
    if (!keeper.isAlwaysOn(event)) {
      return atTheEnd(event, proof);
    }
    return runPass(event, 0, proof)
        .compose(
            in ->
                in.isPresent()
                    ? Future.succeededFuture((JoinAnswer) in.get())
                    : atTheEnd(event, proof));
  }

  private Future<JoinAnswer> atTheEnd(String event, String proof) {
    return joins
        .computeIfAbsent(
            event,
            id ->
                new JoinBatch(
                    new JoinBatch.Where(id, GENERAL),
                    loop,
                    (of, proofs) -> runJoin(of, proofs, GENERAL, ""),
                    keeper::joined))
        .add(proof);
  }

  @Override
  public Future<JoinAnswer> enter(String event, Entry entry, @Nullable SolvedChallenge solved) {
    JoinBatch.Where where = new JoinBatch.Where(event, entry.lane());
    JoinBatch.Call call = (of, proofs) -> runJoin(of, proofs, entry.lane(), entry.id());
    return new JoinBatch(where, loop, call, keeper::joined).add(ProofText.of(solved));
  }

  @Override
  public Future<Optional<JoinAnswer.Inside>> pass(String event) {
    return keeper.isAlwaysOn(event)
        ? runPass(event, PROBATION_SECONDS, ProofText.NONE)
        : Future.succeededFuture(Optional.empty());
  }

  @Override
  public Future<Standing> look(EventView view, QueuePosition position) {
    if (position.position() >= view.calledTo(position.lane())) {
      return Future.succeededFuture(Standing.WAITING);
    }
    if (view.restoring()) {
      return Future.succeededFuture(LookBatch.FROM_MEMORY);
    }
    return looks
        .computeIfAbsent(position.event(), id -> new LookBatch(id, loop, link))
        .add(position);
  }

  @Override
  public Future<ClaimAnswer> claim(QueuePosition at) {
    return link.run(Script.CLAIM, at.event(), at.epoch(), at.lane(), at.position())
        .map(
            answer ->
                switch (answer.verdict()) {
                  case "ADMITTED" -> firstTime(at, answer);
                  case "SAME" -> admitted(answer, false);
                  case "MOMENT" -> new ClaimAnswer.MomentPlease();
                  case "NOT_YET" -> new ClaimAnswer.NotYourTurn();
                  case "OVER" -> new ClaimAnswer.TurnOver();
                  case "RESET" -> new ClaimAnswer.QueueReset();
                  case "ENDED" -> new ClaimAnswer.Ended();
                  case "SOLD_OUT" -> new ClaimAnswer.SoldOut();
                  case "REJECTED" -> new ClaimAnswer.Rejected();
                  default -> stranger(at.event(), answer, new ClaimAnswer.Restoring());
                });
  }

  @Override
  public Future<RenewAnswer> renew(QueuePosition at) {
    return runRenew(at, "");
  }

  @Override
  public Future<RenewAnswer> extend(QueuePosition at, int seconds) {
    return runRenew(at, Integer.toString(seconds));
  }

  private Future<RenewAnswer> runRenew(QueuePosition at, String extension) {
    return link.run(Script.RENEW, at.event(), at.epoch(), at.lane(), at.position(), extension)
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
    return link.run(Script.RELEASE, at.event(), at.epoch(), at.lane(), at.position())
        .map(
            answer -> {
              if (!"OK".equals(answer.verdict())) {
                throw away(at.event(), answer);
              }
              keeper.ended(at, answer.number(1));
              return null;
            });
  }

  private Future<JoinAnswers> runJoin(String event, List<String> proofs, int lane, String entry) {
    List<Object> args = new ArrayList<>(List.of(proofs.size(), lane, entry));
    if (!proofs.stream().allMatch(String::isEmpty)) {
      args.addAll(proofs);
    }
    return link.run(Script.JOIN, event, args.toArray())
        .map(
            answer ->
                switch (answer.verdict()) {
                  case "OK" -> given(event, lane, answer);
                  case "UNPROVEN" -> JoinAnswers.unproven(answer);
                  default -> JoinAnswers.all(refusal(event, answer));
                });
  }

  private JoinAnswers given(String event, int lane, Reply answer) {
    JoinAnswers answers = JoinAnswers.given(answer);
    if (answers.called()) {
      keeper.called(event, lane, answers.first() + answers.granted());
    }
    return answers;
  }

  private JoinAnswer refusal(String event, Reply answer) {
    return switch (answer.verdict()) {
      case "NOT_OPEN" -> JoinAnswers.notOpen(answer.number(1));
      case "ENDED" -> new JoinAnswer.Ended();
      case "SOLD_OUT" -> new JoinAnswer.SoldOut();
      case "REJECTED" -> new JoinAnswer.Rejected();
      case "NO_LANE" -> new JoinAnswer.NoLane();
      default -> stranger(event, answer, new JoinAnswer.Restoring());
    };
  }

  private Future<Optional<JoinAnswer.Inside>> runPass(
      String event, int probationSeconds, String proof) {
    return link.run(Script.PASS, event, probationSeconds, proof)
        .map(
            answer -> {
              if (!answer.verdict().equals("IN")) {
                return Optional.empty();
              }
              int arrival = answer.count(2);
              keeper.joined(
                  event, new Handed(answer.number(1), GENERAL, arrival + 1, answer.count(5)));
              keeper.called(event, GENERAL, arrival + 1);
              return Optional.of(
                  new JoinAnswer.Inside(
                      answer.number(1), GENERAL, arrival, answer.number(3), answer.number(4)));
            });
  }

  private ClaimAnswer firstTime(QueuePosition at, Reply answer) {
    keeper.admitted(at);
    return admitted(answer, true);
  }

  private static ClaimAnswer admitted(Reply answer, boolean created) {
    return new ClaimAnswer.Admitted(answer.number(1), answer.number(2), created);
  }

  private <T> T stranger(String event, Reply answer, T restoring) {
    if (answer.stranger() || keeper.knows(event)) {
      return restoring;
    }
    throw new UnknownEventException(event);
  }

  private RuntimeException away(String event, Reply answer) {
    boolean lost = answer.stranger() || keeper.knows(event);
    return lost
        ? new QueueUnavailableException("the store is being restored", null)
        : new UnknownEventException(event);
  }
}
