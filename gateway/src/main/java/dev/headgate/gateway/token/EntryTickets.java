package dev.headgate.gateway.token;

import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Mints and reads entry tickets, which let their holder join a lane other than the general one.
 * They are secrets of who holds them. Safe for use from any thread.
 */
public interface EntryTickets {

  /**
   * A new entry ticket, {@code hge1.…}.
   *
   * @param lane the lane's number, from 1 to 65,535
   * @param expires from when it lets nobody join any more, to the second; null means never
   * @throws IllegalArgumentException if there can be no such lane, or the end is before 1970
   */
  String mint(String event, int lane, @Nullable Instant expires);

  /**
   * What a ticket says, or nothing when it is not one of ours for this event, or has expired: one
   * answer for every reason. Whether the event has the lane is for the caller to look up.
   */
  Optional<EntryTicket> read(String event, String ticket, Instant now);

  /**
   * The place of an entry. Its {@code placeId} follows from the entry, so that whoever shares the
   * entry shares the place.
   */
  PlaceTicket place(EntryTicket entry, long epoch, int arrival);
}
