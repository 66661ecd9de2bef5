package dev.headgate.policy.pace;

import java.util.List;
import java.util.function.ToLongFunction;

/**
 * What a decision is made from: one event at one moment of the store's clock.
 *
 * <p>Running time is the store's time less all pauses, so that turns do not run out in a pause.
 *
 * <p>Every count, and its sum over the lanes, is from 0 to 2^31 - 1; {@code lapsed <= settled <=
 * cutoff}; times and credit are at most 2^60 either way. Anything else is refused with an {@link
 * IllegalArgumentException}.
 *
 * @param nowMillis the moment, in milliseconds of the store's clock
 * @param runningMillis the same moment in running time
 * @param earnedUntilMillis until when credit has been earned ({@code tickAt}), store's clock
 * @param drawn whether N is known and the order may be called from
 * @param halted whether the operator has paused, or dialled 0
 * @param active sessions at this moment
 * @param lanes from 1 to 65,536, by number
 */
public record Snapshot(
    long nowMillis,
    long runningMillis,
    long earnedUntilMillis,
    boolean drawn,
    boolean halted,
    long active,
    List<Lane> lanes) {

  private static final int MOST_WEIGHT = 1_000_000;

  /** As many as a ticket has numbers for. */
  private static final int MOST_LANES = 65_536;

  /**
   * One lane: a queue of its own. Events without lanes have one.
   *
   * @param weight its share while others wait as well, from 1 to 1,000,000
   * @param waiting fans at or beyond {@code cutoff}
   * @param cutoff fans at a position below it have been called
   * @param settled below it, whoever has not come counts as a no-show
   * @param lapsed below it, whoever has not come has lost the turn
   * @param endedTo the end of the longest prefix of the call log whose turns have all ended
   * @param unsettled the calls beyond {@code settled}, oldest first
   * @param recent the newest settled calls, oldest first
   * @param door called fans who came and are held back by a limit
   * @param credit in 1/6,000,000 of an admission; may be negative
   */
  public record Lane(
      int weight,
      long waiting,
      long cutoff,
      long settled,
      long lapsed,
      long endedTo,
      List<Call> unsettled,
      List<Settled> recent,
      long door,
      long credit) {
    public Lane {
      unsettled = List.copyOf(unsettled);
      recent = List.copyOf(recent);
      Checks.within("weight", weight, 1, MOST_WEIGHT);
      Checks.count("waiting", waiting);
      Checks.count("cutoff", cutoff);
      Checks.within("settled", settled, 0, cutoff);
      Checks.within("lapsed", lapsed, 0, settled);
      Checks.count("endedTo", endedTo);
      Checks.count("door", door);
      Checks.within("credit", credit, -Credit.MOST, Credit.MOST);
      checkOrder(unsettled, settled, cutoff);
    }

    private static void checkOrder(List<Call> unsettled, long settled, long cutoff) {
      long from = settled;
      for (Call call : unsettled) {
        Checks.within("unsettled.cutoffTo", call.cutoffTo(), from, cutoff);
        Checks.within("unsettled.called", call.called(), 0, call.cutoffTo() - from);
        from = call.cutoffTo();
      }
    }
  }

  /**
   * One row of the call log that has not been settled.
   *
   * @param cutoffTo the cutoff after the call
   * @param calledAtMillis when, in running time
   * @param called how many fans it called (positions that belong to nobody are not counted)
   * @param came how many of them have been admitted or stand at the door
   */
  public record Call(long cutoffTo, long calledAtMillis, long called, long came) {
    public Call {
      Checks.count("cutoffTo", cutoffTo);
      Checks.time("calledAtMillis", calledAtMillis);
      Checks.count("called", called);
      Checks.within("came", came, 0, called);
    }
  }

  /** One settled call: how many fans it called, and how many of them came in time. */
  public record Settled(long called, long came) {
    public Settled {
      Checks.count("called", called);
      Checks.within("came", came, 0, called);
    }
  }

  public Snapshot {
    lanes = List.copyOf(lanes);
    Checks.time("nowMillis", nowMillis);
    Checks.time("runningMillis", runningMillis);
    Checks.time("earnedUntilMillis", earnedUntilMillis);
    Checks.count("active", active);
    Checks.within("lanes", lanes.size(), 1, MOST_LANES);
    Checks.count("lanes.fans", sum(lanes, lane -> lane.cutoff + lane.waiting));
    Checks.count("lanes.door", sum(lanes, Lane::door));
  }

  private static long sum(List<Lane> lanes, ToLongFunction<Lane> count) {
    return lanes.stream().mapToLong(count).sum();
  }
}
