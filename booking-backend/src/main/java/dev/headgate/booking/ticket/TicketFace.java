package dev.headgate.booking.ticket;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What stands on a ticket.
 *
 * @param section its name, such as {@code Section A} or {@code Stalls}
 * @param seat the seat's name, {@code <row>-<number>}
 * @param startsAt when the doors open; null is not said
 */
public record TicketFace(
    String ticketId,
    String event,
    String title,
    String venue,
    String section,
    String seat,
    String ticketType,
    long priceCents,
    String currency,
    Instant issuedAt,
    @Nullable Instant startsAt) {}
