package dev.headgate.gateway.token;

import java.time.Instant;

/**
 * A challenge of ours to which somebody has sent a solution. Whether it was used before is for the
 * store to say.
 *
 * @param epoch the life of the event it was issued in
 * @param difficulty the one it was issued with
 * @param issuedAt when, by the store's clock
 * @param series which stretch of challenges of one gateway it is of
 * @param serial its number in that, from 0
 */
public record SolvedChallenge(
    long epoch, int difficulty, Instant issuedAt, long series, int serial) {}
