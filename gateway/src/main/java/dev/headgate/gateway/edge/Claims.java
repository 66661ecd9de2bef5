package dev.headgate.gateway.edge;

import dev.headgate.gateway.config.EventSettings.Mode;
import dev.headgate.gateway.edge.EdgeMeters.Claim;
import dev.headgate.gateway.http.Problem;
import dev.headgate.gateway.http.ProblemException;
import dev.headgate.gateway.queue.ClaimAnswer;
import dev.headgate.gateway.queue.EventView;
import dev.headgate.gateway.queue.Phase;
import dev.headgate.gateway.queue.QueuePosition;
import dev.headgate.gateway.queue.Standing;
import dev.headgate.gateway.token.Admission;
import dev.headgate.gateway.token.PlaceTicket;
import dev.headgate.gateway.token.Proofs;
import dev.headgate.gateway.token.SigningGate;
import io.vertx.core.Future;
import io.vertx.core.MultiMap;
import io.vertx.core.json.JsonObject;
import java.util.OptionalInt;

/** {@code POST …/admissions}: takes the turn, checked in the order of docs/protocol.md. */
final class Claims {

  private static final Standing CALLED = new Standing(Standing.State.CALLED, null);
  private static final Standing ADMITTED = new Standing(Standing.State.ADMITTED, null);

  private final EdgeShared shared;
  private final ClaimCalls calls;
  private final SigningGate gate;

  Claims(EdgeShared shared, EdgeParts parts) {
    this.shared = shared;
    this.calls = new ClaimCalls(parts.queue(), parts.nanoTime()::getAsLong);
    this.gate = shared.signing().gate();
  }

  /** One fan's claim: the request's headers, the event, and whose place it is. */
  private record Claimant(MultiMap headers, EventView view, PlaceTicket ticket, int position) {

    QueuePosition inQueue() {
      return Place.inQueue(ticket, position);
    }

    Place place(Standing standing) {
      return new Place(ticket, OptionalInt.of(position), standing);
    }

    boolean passesThrough() {
      return view.settings().mode() == Mode.PASSTHROUGH;
    }
  }

  Future<Reply> answer(MultiMap headers, EventView view) {
    if (view.restoring()) {
      return refused(Claim.RESTORING, Problem.restoring());
    }
    PlaceTicket ticket = shared.tickets().presented(headers, view.event()).orRefuse();
    if (ticket.epoch() < view.epoch()) {
      return refused(Claim.RESET, Refusals.queueReset());
    }
    OptionalInt position = Place.positionOf(view, ticket);
    if (position.isEmpty() || view.phase() == Phase.DRAWING) {
      return beforeTheDraw(headers, view, Place.waiting(ticket, position));
    }
    Claimant claimant = new Claimant(headers, view, ticket, position.getAsInt());
    Future<Proofs.Answer> proven = shared.keys().prove(headers, view, ticket);
    return proven.succeeded()
        ? proven(claimant, proven.result())
        : proven.compose(answer -> proven(claimant, answer));
  }

  private Future<Reply> proven(Claimant claimant, Proofs.Answer answer) {
    return switch (answer) {
      case PROVEN -> claim(claimant);
      case MISSING -> refused(Claim.UNPROVEN, Refusals.proofRequired());
      case INVALID -> refused(Claim.UNPROVEN, Refusals.proofInvalid());
      case BUSY -> notToBeSignedNow(claimant, CALLED);
    };
  }

  private Future<Reply> claim(Claimant claimant) {
    EventView view = claimant.view();
    return claimant.passesThrough()
        ? whenItCanBeSigned(claimant)
        : calls.claim(view, claimant.inQueue()).compose(answer -> reply(claimant, answer));
  }

