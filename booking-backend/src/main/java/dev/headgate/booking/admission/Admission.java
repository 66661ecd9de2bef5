package dev.headgate.booking.admission;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What a verified admission token says.
 *
 * @param event whose shop it opens
 * @param subject the place it was given to
 * @param sessionId the token's {@code jti}; safe to log, unlike the token
 * @param expiresAt without leeway
 * @param binding whose key it takes to hold seats with it; null where whoever bears it may
 */
public record Admission(
    String event, String subject, String sessionId, Instant expiresAt, @Nullable Binding binding) {

  /** One that whoever bears it may use. */
  public Admission(String event, String subject, String sessionId, Instant expiresAt) {
    this(event, subject, sessionId, expiresAt, null);
  }

  /** The same, bound. */
  Admission boundBy(@Nullable Binding key) {
    return new Admission(event, subject, sessionId, expiresAt, key);
  }
}
