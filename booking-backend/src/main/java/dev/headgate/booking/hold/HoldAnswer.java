package dev.headgate.booking.hold;

import java.time.Instant;
import java.util.List;

/** How a request for seats ended. */
public sealed interface HoldAnswer {

  /** All of them are held. */
  record Held(Hold hold) implements HoldAnswer {}

  /**
   * None is held, because some are somebody's.
   *
   * @param taken those
   * @param notOnSale others that are not for sale at all
   * @param available free seats nearby, read from the rows after the refusal
   */
  record Taken(List<String> taken, List<String> notOnSale, List<String> available)
      implements HoldAnswer {}

  /** None is held, because some are not for sale at all; nobody has the others. */
  record NotOnSale(List<String> notOnSale) implements HoldAnswer {}

  /** All are free, but the customer would have too many. */
  record LimitReached(int limit, int owned) implements HoldAnswer {}

  /** The sale has not begun. */
  record NotOpen(Instant opensAt) implements HoldAnswer {}

  /** The sale is over. */
  record Ended(Instant closedAt) implements HoldAnswer {}
}
