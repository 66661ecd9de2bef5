package dev.headgate.gateway.edge;

import dev.headgate.gateway.http.ProblemException;
import dev.headgate.gateway.queue.EventView;
import dev.headgate.gateway.queue.Events;
import dev.headgate.gateway.queue.Queue;
import dev.headgate.gateway.queue.Standing;
import dev.headgate.gateway.token.PlaceTicket;
import io.vertx.core.Future;
import java.util.OptionalInt;

/** Looks places up. */
final class Places {

  private final Events events;
  private final Queue queue;

  Places(Events events, Queue queue) {
    this.events = events;
    this.queue = queue;
  }

  /** The event as known here, without waiting where that is fresh. */
  Future<EventView> view(String event) {
    EventView fresh = events.fresh(event);
    return fresh != null ? Future.succeededFuture(fresh) : events.view(event);
  }

  /** Where a place stands; at once for one that waits. */
  Future<Place> look(EventView view, PlaceTicket ticket) {
    OptionalInt position = Place.positionOf(view, ticket);
    if (position.isEmpty()) {
      return Future.succeededFuture(Place.waiting(ticket, position));
    }
    Future<Standing> standing = queue.look(view, Place.inQueue(ticket, position.getAsInt()));
    return standing.succeeded()
        ? Future.succeededFuture(new Place(ticket, position, standing.result()))
        : standing.map(stands -> new Place(ticket, position, stands));
  }

  /** Refuses a ticket of an earlier life of the event. */
  static PlaceTicket ofThisEpoch(EventView view, PlaceTicket ticket) {
    if (ticket.epoch() < view.epoch()) {
      throw new ProblemException(Refusals.queueReset());
    }
    return ticket;
  }
}
