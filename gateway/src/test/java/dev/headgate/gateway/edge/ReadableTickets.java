package dev.headgate.gateway.edge;

import dev.headgate.gateway.token.PlaceTicket;
import dev.headgate.gateway.token.PlaceTickets;
import java.util.Optional;

/**
 * Tickets a test can write by hand: {@code hgp1.<event>.<epoch>.<arrival>}, and in a lane other
 * than the general one {@code .<lane>.<placeId>} behind it. One that is bound to a key ends in
 * {@code ~<thumbprint>}.
 */
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
    String ticket = ticket(place.event(), place.epoch(), place.arrival());
    String lane = place.lane() == 0 ? "" : "." + place.lane() + "." + place.placeId();
    return ticket + lane + (place.keyThumbprint() == null ? "" : "~" + place.keyThumbprint());
  }

  @Override
  public Optional<PlaceTicket> read(String event, String ticket) {
    int key = ticket.indexOf('~');
    if (key >= 0) {
      String thumbprint = ticket.substring(key + 1);
      return read(event, ticket.substring(0, key)).map(place -> place.boundTo(thumbprint));
    }
    String[] parts = ticket.split("\\.", -1);
    boolean inLane = parts.length == 6;
    if (!(inLane || parts.length == 4) || !parts[0].equals("hgp1") || !parts[1].equals(event)) {
      return Optional.empty();
    }
    long epoch = Long.parseLong(parts[2]);
    int arrival = Integer.parseInt(parts[3]);
    return Optional.of(
        inLane
            ? new PlaceTicket(event, epoch, Integer.parseInt(parts[4]), arrival, parts[5])
            : newPlace(event, epoch, 0, arrival));
  }
}
