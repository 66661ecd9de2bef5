package dev.headgate.booking.payment;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * One thing the processor told us.
 *
 * @param eventId its id; the same notice may come more than once
 * @param charge what it is about; null where it is about something else
 */
public record Notice(String eventId, String type, Instant createdAt, @Nullable Charge charge) {}
