package dev.headgate.gateway.queue;

import dev.headgate.gateway.token.ChallengeFlaw;
import dev.headgate.gateway.trace.Span;
import dev.headgate.gateway.trace.Spans;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** The joins of one event on one loop: those of one turn of the loop go as one call. */
final class JoinBatch {

  /** A join waits this long for a usable number, then is told to come back. */
  private static final long LONGEST_WAIT_NANOS = TimeUnit.SECONDS.toNanos(3);

  private static final long NEXT_TRY_MILLIS = 50;

  private final String event;
  private final int lane;
  private final Context loop;
  private final Call call;
  private final Listener joined;
  private final Deque<Waiting> waiting = new ArrayDeque<>();
  private boolean scheduled;

  /** Asks the store for numbers. */
  interface Call {

    /**
     * A number for each of so many.
     *
     * @param proofs what each has solved, as the scripts read it; empty for nothing
     */
    Future<JoinAnswers> join(String event, List<String> proofs);
  }

  /** Is told of numbers handed out, and of the bound that no number has reached. */
  interface Listener {
    void joined(String event, Handed numbers);
  }

  /** A lane of an event. */
  record Where(String event, int lane) {}

  private record Waiting(String proof, Promise<JoinAnswer> answer, long sinceNanos, Span span) {}

  JoinBatch(Where where, Context loop, Call call, Listener joined) {
    this.event = where.event();
    this.lane = where.lane();
    this.loop = loop;
    this.call = call;
    this.joined = joined;
  }

  /**
   * One more.
   *
   * @param proof what was solved, as the scripts read it; empty for nothing
   */
  Future<JoinAnswer> add(String proof) {
    Promise<JoinAnswer> answer = Promise.promise();
    waiting.addLast(new Waiting(proof, answer, System.nanoTime(), Spans.current()));
    if (!scheduled) {
      scheduled = true;
      // Runs after all that this turn of the loop has read from its sockets.
      loop.runOnContext(turn -> flush());
    }
    return answer.future();
  }

  private void flush() {
    scheduled = false;
    if (waiting.isEmpty()) {
      return;
    }
    List<Waiting> batch = new ArrayList<>(waiting);
    waiting.clear();
    List<String> proofs = batch.stream().map(Waiting::proof).toList();
    Spans.together(batch, Waiting::span, () -> call.join(event, proofs))
        .onComplete(answers -> give(batch, answers), failure -> fail(batch, failure));
  }

  private void give(List<Waiting> all, JoinAnswers answers) {
    JoinAnswer same = answers.same();
    if (same != null) {
      all.forEach(one -> one.answer().complete(same));
      return;
    }
    List<Waiting> batch = refuseUnproven(all, answers.flaws());
    if (!batch.isEmpty()) {
      number(batch, answers);
    }
  }

  /** Those who are not refused. */
  private static List<Waiting> refuseUnproven(List<Waiting> all, List<String> flaws) {
    if (flaws.isEmpty()) {
      return all;
    }
    List<Waiting> proven = new ArrayList<>();
    for (int i = 0; i < all.size(); i++) {
      String flaw = flaws.get(i);
      if (flaw.isEmpty()) {
        proven.add(all.get(i));
      } else {
        all.get(i).answer().complete(new JoinAnswer.ChallengeRequired(ChallengeFlaw.of(flaw)));
      }
    }
    return proven;
  }

  private void number(List<Waiting> batch, JoinAnswers answers) {
    int granted = answers.granted();
    int highest = answers.first() + granted;
    joined.joined(event, new Handed(answers.epoch(), lane, highest, answers.bound()));
    for (int i = 0; i < granted; i++) {
      batch.get(i).answer().complete(answers.place(lane, i));
    }
    List<Waiting> rest = batch.subList(granted, batch.size());
    if (answers.full()) {
      rest.forEach(one -> one.answer().complete(new JoinAnswer.QueueFull()));
    } else if (!rest.isEmpty()) {
      keep(rest);
    }
  }

  /** The next block of numbers is usable two seconds after it was written: these wait for it. */
  private void keep(List<Waiting> rest) {
    long now = System.nanoTime();
    for (int i = rest.size() - 1; i >= 0; i--) {
      Waiting one = rest.get(i);
      if (now - one.sinceNanos() > LONGEST_WAIT_NANOS) {
        one.answer().complete(new JoinAnswer.Restoring());
      } else {
        waiting.addFirst(one);
      }
    }
    if (!waiting.isEmpty() && !scheduled) {
      scheduled = true;
      loop.owner().setTimer(NEXT_TRY_MILLIS, timer -> flush());
    }
  }

  private static void fail(List<Waiting> batch, Throwable failure) {
    batch.forEach(one -> one.answer().fail(failure));
  }
}
