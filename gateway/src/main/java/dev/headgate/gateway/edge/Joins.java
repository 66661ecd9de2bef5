package dev.headgate.gateway.edge;

import dev.headgate.gateway.http.Problem;
import dev.headgate.gateway.http.ProblemException;
import dev.headgate.gateway.queue.EventView;
import dev.headgate.gateway.queue.JoinAnswer;
import dev.headgate.gateway.queue.Queue;
import dev.headgate.gateway.queue.Standing;
import dev.headgate.gateway.token.PlaceTicket;
import dev.headgate.gateway.token.PlaceTickets;
import io.vertx.core.Future;
import io.vertx.core.MultiMap;

/** {@code POST …/places}: asks for a place, or finds the one the fan has. */
final class Joins {

  private static final int ONLY_LANE = 0;

  private final EdgeShared shared;
  private final Queue queue;
  private final PlaceTickets mint;
  private final InstantText instants;

  Joins(EdgeShared shared, EdgeParts parts, InstantText instants) {
    this.shared = shared;
    this.queue = parts.queue();
    this.mint = parts.tickets();
    this.instants = instants;
  }

  Future<Reply> answer(MultiMap headers, EventView view) {
    PlaceTicket held = shared.tickets().presented(headers, view.event()).ticket();
    Future<Reply> reply =
        held == null || held.epoch() < view.epoch()
            ? join(headers, view)
            : shared
                .places()
                .look(view, held)
                .compose(
                    place ->
                        place.standing().state() == Standing.State.OVER
                            ? join(headers, view)
                            : Future.succeededFuture(same(view, place)));
    return reply.onFailure(refused -> shared.meters().joined(EdgeMeters.Join.REFUSED));
  }

  private Reply same(EventView view, Place place) {
    shared.meters().joined(EdgeMeters.Join.SAME);
    return Reply.json(200, shared.json().of(view, place));
  }

  private Future<Reply> join(MultiMap headers, EventView view) {
    if (view.restoring()) {
      return Future.failedFuture(new ProblemException(Problem.restoring()));
    }
    return queue.join(view.event()).map(answer -> reply(headers, view, answer));
  }

  private Reply reply(MultiMap headers, EventView view, JoinAnswer answer) {
    if (answer instanceof JoinAnswer.Joined joined) {
      return created(headers, view, joined);
    }
    throw new ProblemException(refusal(answer));
  }

  private Reply created(MultiMap headers, EventView view, JoinAnswer.Joined joined) {
    shared.meters().joined(EdgeMeters.Join.NEW);
    PlaceTicket ticket = mint.newPlace(view.event(), joined.epoch(), ONLY_LANE, joined.arrival());
    String written = mint.write(ticket);
    Place place = Place.waiting(ticket, Place.positionOf(view, ticket));
    Reply reply = Reply.json(201, shared.json().withTicket(view, place, written));
    return shared.cookies().place(reply, headers, view, written);
  }

  private Problem refusal(JoinAnswer answer) {
    if (answer instanceof JoinAnswer.NotOpen closed) {
      String opensAt = instants.text(closed.opensAt());
      return Problem.of(403, "not-open", "Not open yet", "The queue opens at " + opensAt + ".")
          .with("opensAt", opensAt);
    }
    if (answer instanceof JoinAnswer.Ended) {
      return Problem.of(410, "ended", "The event is over", "Nobody can join any more.");
    }
    if (answer instanceof JoinAnswer.QueueFull) {
      return Problem.of(429, "queue-full", "The queue is full", "Every place has been handed out.");
    }
    return Problem.restoring();
  }
}
