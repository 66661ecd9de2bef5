package dev.headgate.policy.estimate;

import dev.headgate.policy.estimate.Forecast.Binding;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** A forecast as a sentence, its times in UTC and from now on. */
final class ForecastWords {
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("HH:mm 'UTC'", Locale.ROOT).withZone(ZoneOffset.UTC);
  private static final DateTimeFormatter DAY =
      DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm 'UTC'", Locale.ROOT).withZone(ZoneOffset.UTC);

  /** From here on the time of day alone could be that of another day, minutes. */
  private static final double NEXT_DAY = 20 * 60;

  private final Outlook outlook;
  private final Course course;

  ForecastWords(Outlook outlook, Course course) {
    this.outlook = outlook;
    this.course = course;
  }

  /** Why nobody is let in. */
  static String ofStandstill(Outlook outlook, Binding why) {
    String wait = say("%,d wait", outlook.line().waiting());
    return switch (why) {
      case PAUSED -> "Paused: nobody is let in until it is resumed; " + wait + ".";
      case SOLD_OUT -> "Sold out: nobody is let in; " + wait + ".";
      case ENDED -> "The event has ended: nobody is let in.";
      case DIAL -> "At 0 a minute nobody is let in; " + wait + ".";
      case NOT_STARTED -> "Nobody knows when the sale starts; " + wait + ".";
      case RESTORING -> "The store is coming back: nothing is foreseen until then.";
      default ->
          outlook.state() == Outlook.State.NOBODY
              ? "The mode lets nobody in, whatever the dials."
              : "The mode lets everybody in at once, whatever the dials.";
    };
  }

  String sentence() {
    return head() + " " + line() + inside() + seats() + growth() + ".";
  }

  private String head() {
    int dial = outlook.rate().newUsersPerMinute();
    String head = say("At %,d a minute", dial);
    return switch (course.most()) {
      case THROTTLE ->
          head + say(", of which the throttle leaves %,d,", outlook.rate().throttlePerMinute());
      case CAP -> head + say(" and at most %,d inside", outlook.rate().totalActiveUsers());
      case STOCK -> head + ", slowed down for the last seats,";
      default -> head;
    };
  }

  private String line() {
    long waiting = outlook.line().waiting();
    Double allIn = course.allIn();
    if (waiting == 0) {
      return outlook.clock().drawn() ? "nobody waits" : "nobody has joined yet";
    }
    if (allIn != null) {
      return say("the %,d waiting are in by %s", waiting, time(allIn));
    }
    if (course.unclear()) {
      Double earliest = course.earliest();
      return say("the %,d waiting are not in before ", waiting)
          + (earliest == null ? "somebody leaves" : time(earliest));
    }
    String late = left(waiting);
    if (course.gone() != null) {
      return late + " come too late";
    }
    return late
        + " are not in "
        + (outlook.clock().closesMillis() == null ? "within a day" : "before it closes");
  }

  /** Those of them who are left: a number to two digits may be more than there are. */
  private String left(long waiting) {
    long left = round(course.left());
    return left >= waiting || course.left() > waiting - 1
        ? say("the %,d waiting", waiting)
        : say("about %,d of the %,d waiting", left, waiting);
  }

  private String inside() {
    Double gone = course.gone();
    if (gone != null && gone == 0) {
      return say("; %,d are inside", outlook.inside().active()); // And nobody follows them.
    }
    if (outlook.inside().stayMinutes() == null) {
      return "; how long fans stay is not known yet";
    }
    if (outlook.line().waiting() == 0 && outlook.clock().drawn()) {
      return say("; %,d are inside, ", outlook.inside().active())
          + say("in time about %,d if fans come as lately", round(course.inside()));
    }
    return say("; about %,d inside", round(course.inside()));
  }

  private String seats() {
    Double gone = course.gone();
    if (gone != null) {
      return gone == 0 ? "; no seat is free" : "; the last seats go around " + time(gone);
    }
    if (outlook.seats().free() == null) {
      return "; the shop does not say what is left";
    }
    if (outlook.seats().perFan() == null) {
      return "; how many seats a fan takes is not known yet";
    }
    return course.unclear() ? "" : "; seats are left then";
  }

  private String growth() {
    return course.grows() ? "; more join than are called, so the line grows" : "";
  }

  private String time(double minutes) {
    Instant at =
        Instant.ofEpochMilli(outlook.clock().nowMillis() + Math.round(minutes * 60) * 1_000);
    return (minutes < NEXT_DAY ? TIME : DAY).format(at) + " (" + ahead(minutes) + ")";
  }

  private static String ahead(double minutes) {
    long whole = Math.round(minutes);
    if (minutes < 1) {
      return "in less than a minute";
    }
    if (whole < 120) {
      return "in " + whole + " min";
    }
    long hours = whole / 60;
    return hours < 48
        ? "in " + hours + " h " + whole % 60 + " min"
        : "in " + Math.round(hours / 24.0) + " days";
  }

  /** To two digits that mean something. */
  private static long round(double value) {
    long whole = Math.round(value);
    long unit = 1;
    while (whole / unit >= 100) {
      unit *= 10;
    }
    return (whole + unit / 2) / unit * unit;
  }

  private static String say(String sentence, @Nullable Object... values) {
    return String.format(Locale.ROOT, sentence, values);
  }
}
