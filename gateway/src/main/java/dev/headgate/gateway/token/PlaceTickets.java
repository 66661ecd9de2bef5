package dev.headgate.gateway.token;

import java.util.Optional;

/** Mints and reads place tickets. Safe for use from any thread. */
public interface PlaceTickets {

  /** A new place for an arrival number, with a fresh random {@code placeId}. */
  PlaceTicket newPlace(String event, long epoch, int lane, int arrival);

  /** The signed form, {@code hgp1.…}. */
  String write(PlaceTicket place);

  /** What a ticket says, or nothing when it is not one of ours for this event. */
  Optional<PlaceTicket> read(String event, String ticket);
}
