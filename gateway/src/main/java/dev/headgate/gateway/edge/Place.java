package dev.headgate.gateway.edge;

import dev.headgate.gateway.queue.EventView;
import dev.headgate.gateway.queue.QueuePosition;
import dev.headgate.gateway.queue.Standing;
import dev.headgate.gateway.token.PlaceTicket;
import java.util.OptionalInt;

/**
 * A fan's place as it stands.
 *
 * @param ticket whose place
 * @param position its position; empty before the draw is known here
 * @param standing where it stands
 */
record Place(PlaceTicket ticket, OptionalInt position, Standing standing) {

  /** A place nothing more is known of than its ticket. */
  static Place waiting(PlaceTicket ticket, OptionalInt position) {
    return new Place(ticket, position, Standing.WAITING);
  }

  /** The position of a ticket in this view; empty where the view is of an earlier epoch. */
  static OptionalInt positionOf(EventView view, PlaceTicket ticket) {
    return ticket.epoch() == view.epoch()
        ? view.positionOf(ticket.lane(), ticket.arrival())
        : OptionalInt.empty();
  }

  /** What claims and sessions are kept by. */
  static QueuePosition inQueue(PlaceTicket ticket, int position) {
    return new QueuePosition(ticket.event(), ticket.epoch(), ticket.lane(), position);
  }

  /** How many stand before it and have not been called. */
  int ahead(EventView view) {
    // Who has been called has nobody ahead, even where the view is older than the call.
    return standing.state() == Standing.State.WAITING
        ? Math.max(0, position.orElse(0) - view.cutoff(ticket.lane()))
        : 0;
  }
}
