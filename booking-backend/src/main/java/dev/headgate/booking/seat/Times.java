package dev.headgate.booking.seat;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;

/** How instants are written: RFC 3339 in UTC, always with milliseconds. */
public final class Times {
  private static final DateTimeFormatter RFC_3339 =
      DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSS'Z'").withZone(ZoneOffset.UTC);

  private Times() {}

  /** The instant, cut to the millisecond. */
  public static String written(Instant instant) {
    return RFC_3339.format(instant);
  }
}
