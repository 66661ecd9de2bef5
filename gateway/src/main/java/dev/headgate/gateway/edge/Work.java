package dev.headgate.gateway.edge;

import dev.headgate.gateway.config.ProofOfWork;
import dev.headgate.gateway.http.Problem;
import dev.headgate.gateway.http.ProblemException;
import dev.headgate.gateway.queue.EventView;
import dev.headgate.gateway.token.Challenge;
import dev.headgate.gateway.token.Challenges;
import dev.headgate.gateway.token.SolutionCheck;
import io.vertx.core.buffer.Buffer;
import org.jspecify.annotations.Nullable;

/** The proof of work that an event may ask for before it gives a place. */
final class Work {

  private static final Reply NOTHING_ASKED = Reply.empty(204);

  private final Challenges challenges;
  private final EdgeMeters meters;
  private final InstantText instants;

  Work(Challenges challenges, EdgeMeters meters, InstantText instants) {
    this.challenges = challenges;
    this.meters = meters;
    this.instants = instants;
  }

  /** {@code GET …/challenge}: what has to be solved. */
  Reply answer(EventView view) {
    Challenges.Asked asked = asked(view);
    if (asked == null) {
      return NOTHING_ASKED;
    }
    if (view.restoring()) {
      // What was issued before the store is back is not taken afterwards.
      throw new ProblemException(Problem.restoring());
    }
    meters.issued();
    return Reply.json(200, document(challenges.issue(asked, view.now())));
  }

  private Buffer document(Challenge challenge) {
    StringBuilder out = new StringBuilder(320);
    out.append("{\"challengeId\":\"").append(challenge.id());
    out.append("\",\"prefix\":\"").append(challenge.prefix());
    out.append("\",\"algorithm\":\"sha-256\",\"difficulty\":").append(challenge.difficulty());
    out.append(",\"issuedAt\":");
    instants.append(out, challenge.issuedAt());
    out.append(",\"expiresAt\":");
    instants.append(out, challenge.expiresAt());
    out.append(",\"serverTime\":");
    instants.append(out, challenge.issuedAt());
    return Buffer.buffer(out.append('}').toString());
  }

  /**
   * Looks at what came with a join; null where the event asks for nothing.
   *
   * @param solution what was sent, or null
   */
  @Nullable SolutionCheck check(EventView view, @Nullable String solution) {
    Challenges.Asked asked = asked(view);
    return asked == null ? null : challenges.check(asked, solution, view.now());
  }

  private static Challenges.@Nullable Asked asked(EventView view) {
    ProofOfWork challenge = view.settings().challenge();
    return challenge == null
        ? null
        : new Challenges.Asked(view.event(), view.epoch(), challenge.difficulty());
  }
}
