package dev.headgate.gateway.token;

import java.time.Instant;

/**
 * A proof of work that is asked for: find digits behind the prefix and a dot, so that the SHA-256
 * of the whole begins with so many zero bits.
 *
 * @param id tells it from every other
 * @param prefix what the solution begins with; it says all that is needed to check one
 * @param difficulty how many leading bits of the hash are zero
 * @param issuedAt by the store's clock
 * @param expiresAt from when a solution is too late
 */
public record Challenge(
    String id, String prefix, int difficulty, Instant issuedAt, Instant expiresAt) {}
