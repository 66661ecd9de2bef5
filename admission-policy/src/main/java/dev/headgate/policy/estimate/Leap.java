package dev.headgate.policy.estimate;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Whether a change of dials is one to ask about once more.
 *
 * @param large whether it is
 * @param warnings what may go wrong with it, a sentence each
 */
public record Leap(boolean large, List<String> warnings) {

  private static final int FACTOR = 2;

  public Leap {
    warnings = List.copyOf(warnings);
  }

  /**
   * The two dials that limit how many fans there are.
   *
   * @param effectivePerMinute admissions a minute that the limits leave of the first
   */
  public record Dialled(int newUsersPerMinute, int totalActiveUsers, int effectivePerMinute) {}

  /**
   * How the shop does.
   *
   * @param used the worst of its figures, as a share of the limit that the throttle has for it; 0
   *     when nothing is known
   * @param poolUsed its database connections in use, as such a share; 0 when that is not known
   * @param tooMuchPerMinute a rate that proved too much lately; 0 when none is known
   */
  public record Shop(double used, double poolUsed, int tooMuchPerMinute) {}

  /**
   * Judges a change.
   *
   * @param active sessions now
   * @param shop how it does now
   */
  public static Leap of(Dialled now, Dialled asked, long active, Shop shop) {
    List<String> warnings = new ArrayList<>();
    if (asked.totalActiveUsers < active && asked.totalActiveUsers < now.totalActiveUsers) {
      warnings.add(
          say(
              "%,d are inside, more than totalActiveUsers %,d: nobody is let in until %,d have"
                  + " left.",
              active, asked.totalActiveUsers, active - asked.totalActiveUsers + 1));
    }
    if (asked.effectivePerMinute > now.effectivePerMinute) {
      overload(warnings, shop, now.effectivePerMinute, asked.effectivePerMinute);
    }
    boolean far =
        isFar(now.newUsersPerMinute, asked.newUsersPerMinute)
            || isFar(now.totalActiveUsers, asked.totalActiveUsers);
    return new Leap(far || !warnings.isEmpty(), warnings);
  }

  private static void overload(List<String> warnings, Shop shop, int before, int after) {
    double more = before == 0 ? 0 : (double) after / before;
    if (shop.used > 1) {
      warnings.add("The shop is over one of the throttle's limits already.");
    } else if (shop.tooMuchPerMinute > 0 && after >= shop.tooMuchPerMinute) {
      warnings.add(say("%,d a minute proved too much for the shop.", shop.tooMuchPerMinute));
    } else if (shop.poolUsed * more > 1) {
      warnings.add(
          say(
              "With %,d a minute in the place of %,d the shop would need more database"
                  + " connections than the throttle allows.",
              after, before));
    }
  }

  private static boolean isFar(int before, int after) {
    if (before == 0 || after == 0) {
      return before != after;
    }
    return Math.max(before, after) >= (long) FACTOR * Math.min(before, after);
  }

  private static String say(String sentence, Number... numbers) {
    return String.format(Locale.ROOT, sentence, (Object[]) numbers);
  }
}
