package dev.headgate.gateway.edge;

import dev.headgate.gateway.token.PlaceTicket;
import dev.headgate.gateway.token.PlaceTickets;
import java.util.Optional;

/** Tickets a test can write by hand: {@code hgp1.<event>.<epoch>.<arrival>}. */
final class ReadableTickets implements PlaceTickets {

  static String ticket(String event, long epoch, int arrival) {
    return "hgp1." + event + "." + epoch + "." + arrival;
  }

  @Override
  public PlaceTicket newPlace(String event, long epoch, int lane, int arrival) {
    return new PlaceTicket(event, epoch, lane, arrival, "fan-" + arrival);
  }

  @Override
  public String write(PlaceTicket place) {
    return ticket(place.event(), place.epoch(), place.arrival());
  }

  @Override
  public Optional<PlaceTicket> read(String event, String ticket) {
    String[] parts = ticket.split("\\.", -1);
    if (parts.length != 4 || !parts[0].equals("hgp1") || !parts[1].equals(event)) {
      return Optional.empty();
    }
    return Optional.of(newPlace(event, Long.parseLong(parts[2]), 0, Integer.parseInt(parts[3])));
  }
}
