package dev.headgate.policy.estimate;

import dev.headgate.policy.estimate.Outlook.State;
import java.time.Instant;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * What becomes of a sale with some dials, if rate, joins, stay and no-shows remain as they are.
 * What is not known is null.
 *
 * @param effectivePerMinute admissions a minute that the limits leave now
 * @param waitingInAt when those who wait now have been called; null when that is not foreseen
 * @param insideExpected sessions at that time, or where it never comes at the end of what is
 *     foreseen
 * @param soldOutAt when no seat is free any more; null when that is not foreseen
 * @param binding what holds the queue back for most of the time until the first
 * @param sentence all of this in words
 */
public record Forecast(
    int effectivePerMinute,
    @Nullable Instant waitingInAt,
    @Nullable Long insideExpected,
    @Nullable Instant soldOutAt,
    Binding binding,
    String sentence) {

  /** What holds the queue back. */
  public enum Binding {
    /** The dial of admissions a minute. */
    DIAL,
    /** The dial of sessions at one time. */
    CAP,
    /** What the throttle leaves. */
    THROTTLE,
    /** What is left to be sold. */
    STOCK,
    /** The rate is still rising. */
    SLOW_START,
    /** The operator has paused. */
    PAUSED,
    /** Nobody knows when the sale starts. */
    NOT_STARTED,
    /** Everybody has been called. */
    NOBODY_WAITS,
    /** Nothing is left that could be sold. */
    SOLD_OUT,
    /** The event is over. */
    ENDED,
    /** The mode lets everybody in, or nobody. */
    MODE,
    /** The store is coming back. */
    RESTORING;

    /** The name in JSON. */
    public String json() {
      return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
  }

  /** Works it out. */
  public static Forecast of(Outlook outlook) {
    Binding still = standstill(outlook);
    if (still != null) {
      return new Forecast(0, null, null, null, still, ForecastWords.ofStandstill(outlook, still));
    }
    Course course = Course.of(outlook);
    boolean drawn = outlook.clock().drawn();
    boolean known = outlook.inside().stayMinutes() != null;
    int now = drawn ? outlook.rate().perMinute(outlook.clock().nowMillis()) : startRate(outlook);
    return new Forecast(
        now,
        at(outlook, course.allIn()),
        known ? (Long) Math.round(course.inside()) : null,
        at(outlook, course.gone()),
        outlook.line().waiting() == 0 ? Binding.NOBODY_WAITS : course.most(),
        new ForecastWords(outlook, course).sentence());
  }

  /** Before the sale a slow start has not begun. */
  private static int startRate(Outlook outlook) {
    return Math.min(
        outlook.rate().newUsersPerMinute(),
        Math.min(outlook.rate().throttlePerMinute(), outlook.rate().stockPerMinute()));
  }

  /** Why nobody is let in at all, or nothing can be told of it; null where neither is so. */
  private static @Nullable Binding standstill(Outlook outlook) {
    if (outlook.state() != State.RUNNING) {
      return switch (outlook.state()) {
        case PAUSED -> Binding.PAUSED;
        case SOLD_OUT -> Binding.SOLD_OUT;
        case ENDED -> Binding.ENDED;
        case RESTORING -> Binding.RESTORING;
        default -> Binding.MODE;
      };
    }
    if (outlook.rate().newUsersPerMinute() == 0) {
      return Binding.DIAL;
    }
    boolean started = outlook.clock().drawn() || outlook.clock().startMillis() != null;
    return started ? null : Binding.NOT_STARTED;
  }

  private static @Nullable Instant at(Outlook outlook, @Nullable Double minutes) {
    return minutes == null
        ? null
        : Instant.ofEpochMilli(outlook.clock().nowMillis() + Math.round(minutes * 60) * 1_000);
  }
}
