package dev.headgate.gateway.edge;

import dev.headgate.gateway.token.PlaceTicket;

/**
 * Notices a place that polls far faster than it was told: more than {@value #MOST_POLLS} polls
 * within two seconds on one event loop.
 *
 * <p>One slot is the memory of all places that share it; a place that takes a slot over starts at
 * nothing. So memory is fixed, nobody pays for another's haste, and a collision only forgives.
 */
final class PollPace {

  static final int MOST_POLLS = 20;

  private static final long WINDOW_NANOS = 2_000_000_000L;
  private static final int SLOTS = 1 << 16;

  private final long[] places = new long[SLOTS];
  private final long[] windowStarts = new long[SLOTS];
  private final int[] polls = new int[SLOTS];

  /** Counts one poll; false says that it was one too many. */
  boolean allows(PlaceTicket ticket, long nowNanos) {
    long place = mixed(ticket);
    int slot = (int) (place & (SLOTS - 1));
    if (places[slot] != place || nowNanos - windowStarts[slot] >= WINDOW_NANOS) {
      places[slot] = place;
      windowStarts[slot] = nowNanos;
      polls[slot] = 0;
    }
    polls[slot]++;
    return polls[slot] <= MOST_POLLS;
  }

  /** The finalizer of splitmix64, so that neighbouring arrivals fall into distant slots. */
  private static long mixed(PlaceTicket ticket) {
    long z = ticket.epoch() * 31 + ticket.event().hashCode();
    z = (z << 32) + z + ticket.arrival() + ((long) ticket.lane() << 48) + 0x9E3779B97F4A7C15L;
    z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
    z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
    return z ^ (z >>> 31);
  }
}
