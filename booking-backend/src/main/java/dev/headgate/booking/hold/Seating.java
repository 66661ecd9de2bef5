package dev.headgate.booking.hold;

/**
 * How an event's seats are given out.
 *
 * @param waits whether a request waits for another that has the same seats under way, or is refused
 *     at once
 * @param sparesSingles whether a hold may not leave a single empty seat where that can be avoided
 */
public record Seating(boolean waits, boolean sparesSingles) {
  /** Waits, and leaves what it likes. */
  public static final Seating DEFAULT = new Seating(true, false);
}
