package dev.headgate.booking.map;

import dev.headgate.booking.map.SeatMaps.Remaining;
import java.time.Instant;

/**
 * The state of every seat on sale, in the order of the plan.
 *
 * @param states one letter a seat: available, held, paying, sold
 * @param asOf the database's clock when they were read
 * @param readAtNanos this process's monotonic clock before they were asked for
 */
record Projection(String states, Instant asOf, long readAtNanos) {

  Remaining remaining() {
    int free = 0;
    int sold = 0;
    for (int i = 0; i < states.length(); i++) {
      free += states.charAt(i) == 'a' ? 1 : 0;
      sold += states.charAt(i) == 's' ? 1 : 0;
    }
    return new Remaining(free, states.length() - free - sold);
  }
}
