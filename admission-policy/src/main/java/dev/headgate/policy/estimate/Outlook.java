package dev.headgate.policy.estimate;

import dev.headgate.policy.pace.Rate;
import org.jspecify.annotations.Nullable;

/**
 * What a forecast is made from: an event at one moment, as it is or as it would be with other
 * dials.
 *
 * @param state whether anybody is let in, and if not why
 * @param clock the moment, and when the sale starts
 * @param line those who wait
 * @param rate how fast fans may be let in, and how many may be inside
 * @param inside those who are inside
 * @param seats what is for sale
 */
public record Outlook(State state, Clock clock, Line line, Rate rate, Inside inside, Seats seats) {

  /** Whether anybody is let in. */
  public enum State {
    /** Fans are let in as the limits allow, or will be from the start on. */
    RUNNING,
    /** The operator has paused. */
    PAUSED,
    /** Nothing is free, held or being paid for. */
    SOLD_OUT,
    /** The event is over. */
    ENDED,
    /** Nobody is let in, whatever the dials. */
    NOBODY,
    /** Everybody is let in at once, whatever the dials. */
    EVERYBODY,
    /** The store is coming back. */
    RESTORING
  }

  /**
   * Times by the store's clock, milliseconds.
   *
   * @param nowMillis the moment
   * @param drawn whether the sale has started
   * @param startMillis when it starts; null while nobody knows, of no meaning when it has
   * @param closesMillis from when nobody is let in any more; null means never
   */
  public record Clock(
      long nowMillis, boolean drawn, @Nullable Long startMillis, @Nullable Long closesMillis) {}

  /**
   * Those who wait.
   *
   * @param waiting places not called
   * @param joinsPerMinute places handed out a minute
   * @param mixed whether those who join before the start stand among those who wait, not behind
   * @param came of the fans called lately, those who came in time
   * @param of the fans called lately
   */
  public record Line(long waiting, double joinsPerMinute, boolean mixed, long came, long of) {
    /** No share of fans who come is taken for less, as in the pacing rules: one in twenty. */
    private static final double LEAST_SHOW = 0.05;

    /** So many fans are supposed to have come before any was called. */
    private static final long SUPPOSED = 20;

    public Line {
      if (waiting < 0 || !(joinsPerMinute >= 0) || came < 0 || came > of) {
        throw new IllegalArgumentException(
            "line: "
                + waiting
                + ", "
                + joinsPerMinute
                + ", "
                + came
                + " of "
                + of
                + " (expected: nothing below zero, no more come than are called)");
      }
    }

    /**
     * The share of called fans who are expected to come. What the first few do says little: they
     * weigh as much as twenty others who all come.
     */
    double show() {
      return Math.max(LEAST_SHOW, (double) (came + SUPPOSED) / (of + SUPPOSED));
    }
  }

  /**
   * Those who are inside.
   *
   * @param active sessions
   * @param stayMinutes how long a fan stays, in the mean; null when that is not known
   */
  public record Inside(long active, @Nullable Double stayMinutes) {}

  /**
   * What is for sale.
   *
   * @param free seats nobody has; null when the shop does not say
   * @param perFan seats that one fan who is let in takes, in the mean; null when not known
   * @param spared whether the rate falls as the stock runs out
   */
  public record Seats(@Nullable Long free, @Nullable Double perFan, boolean spared) {
    /** Nothing is known of it. */
    public static final Seats UNKNOWN = new Seats(null, null, false);
  }
}
