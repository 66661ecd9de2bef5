package dev.headgate.policy.estimate;

import dev.headgate.policy.estimate.Forecast.Binding;
import dev.headgate.policy.pace.Rate;
import dev.headgate.policy.pace.Stock;
import java.util.EnumMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The course that a sale takes from a moment on, if rate, joins, stay and no-shows remain as they
 * are: a flow in steps of a second at first, and longer ones later, never longer than an eighth of
 * the stay. Those inside leave at the rate of their number by their mean stay.
 */
final class Course {
  /** Beyond a day nothing is foreseen, minutes. */
  static final double HORIZON = 24 * 60;

  /** Admissions run at this share of the rate; see the pacing rules. */
  private static final double PACE = 0.99;

  private static final double SECOND = 1 / 60.0;
  private static final double SHORTEST_STAY = 0.5;

  private final Outlook outlook;
  private final double show;
  private final double joins;
  private final double begin;
  private final double end;
  private final Binding first;
  private final boolean grows;
  private final @Nullable Double stay;
  private final Map<Binding, Double> bound = new EnumMap<>(Binding.class);

  private double minutes;

  /** Those who wait now, and with whom they are drawn. */
  private double left;

  private double behind;
  private double inside;
  private double free;

  private @Nullable Double allIn;
  private @Nullable Double gone;
  private double insideThen;

  /** Whether the dial of sessions may bind, and nobody knows since nobody knows the stay. */
  private boolean unclear;

  private Course(Outlook outlook) {
    this.outlook = outlook;
    show = outlook.line().show();
    joins = outlook.line().joinsPerMinute();
    Double measured = outlook.inside().stayMinutes();
    stay = measured == null ? null : Math.max(SHORTEST_STAY, measured);
    Long closes = outlook.clock().closesMillis();
    double open = closes == null ? Double.MAX_VALUE : minutesUntil(closes);
    begin = outlook.clock().drawn() ? 0 : Math.max(0, untilStart());
    minutes = begin;
    end = Math.min(begin + HORIZON, open);
    left = outlook.line().waiting() + (outlook.line().mixed() ? joins * minutes : 0);
    behind = outlook.line().mixed() ? 0 : joins * minutes;
    double active = outlook.inside().active();
    inside = stay == null ? active : active * Math.exp(-minutes / stay);
    Long seats = outlook.seats().free();
    free = seats == null ? Double.MAX_VALUE : seats;
    gone = free < 1 ? Double.valueOf(0) : null;
    insideThen = inside;
    first = binding();
    Rate rate = outlook.rate();
    int most = Math.min(rate.newUsersPerMinute(), Math.min(rate.throttlePerMinute(), stock()));
    grows = joins * show > most * PACE;
  }

  /** Follows the sale until all that can be foreseen has come about. */
  static Course of(Outlook outlook) {
    Course course = new Course(outlook);
    course.run();
    return course;
  }

  private double untilStart() {
    Long start = outlook.clock().startMillis();
    return start == null ? 0 : minutesUntil(start);
  }

  private double minutesUntil(long millis) {
    return (millis - outlook.clock().nowMillis()) / 60_000.0;
  }

  private void run() {
    if (outlook.line().waiting() == 0) {
      allIn = 0.0;
      insideThen = flowing();
    }
    while (minutes < end && !unclear && !isSettled()) {
      step(Math.min(stepMinutes(), end - minutes));
    }
    if (allIn == null) {
      insideThen = inside;
    }
  }

  /** Where nobody waits, those inside are those who come, for as long as they stay. */
  private double flowing() {
    double rate = Math.min(perMinute(), joins * show);
    return stay == null ? inside : Math.min(outlook.rate().totalActiveUsers(), rate * stay);
  }

  private boolean isSettled() {
    boolean seatsToo = gone != null || outlook.seats().free() == null || perFan() == 0;
    return gone != null || (allIn != null && (seatsToo || (joins == 0 && behind < 1)));
  }

  private double perFan() {
    Double perFan = outlook.seats().perFan();
    return perFan == null ? 0 : perFan;
  }

