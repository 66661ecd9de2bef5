package dev.headgate.policy.pace;

import java.util.List;

/**
 * What a decision is made from: one event at one moment of the store's clock.
 *
 * <p>Running time is the store's time less all pauses, so that turns do not run out in a pause.
 *
 * <p>Every count is from 0 to 2^31 - 1, and {@code lapsed <= settled <= cutoff}; credit is at most
 * 2^60 either way. Anything else is refused with an {@link IllegalArgumentException}.
 *
 * @param nowMillis the moment, in milliseconds of the store's clock
 * @param runningMillis the same moment in running time
 * @param earnedUntilMillis until when credit has been earned ({@code tickAt}), store's clock
 * @param drawn whether N is known and the order may be called from
 * @param halted whether the operator has paused, or dialled 0
 * @param waiting fans at or beyond {@code cutoff}
 * @param cutoff fans at a position below it have been called
 * @param settled below it, whoever has not come counts as a no-show
 * @param lapsed below it, whoever has not come has lost the turn
 * @param endedTo the end of the longest prefix of the call log whose turns have all ended
 * @param unsettled the calls beyond {@code settled}, oldest first
 * @param recent the newest settled calls, oldest first
 * @param door called fans who came and are held back by a limit
 * @param active sessions at this moment
 * @param credit in 1/6,000,000 of an admission; may be negative
 */
public record Snapshot(
    long nowMillis,
    long runningMillis,
    long earnedUntilMillis,
    boolean drawn,
    boolean halted,
    long waiting,
    long cutoff,
    long settled,
    long lapsed,
    long endedTo,
    List<Call> unsettled,
    List<Settled> recent,
    long door,
    long active,
    long credit) {

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
    unsettled = List.copyOf(unsettled);
    recent = List.copyOf(recent);
    Checks.count("waiting", waiting);
    Checks.count("cutoff", cutoff);
    Checks.within("settled", settled, 0, cutoff);
    Checks.within("lapsed", lapsed, 0, settled);
    Checks.count("endedTo", endedTo);
    Checks.count("door", door);
    Checks.count("active", active);
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
