package dev.headgate.gateway.page;

import java.util.Map;

/** How long it takes, said no more precisely than it is known, and as {@code waits.js} says it. */
final class WaitWords {
  private static final int MINUTE = 60;
  private static final int HALF_HOUR = 1_800;
  private static final int HOUR = 3_600;
  private static final int DAY = 86_400;
  private static final int FINE_MINUTES = 20;

  private WaitWords() {}

  static String of(Words words, PlainPage.Wait wait) {
    Map<String, String> span = Map.of("span", span(words, wait.lowSeconds(), wait.highSeconds()));
    return wait.drawn() ? words.say("wait.turn", span) : words.say("wait.draw", span);
  }

  private static String span(Words words, int low, int high) {
    if (high <= MINUTE) {
      return words.say("span.soon", Map.of());
    }
    if (low >= DAY) {
      return words.say("span.day", Map.of());
    }
    Rough most = Rough.up(high);
    if (low < MINUTE) {
      Map<String, Number> n = Map.of("n", most.value());
      return most.hours() ? words.say("span.within.hours", n) : words.say("span.within.minutes", n);
    }
    return between(words, Rough.down(low, high), most);
  }

  private static String between(Words words, Rough least, Rough most) {
    Number from = least.value();
    Number to = most.value();
    if (least.hours() != most.hours()) {
      return words.say("span.mixed", Map.of("minutes", from, "hours", to));
    }
    if (least.halves() == most.halves()) {
      Map<String, Number> n = Map.of("n", from);
      return most.hours() ? words.say("span.hours", n) : words.say("span.minutes", n);
    }
    Map<String, Number> range = Map.of("from", from, "to", to);
    return most.hours()
        ? words.say("span.hours.range", range)
        : words.say("span.minutes.range", range);
  }

  /**
   * A time in minutes, from twenty on in fives; where the longest is two hours or more, in half
   * hours.
   *
   * @param halves half minutes or half hours, so that they are whole numbers
   */
  private record Rough(int halves, boolean hours) {

    static Rough up(int seconds) {
      if (seconds >= 2 * HOUR) {
        return new Rough(up(seconds, HALF_HOUR), true);
      }
      int minutes = up(seconds, MINUTE);
      return new Rough(2 * (minutes < FINE_MINUTES ? minutes : 5 * up(minutes, 5)), false);
    }

    static Rough down(int seconds, int longest) {
      if (longest >= 2 * HOUR && seconds >= HOUR) {
        return new Rough(seconds / HALF_HOUR, true);
      }
      int minutes = seconds / MINUTE;
      return new Rough(2 * (minutes < FINE_MINUTES ? minutes : 5 * (minutes / 5)), false);
    }

    private static int up(int number, int by) {
      return -Math.floorDiv(-number, by);
    }

    /** Whole where it is whole, as plurals go by that. */
    Number value() {
      return halves % 2 == 0 ? (Number) (halves / 2) : (Number) (halves / 2.0);
    }
  }
}
