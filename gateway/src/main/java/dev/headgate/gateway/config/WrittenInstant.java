package dev.headgate.gateway.config;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.time.zone.ZoneOffsetTransition;
import java.time.zone.ZoneRules;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * An instant as a person writes it: RFC 3339, or a local time with the name of its time zone behind
 * it as RFC 9557 has it. What could mean two moments, or none, is no instant; then there is advice.
 *
 * @param instant the instant, cut to milliseconds; null where the text is none
 * @param advice what to write instead; null where there is nothing better to say than the rule
 */
record WrittenInstant(@Nullable Instant instant, @Nullable String advice) {
  private static final Pattern FORM =
      Pattern.compile(
          "(\\d{4}-\\d\\d-\\d\\d[Tt]\\d\\d:\\d\\d:\\d\\d(?:\\.\\d{1,9})?)"
              + "([Zz]|[+-]\\d\\d:\\d\\d)?"
              + "(?:\\[!?([A-Za-z0-9._+/-]{1,64})\\])?");
  private static final DateTimeFormatter SECONDS =
      DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss");
  private static final Instant LAST = Instant.parse("9999-12-31T23:59:59.999Z");
  private static final WrittenInstant NONE = new WrittenInstant(null, null);

  /** Reads a text. */
  static WrittenInstant parse(String text) {
    Matcher parts = FORM.matcher(text);
    if (!parts.matches()) {
      return NONE;
    }
    try {
      LocalDateTime local = LocalDateTime.parse(parts.group(1));
      String offset = parts.group(2);
      String zone = parts.group(3);
      if (zone != null) {
        return inZone(local, offset, zone);
      }
      return offset == null ? withoutPlace(local) : of(OffsetDateTime.parse(text).toInstant());
    } catch (DateTimeException malformed) {
      return NONE;
    }
  }

  private static WrittenInstant of(Instant instant) {
    Instant cut = instant.truncatedTo(ChronoUnit.MILLIS);
    return cut.isBefore(Instant.EPOCH) || cut.isAfter(LAST) ? NONE : new WrittenInstant(cut, null);
  }

  private static WrittenInstant advise(String advice) {
    return new WrittenInstant(null, advice);
  }

  private static WrittenInstant withoutPlace(LocalDateTime local) {
    return advise(
        "a time zone or an offset behind it, such as "
            + local.format(SECONDS)
            + "[Europe/Berlin] or "
            + local.format(SECONDS)
            + "+01:00");
  }

  private static WrittenInstant inZone(LocalDateTime local, @Nullable String offset, String name) {
    // Only names: an offset in brackets would say the same thing twice, or two things.
    String known = nameOf(name);
    if (known == null) {
      return advise("a zone of the time zone database, such as Europe/Berlin");
    }
    if (!known.equals(name)) {
      return advise("the zone as the time zone database spells it: " + known);
    }
    Zoned zoned = new Zoned(local, name, ZoneId.of(name).getRules());
    if (offset == null) {
      return zoned.alone();
    }
    // To RFC 9557 a Z says nothing of local time, to most people it does: 10:00 there, or UTC?
    return offset.equalsIgnoreCase("Z")
        ? advise("UTC or a zone, not both: " + zoned.eitherOne())
        : zoned.with(ZoneOffset.of(offset));
  }

  private static @Nullable String nameOf(String name) {
    return ZoneId.getAvailableZoneIds().stream()
        .filter(name::equalsIgnoreCase)
        .findFirst()
        .orElse(null);
  }

  /** A local time in a place, whose clocks may skip it or show it twice. */
  private record Zoned(LocalDateTime local, String zone, ZoneRules rules) {

    WrittenInstant alone() {
      List<ZoneOffset> offsets = rules.getValidOffsets(local);
      if (offsets.isEmpty()) {
        return skipped();
      }
      return offsets.size() == 1
          ? of(local.toInstant(offsets.get(0)))
          : advise(
              "the offset as well, since clocks there show this time twice: "
                  + written(offsets.get(0))
                  + " is the first, "
                  + written(offsets.get(1))
                  + " the second");
    }

    WrittenInstant with(ZoneOffset offset) {
      List<ZoneOffset> offsets = rules.getValidOffsets(local);
      if (offsets.contains(offset)) {
        return of(local.toInstant(offset));
      }
      return offsets.isEmpty()
          ? skipped()
          : advise(
              "the offset that "
                  + zone
                  + " has then: "
                  + String.join(" or ", offsets.stream().map(this::written).toList()));
    }

    String eitherOne() {
      return local.format(SECONDS) + "Z or " + local.format(SECONDS) + bracketed();
    }

    private WrittenInstant skipped() {
      ZoneOffsetTransition jump = rules.getTransition(local);
      return advise(
          "a time that exists there: clocks in "
              + zone
              + " go from "
              + jump.getDateTimeBefore().format(SECONDS)
              + " straight to "
              + jump.getDateTimeAfter().format(SECONDS)
              + bracketed());
    }

    private String written(ZoneOffset offset) {
      return local.format(SECONDS) + offset + bracketed();
    }

    private String bracketed() {
      return "[" + zone + "]";
    }
  }
}
