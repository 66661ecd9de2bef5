package dev.headgate.gateway.edge;

import java.time.Instant;
import java.time.temporal.ChronoField;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Writes instants in UTC with milliseconds. Belongs to one event loop. */
final class InstantText {

  // Formatting costs more than all else of a poll's answer, and the seconds hardly differ: the
  // present one, and each event's start.
  private static final int REMEMBERED = 64;

  private final long[] seconds = new long[REMEMBERED];
  private final String[] prefixes = new String[REMEMBERED];

  InstantText() {
    Arrays.fill(seconds, Long.MIN_VALUE);
    Arrays.fill(prefixes, "");
  }

  /** Appends a JSON string, or {@code null}. */
  void append(StringBuilder out, @Nullable Instant instant) {
    if (instant == null) {
      out.append("null");
      return;
    }
    int millis = instant.get(ChronoField.MILLI_OF_SECOND);
    out.append('"').append(prefix(instant)).append('.');
    out.append((char) ('0' + millis / 100));
    out.append((char) ('0' + millis / 10 % 10));
    out.append((char) ('0' + millis % 10)).append("Z\"");
  }

  /** The text alone. */
  String text(Instant instant) {
    StringBuilder out = new StringBuilder(26);
    append(out, instant);
    return out.substring(1, out.length() - 1);
  }

  private String prefix(Instant instant) {
    long second = instant.getEpochSecond();
    int slot = (int) Math.floorMod(second, (long) REMEMBERED);
    if (seconds[slot] != second) {
      String text = instant.truncatedTo(ChronoUnit.SECONDS).toString();
      prefixes[slot] = text.substring(0, text.length() - 1);
      seconds[slot] = second;
    }
    return prefixes[slot];
  }
}
