package dev.headgate.policy.estimate;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * How large a sale gets, and which dials suit it.
 *
 * <p>How many are inside follows from Little's law: the mean number inside is the rate of
 * admissions times the mean stay (J. D. C. Little, "A Proof for the Queuing Formula L = λW", 1961).
 *
 * @param orders that sell every seat
 * @param fansNeeded fans to let in until they have been placed
 * @param usersInside sessions at one time, in the mean
 * @param minutesToSellOut from the start until as many fans have been let in as it takes
 * @param newUsersPerMinute the dial to begin with
 * @param totalActiveUsers the dial to begin with
 * @param working how each number came about, a sentence each
 */
public record Sizing(
    long orders,
    long fansNeeded,
    long usersInside,
    double minutesToSellOut,
    int newUsersPerMinute,
    int totalActiveUsers,
    List<String> working) {

  /** With three times its square root still no more than the dial totalActiveUsers takes. */
  private static final long MOST_INSIDE = 9_990_000;

  public Sizing {
    working = List.copyOf(working);
  }

  /**
   * What the organiser expects.
   *
   * @param seats for sale, from 1 to 10 million
   * @param ticketsPerOrder in the mean, from 1 to 1,000
   * @param minutesInside how long a fan stays inside in the mean, above 0, at most a day
   * @param conversion the share of those let in who buy, from 0.001 to 1
   * @param newUsersPerMinute how many the shop can take a minute, from 1 to 10 million
   */
  public record Question(
      long seats,
      double ticketsPerOrder,
      double minutesInside,
      double conversion,
      long newUsersPerMinute) {
    private static final long MOST = 10_000_000;

    /**
     * @throws IllegalArgumentException naming every value that makes no sense
     */
    public Question {
      List<String> faults = new ArrayList<>();
      expect(faults, seats >= 1 && seats <= MOST, "seats: " + seats, "from 1 to 10 million");
      expect(
          faults,
          ticketsPerOrder >= 1 && ticketsPerOrder <= 1_000,
          "ticketsPerOrder: " + ticketsPerOrder,
          "from 1 to 1,000");
      expect(
          faults,
          minutesInside > 0 && minutesInside <= 1_440,
          "minutesInside: " + minutesInside,
          "above 0, at most 1,440");
      expect(
          faults,
          conversion >= 0.001 && conversion <= 1,
          "conversion: " + conversion,
          "from 0.001 to 1; half of them is 0.5");
      expect(
          faults,
          newUsersPerMinute >= 1 && newUsersPerMinute <= MOST,
          "newUsersPerMinute: " + newUsersPerMinute,
          "from 1 to 10 million");
      if (!faults.isEmpty()) {
        throw new IllegalArgumentException(String.join("; ", faults));
      }
    }

    private static void expect(List<String> faults, boolean holds, String what, String expected) {
      if (!holds) {
        faults.add(what + " (expected: " + expected + ")");
      }
    }
  }

  /** Works it out. */
  public static Sizing of(Question asked) {
    double stay = asked.minutesInside;
    long orders = up(asked.seats / asked.ticketsPerOrder);
    long fans = up(orders / asked.conversion);
    // More inside than it takes to sell everything: the rest would look at sold seats only.
    long sensible = Math.max(1, (long) (Math.min(fans, MOST_INSIDE) / stay));
    int rate = (int) Math.min(asked.newUsersPerMinute, sensible);
    long inside = up(rate * stay);
    double minutes = Math.ceil(10.0 * fans / rate) / 10;
    int cap =
        (int) Math.min(Integer.MAX_VALUE, roundedUp(up(inside + 3 * Math.sqrt(1.0 * inside))));
    List<String> working = new ArrayList<>();
    working.add(
        say(
            "%s seats at %s tickets an order are %s orders.",
            asked.seats, asked.ticketsPerOrder, orders));
    working.add(
        say(
            "When %s %% of those let in buy, %s orders take %s fans.",
            asked.conversion * 100, orders, fans));
    if (rate < asked.newUsersPerMinute) {
      working.add(fewer(asked, fans, rate));
    }
    working.add(
        say(
            "Little's law: %s admissions a minute x %s minutes inside = %s users inside.",
            rate, stay, inside));
    working.add(
        say(
            "%s fans at %s a minute are let in within %s minutes; the last of them are inside for"
                + " another %s.",
            fans, rate, minutes, stay));
    working.add(
        say(
            "The number inside varies by chance, so totalActiveUsers is %s: the mean of %s and"
                + " three times its square root, rounded up.",
            cap, inside));
    return new Sizing(orders, fans, inside, minutes, rate, cap, working);
  }

  private static String fewer(Question asked, long fans, int rate) {
    return fans > MOST_INSIDE
        ? say(
            "%s a minute for %s minutes each would have more inside than totalActiveUsers can say,"
                + " so %s a minute it is.",
            asked.newUsersPerMinute, asked.minutesInside, rate)
        : say(
            "%s a minute for %s minutes each would have more inside than the %s fans it takes, so"
                + " %s a minute are enough.",
            asked.newUsersPerMinute, asked.minutesInside, fans, rate);
  }

  /** The next whole number; what a double adds behind the ninth place counts as nothing. */
  private static long up(double value) {
    return (long) Math.ceil(value - Math.min(0.001, 1e-9 * value));
  }

  /** To three digits that mean something. */
  private static long roundedUp(long value) {
    long unit = 1;
    while (value / unit >= 1_000) {
      unit *= 10;
    }
    return (value + unit - 1) / unit * unit;
  }

  private static String say(String sentence, Number... numbers) {
    Object[] words = Arrays.stream(numbers).map(Sizing::word).toArray();
    return String.format(Locale.ROOT, sentence, words);
  }

  private static String word(Number number) {
    double value = number.doubleValue();
    return value == Math.rint(value)
        ? String.format(Locale.ROOT, "%,d", number.longValue())
        : String.format(Locale.ROOT, "%,.1f", value);
  }
}
