package dev.headgate.gateway.operator;

import dev.headgate.gateway.queue.Stand;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * When something happened, as far as that is known.
 *
 * @param after it had not happened then
 * @param by it had happened then; null where that is not known
 */
record Moment(Instant after, @Nullable Instant by) {
  private static final DateTimeFormatter SECONDS =
      DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss").withZone(ZoneOffset.UTC);

  /**
   * When something came about that then stayed so, from what was noted now and then.
   *
   * @param begin before it nothing can have happened
   */
  static Moment of(List<Stand> stands, Instant begin, Predicate<Stand> happened) {
    Instant after = begin;
    for (Stand stand : stands) {
      if (happened.test(stand)) {
        return new Moment(after, stand.at());
      }
      after = stand.at().isAfter(after) ? stand.at() : after;
    }
    return new Moment(after, null);
  }

  /** The same, where it is known to the second; what contradicts what was noted is not believed. */
  Moment or(@Nullable Instant exactly) {
    boolean fits =
        exactly != null
            && !exactly.isBefore(after.minusSeconds(2))
            && (by == null || !exactly.isAfter(by.plusSeconds(2)));
    return exactly != null && fits ? new Moment(exactly, exactly) : this;
  }

  /** Such as "between … and …". */
  String words() {
    if (by == null) {
      return "after " + text(after);
    }
    return by.equals(after) ? "at " + text(by) : "between " + text(after) + " and " + text(by);
  }

  /** A time to the second, in UTC. */
  static String text(Instant at) {
    return SECONDS.format(at) + " UTC";
  }
}
