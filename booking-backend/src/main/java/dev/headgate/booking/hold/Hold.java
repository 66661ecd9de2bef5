package dev.headgate.booking.hold;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A hold as its row tells it.
 *
 * @param status active, paying, converted, released or expired
 * @param seats with their prices as they were when the hold was made
 * @param expiresAt the deadline; the hold lives before it, not at it
 * @param endedAt when it was released or written down as expired; null before
 * @param moreTime what its owner may ask for
 * @param serverTime the database's clock when this was read
 */
public record Hold(
    String holdId,
    String event,
    String status,
    List<HeldSeat> seats,
    long totalCents,
    Instant createdAt,
    Instant expiresAt,
    @Nullable Instant endedAt,
    MoreTime moreTime,
    Instant serverTime) {

  /** One seat of it. */
  public record HeldSeat(String id, long priceCents, String ticketType) {}

  /**
   * How much longer it may live.
   *
   * @param seconds what its event grants a hold, once; 0 is nothing
   * @param given whether it had that already
   */
  public record MoreTime(int seconds, boolean given) {}

  /** The status, also while nobody has written down yet that the time ran out. */
  public String statusNow() {
    return isExpired() ? "expired" : status;
  }

  /** Whether it still holds its seats. */
  public boolean isLive() {
    return status.equals("active") && serverTime.isBefore(expiresAt);
  }

  /** Whether its time ran out, be that written down already or not. */
  public boolean isExpired() {
    return status.equals("expired") || (status.equals("active") && !serverTime.isBefore(expiresAt));
  }
}
