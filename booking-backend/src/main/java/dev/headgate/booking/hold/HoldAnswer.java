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

  /** All are free, but the customer would have too many holds under way. */
  record TooManyHolds(int limit, int owned) implements HoldAnswer {}

  /**
   * None is held, because too few of the kind wished for are free.
   *
   * @param wanted how many
   * @param free how many there are
   * @param available some of them
   */
  record NotEnough(int wanted, int free, List<String> available) implements HoldAnswer {}

  /** None is held, because it would leave these single, and other seats would not. */
  record SingleSeatLeft(List<String> single, List<String> available) implements HoldAnswer {}

  /** None is held, because others are at the same seats; what they leave is not known yet. */
  record Contention(List<String> available) implements HoldAnswer {}

  /** The same request was granted before: its hold, whatever has become of it. */
  record Again(Hold hold) implements HoldAnswer {}

  /** The request's key was used for another one. */
  record KeyReused() implements HoldAnswer {}

  /** The sale has not begun. */
  record NotOpen(Instant opensAt) implements HoldAnswer {}

  /** The sale is over. */
  record Ended(Instant closedAt) implements HoldAnswer {}
}
