package dev.headgate.gateway.queue;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * One round of an event in rounds: the arrivals of a stretch of time, shuffled by a draw of its
 * own. Rounds in which nobody came are left out.
 *
 * @param number from 0, by time: round 0 ends at the start
 * @param first its first arrival number, and its first position
 * @param entrants how many arrivals it has, once it is frozen; null while it is open
 * @param closesAt when it was or will be frozen; null where that is not known yet
 * @param drawId what is drawn: {@code <event>/round/<number>}
 * @param commitment to its seed, in hex
 * @param seed in hex; null while it is open
 */
public record Round(
    int number,
    int first,
    @Nullable Integer entrants,
    @Nullable Instant closesAt,
    String drawId,
    String commitment,
    @Nullable String seed) {}