  /** No dial bounds these, so room to sign is kept before anything is spent in the store. */
  private Future<Reply> whenItCanBeSigned(Claimant claimant) {
    if (!gate.reserve()) {
      return notToBeSignedNow(claimant, CALLED);
    }
    return calls
        .claim(claimant.view(), claimant.inQueue())
        .transform(
            answer -> {
              try {
                return answer.succeeded()
                    ? reply(claimant, answer.result())
                    : Future.failedFuture(answer.cause());
              } finally {
                gate.giveBack(); // A signature that is due has been asked for by now.
              }
            });
  }

  private Future<Reply> notToBeSignedNow(Claimant claimant, Standing standing) {
    return refused(
        Claim.SIGNING, withPlace(Refusals.momentPlease(), claimant, claimant.place(standing)));
  }

  /** Forgets what was answered about a session that has ended. */
  void forget(QueuePosition position) {
    calls.forget(position);
  }

  private Future<Reply> beforeTheDraw(MultiMap headers, EventView view, Place place) {
    if (view.settings().mode() == Mode.REJECT) {
      return refused(Claim.REJECTED, Refusals.rejected());
    }
    // Frozen, but the order is not known here yet: it may well be this fan's turn elsewhere.
    return view.entrants().isPresent()
        ? refused(Claim.DOOR, withPlace(Refusals.momentPlease(), headers, view, place))
        : refused(Claim.EARLY, withPlace(Refusals.notYourTurn(), headers, view, place));
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
      return refused(Claim.EARLY, withPlace(Refusals.notYourTurn(), claimant, place));
    }
    if (answer instanceof ClaimAnswer.TurnOver) {
      return refused(Claim.OVER, Refusals.turnOver());
    }
    if (answer instanceof ClaimAnswer.QueueReset) {
      return refused(Claim.RESET, Refusals.queueReset());
    }
    if (answer instanceof ClaimAnswer.Ended) {
      return refused(Claim.ENDED, Refusals.ended());
    }
    if (answer instanceof ClaimAnswer.SoldOut) {
      return refused(Claim.SOLD_OUT, Refusals.soldOut());
    }
    if (answer instanceof ClaimAnswer.Rejected) {
      return refused(Claim.REJECTED, Refusals.rejected());
    }
    return refused(Claim.RESTORING, Problem.restoring());
  }

  private Future<Reply> admit(Claimant claimant, ClaimAnswer.Admitted admitted) {
    if (!claimant.passesThrough() && gate.isFull()) {
      return notToBeSignedNow(
          claimant, ADMITTED); // The session stands, and the next claim gets it.
    }
    return shared
        .signing()
        .sign(claimant.view(), admission(claimant, admitted))
        .map(signed -> reply(claimant, admitted.created(), signed));
  }

  private Reply reply(Claimant claimant, boolean created, Signing.Signed signed) {
    shared.meters().claimed(created ? Claim.ADMITTED : Claim.AGAIN);
    Reply reply = Reply.json(created ? 201 : 200, signed.document().toBuffer());
    return shared.cookies().admission(reply, claimant.headers(), claimant.view(), signed.cookie());
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
        admitted.expiresSeconds(),
        ticket.keyThumbprint());
  }

  private Future<Reply> atTheDoor(Claimant claimant) {
    return shared
        .places()
        .look(claimant.view(), claimant.ticket())
        .otherwise(away -> claimant.place(CALLED))
        .compose(place -> refused(Claim.DOOR, withPlace(Refusals.momentPlease(), claimant, place)));
  }

  private Future<Reply> refused(Claim outcome, Problem problem) {
    shared.meters().claimed(outcome);
    return Future.failedFuture(new ProblemException(problem));
  }

  private Problem withPlace(Problem problem, Claimant claimant, Place place) {
    return withPlace(problem, claimant.headers(), claimant.view(), place);
  }

  private Problem withPlace(Problem problem, MultiMap headers, EventView view, Place place) {
    Said said = Said.of(view, headers);
    return problem.with("place", new JsonObject(shared.json().of(view, place, said)));
  }
}
