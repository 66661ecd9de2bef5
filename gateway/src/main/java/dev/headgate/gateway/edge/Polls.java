package dev.headgate.gateway.edge;

import dev.headgate.gateway.http.ProblemException;
import dev.headgate.gateway.queue.EventView;
import dev.headgate.gateway.queue.Standing;
import dev.headgate.gateway.token.PlaceTicket;
import io.vertx.core.Future;
import io.vertx.core.MultiMap;

/** {@code GET …/places/me}: the one request that every waiting fan makes, over and over. */
final class Polls {

  private final EdgeShared shared;
  private final PollPace pace;

  Polls(EdgeShared shared, PollPace pace) {
    this.shared = shared;
    this.pace = pace;
  }

  Future<Reply> answer(MultiMap headers, EventView view) {
    shared.meters().polled();
    PlaceTicket ticket =
        Places.ofThisEpoch(view, shared.tickets().presented(headers, view.event()).orRefuse());
    if (!pace.allows(ticket, shared.nanoTime().getAsLong())) {
      throw new ProblemException(Refusals.slowDown());
    }
    Future<Place> place = shared.places().look(view, ticket);
    return place.succeeded()
        ? Future.succeededFuture(reply(headers, view, place.result()))
        : place.map(found -> reply(headers, view, found));
  }

  private Reply reply(MultiMap headers, EventView view, Place place) {
    int pollAfterMillis = PollAdvice.millis(view, place);
    if (place.standing().state() == Standing.State.WAITING) {
      view.seen(pollAfterMillis);
    }
    Said said = Said.of(view, headers);
    return Reply.chosenJson(shared.json().of(view, place, said, pollAfterMillis));
  }
}
