package dev.headgate.gateway.queue;

import java.util.List;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/**
 * One lane of an event, a queue of its own.
 *
 * @param number its number; 0 is the general lane
 * @param name its name
 * @param weight its share of the admissions while every lane has somebody waiting
 * @param arrivals places handed out so far
 * @param entrants N: below it arrivals stand as drawn; empty before the draw
 * @param cutoff fans at a position below it have been called
 * @param waiting places not called
 * @param gaps arrival numbers that were skipped
 * @param drawId what is drawn, the name that goes into the lottery
 * @param commitment to the draw's seed, in hex
 * @param seed of the draw, in hex; null before the draw
 */
public record LaneView(
    int number,
    String name,
    int weight,
    int arrivals,
    OptionalInt entrants,
    int cutoff,
    int waiting,
    List<Gap> gaps,
    String drawId,
    String commitment,
    @Nullable String seed) {}
