package dev.headgate.gateway.queue;

import org.jspecify.annotations.Nullable;

/**
 * An earlier life of an event, which a reset ended.
 *
 * @param epoch which
 * @param commitment to the seed of its draw, in hex
 * @param seed in hex; null where it was ended before the draw
 * @param entrants N; null where it was ended before the draw
 */
public record PastEpoch(
    long epoch, String commitment, @Nullable String seed, @Nullable Integer entrants) {}
