package dev.headgate.booking.order;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An order as its rows tell it.
 *
 * @param status pending_payment, confirmed, failed, refund_due or refunded
 * @param reason why, in one word of a small set
 * @param lines what was bought, with prices as they were when the seats were held
 * @param tickets good ones; none before the order is confirmed
 * @param redirectUrl where the customer has to go to pay; null where nowhere
 * @param declineCode the processor's word for why the card would not do; null otherwise
 * @param refundDueCents money on its way back
 * @param refundedCents money given back
 */
public record Order(
    String orderId,
    String holdId,
    String event,
    String title,
    String venue,
    String customer,
    String status,
    String reason,
    long amountCents,
    String currency,
    List<Line> lines,
    List<Ticket> tickets,
    @Nullable String redirectUrl,
    @Nullable String declineCode,
    long refundDueCents,
    long refundedCents,
    @Nullable Instant startsAt,
    Instant createdAt,
    @Nullable Instant confirmedAt,
    @Nullable Instant endedAt,
    Instant serverTime) {

  /** One seat of it. */
  public record Line(String seat, String section, String ticketType, long priceCents) {}

  /** The right to one seat. */
  public record Ticket(String ticketId, String seat, Instant issuedAt) {}
}