  private double stepMinutes() {
    double most = stay == null ? HORIZON : stay / 8;
    return Math.max(SECOND, Math.min((minutes - begin) / 256, most));
  }

  private void step(double length) {
    double possible = perMinute();
    double leaving = stay == null ? 0 : inside / stay;
    double room = outlook.rate().totalActiveUsers() - inside;
    double wanted = ((left + behind) / length + joins) * show;
    double inflow = Math.max(0, Math.min(Math.min(possible, wanted), leaving + room / length));
    boolean full = leaving + room / length < Math.min(possible, wanted);
    if (full && stay == null) {
      unclear = true;
      return;
    }
    if (allIn == null) {
      bound.merge(full ? Binding.CAP : binding(), length, Double::sum);
    }
    call(inflow / show, length);
    inside += (inflow - leaving) * length;
    sell(inflow * perFan(), length);
    minutes += length;
  }

  private void call(double calls, double length) {
    double called = calls * length;
    if (allIn == null && called >= left) {
      allIn = minutes + (calls == 0 ? 0 : left / calls);
      insideThen = inside;
    }
    double beyond = Math.max(0, called - left);
    left = Math.max(0, left - called);
    behind = Math.max(0, behind + joins * length - beyond);
  }

  private void sell(double seats, double length) {
    double sold = seats * length;
    // A stock that is spared runs out ever more slowly: the last seat counts as gone.
    double last = outlook.seats().spared() ? 1 : 0;
    if (gone == null && sold > 0 && free - sold <= last) {
      gone = minutes + (free - last) / seats;
    }
    free -= outlook.seats().free() == null ? 0 : sold;
  }

  private int stock() {
    Rate rate = outlook.rate();
    if (outlook.seats().free() == null) {
      return rate.stockPerMinute();
    }
    if (free < 1) {
      return 0;
    }
    return outlook.seats().spared() ? Stock.perMinute((int) free) : Integer.MAX_VALUE;
  }

  private int least() {
    Rate rate = outlook.rate();
    long at = outlook.clock().nowMillis() + (long) (minutes * 60_000);
    int dial = rate.newUsersPerMinute();
    int least = Math.min(dial, Math.min(rate.throttlePerMinute(), stock()));
    return Math.min(least, rate.ramp().at(at, dial));
  }

  private double perMinute() {
    return least() * PACE;
  }

  /** Which of them it is; where two are equal, the one that will not go away by itself. */
  private Binding binding() {
    int least = least();
    if (least == outlook.rate().newUsersPerMinute()) {
      return Binding.DIAL;
    }
    if (least == stock()) {
      return Binding.STOCK;
    }
    return least == outlook.rate().throttlePerMinute() ? Binding.THROTTLE : Binding.SLOW_START;
  }

  /** When those who wait now have been called, minutes from now; null when that is not known. */
  @Nullable Double allIn() {
    return allIn;
  }

  /** When no seat is free any more, minutes from now; null when that is not foreseen. */
  @Nullable Double gone() {
    return gone;
  }

  /** How many are inside when those who wait now are, or at the end of what is foreseen. */
  double inside() {
    return insideThen;
  }

  /** Of those who wait now, so many have not been called at the end of what is foreseen. */
  double left() {
    return left;
  }

  /** Whether the dial of sessions may bind, and nobody knows when. */
  boolean unclear() {
    return unclear;
  }

  /** When those who wait now are in at the earliest, minutes from now, if nothing else binds. */
  @Nullable Double earliest() {
    double perMinute = perMinute();
    return perMinute == 0 ? null : minutes + left * show / perMinute;
  }

  /** What holds the queue back for most of the time until then. */
  Binding most() {
    Binding most = first;
    double longest = 0;
    for (Map.Entry<Binding, Double> each : bound.entrySet()) {
      if (each.getValue() > longest) {
        most = each.getKey();
        longest = each.getValue();
      }
    }
    return most;
  }

  /** Whether more join than can be called. */
  boolean grows() {
    return grows;
  }
}
