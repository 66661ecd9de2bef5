package dev.headgate.gateway.edge;

import com.github.benmanes.caffeine.cache.Ticker;
import dev.headgate.gateway.edge.EdgeMeters.Claim;
import dev.headgate.gateway.http.Problem;
import dev.headgate.gateway.http.ProblemException;
import dev.headgate.gateway.queue.ClaimAnswer;
import dev.headgate.gateway.queue.EventView;
import dev.headgate.gateway.queue.Phase;
import dev.headgate.gateway.queue.QueuePosition;
import dev.headgate.gateway.queue.Standing;
import dev.headgate.gateway.token.Admission;
import dev.headgate.gateway.token.AdmissionTokens;
import dev.headgate.gateway.token.PlaceTicket;
import io.vertx.core.Future;
import io.vertx.core.MultiMap;
import io.vertx.core.json.JsonObject;
import java.time.Instant;
import java.util.OptionalInt;

/** {@code POST …/admissions}: takes the turn, checked in the order of docs/protocol.md. */
final class Claims {

  private final EdgeShared shared;
  private final ClaimCalls calls;
  private final AdmissionTokens tokens;
  private final InstantText instants;

  Claims(EdgeShared shared, EdgeParts parts, InstantText instants) {
    this.shared = shared;
    this.calls = new ClaimCalls(parts.queue(), Ticker.systemTicker());
    this.tokens = parts.tokens();
    this.instants = instants;
  }

  /** One fan's claim: the request's headers, the event, and whose place it is. */
  private record Claimant(MultiMap headers, EventView view, PlaceTicket ticket, int position) {

    QueuePosition inQueue() {
      return Place.inQueue(ticket, position);
    }

    Place place(Standing standing) {
      return new Place(ticket, OptionalInt.of(position), standing);
    }
  }

  Future<Reply> answer(MultiMap headers, EventView view) {
    if (view.restoring()) {
      return refused(Claim.RESTORING, Problem.restoring());
    }
    PlaceTicket ticket = shared.tickets().presented(headers, view.event()).orRefuse();
    if (ticket.epoch() < view.epoch()) {
      return refused(Claim.RESET, Places.queueReset());
    }
    OptionalInt position = Place.positionOf(view, ticket);
    if (position.isEmpty() || view.phase() == Phase.DRAWING) {
      return beforeTheDraw(view, Place.waiting(ticket, position));
    }
    Claimant claimant = new Claimant(headers, view, ticket, position.getAsInt());
    return calls.claim(claimant.inQueue()).compose(answer -> reply(claimant, answer));
  }

  /** Forgets what was answered about a session that has ended. */
  void forget(QueuePosition position) {
    calls.forget(position);
  }

  private Future<Reply> beforeTheDraw(EventView view, Place place) {
    // Frozen, but the order is not known here yet: it may well be this fan's turn elsewhere.
    return view.entrants().isPresent()
        ? refused(Claim.DOOR, withPlace(momentPlease(), view, place))
        : refused(Claim.EARLY, withPlace(notYourTurn(), view, place));
  }

  private Future<Reply> reply(Claimant claimant, ClaimAnswer answer) {
    if (answer instanceof ClaimAnswer.Admitted admitted) {
      return admit(claimant, admitted);
    }
    if (answer instanceof ClaimAnswer.MomentPlease) {
      return atTheDoor(claimant);
    }
    if (answer instanceof ClaimAnswer.NotYourTurn) {
      Place place = claimant.place(Standing.WAITING);
      return refused(Claim.EARLY, withPlace(notYourTurn(), claimant.view(), place));
    }
    if (answer instanceof ClaimAnswer.TurnOver) {
      return refused(Claim.OVER, turnOver());
    }
    if (answer instanceof ClaimAnswer.QueueReset) {
      return refused(Claim.RESET, Places.queueReset());
    }
    if (answer instanceof ClaimAnswer.Ended) {
      return refused(Claim.ENDED, ended());
    }
    return refused(Claim.RESTORING, Problem.restoring());
  }

  private Future<Reply> admit(Claimant claimant, ClaimAnswer.Admitted admitted) {
    Admission admission = admission(claimant, admitted);
    return tokens
        .sign(admission)
        .map(
            token -> {
              shared.meters().claimed(admitted.created() ? Claim.ADMITTED : Claim.AGAIN);
              JsonObject body = body(claimant.view(), admission, token);
              Reply reply = Reply.json(admitted.created() ? 201 : 200, body.toBuffer());
              return shared
                  .cookies()
                  .admission(
                      reply,
                      claimant.headers(),
                      claimant.view(),
                      new FanCookies.Signed(token, admission.expiresSeconds()));
            });
  }

  private static Admission admission(Claimant claimant, ClaimAnswer.Admitted admitted) {
    PlaceTicket ticket = claimant.ticket();
    return new Admission(
        ticket.event(),
        ticket.epoch(),
        ticket.lane(),
        claimant.position(),
        ticket.placeId(),
        admitted.startSeconds(),
        admitted.expiresSeconds());
  }

  private JsonObject body(EventView view, Admission admission, String token) {
    Instant expiresAt = Instant.ofEpochSecond(admission.expiresSeconds());
    return new JsonObject()
        .put("token", token)
        .put("tokenType", "Bearer")
        .put("event", view.event())
        .put("sessionId", tokens.sessionId(admission))
        .put("expiresAt", instants.text(expiresAt))
        .put("resume", view.settings().resume());
  }

  private Future<Reply> atTheDoor(Claimant claimant) {
    EventView view = claimant.view();
    return shared
        .places()
        .look(view, claimant.ticket())
        .otherwise(away -> claimant.place(new Standing(Standing.State.CALLED, null)))
        .compose(place -> refused(Claim.DOOR, withPlace(momentPlease(), view, place)));
  }

  private Future<Reply> refused(Claim outcome, Problem problem) {
    shared.meters().claimed(outcome);
    return Future.failedFuture(new ProblemException(problem));
  }

  private Problem withPlace(Problem problem, EventView view, Place place) {
    return problem.with("place", new JsonObject(shared.json().of(view, place)));
  }

  private static Problem momentPlease() {
    return Problem.of(
        429, "moment-please", "One moment, please", "Your place at the door is kept. Try again.");
  }

  private static Problem notYourTurn() {
    return Problem.of(409, "not-your-turn", "Not your turn yet", "You have not been called yet.");
  }

  private static Problem turnOver() {
    return Problem.of(
            410, "turn-over", "Your turn is over", "You can join again at the end of the queue.")
        .with("rejoin", true);
  }

  private static Problem ended() {
    return Problem.of(410, "ended", "The event is over", "Nobody is let in any more.");
  }
}
