package dev.headgate.booking.admission;

import java.time.Instant;

/**
 * What a verified admission token says.
 *
 * @param event whose shop it opens
 * @param subject the place it was given to
 * @param sessionId the token's {@code jti}; safe to log, unlike the token
 * @param expiresAt without leeway
 */
public record Admission(String event, String subject, String sessionId, Instant expiresAt) {}
