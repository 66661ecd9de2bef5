package dev.headgate.policy.estimate;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** What is contradictory about an event's dials and the lengths of its sessions. */
public final class Contradictions {

  /** So many times too small must the cap be, if every fan stayed for a whole session. */
  private static final long TOO_SMALL = 5;

  /** So many times the most that can ever be inside must the cap be. */
  private static final long TOO_LARGE = 2;

  private Contradictions() {}

  /**
   * The contradictions, a sentence each; empty when there is none. Fans come, stay and leave as
   * they like, so only what is far off counts.
   *
   * @param newUsersPerMinute the dial; at 0 nobody comes in, and nothing contradicts that
   * @param totalActiveUsers the dial
   * @param sessionSeconds how long a session lasts if it is not used
   * @param maxSessionSeconds how long it lasts at the most
   */
  public static List<String> of(
      int newUsersPerMinute, int totalActiveUsers, long sessionSeconds, long maxSessionSeconds) {
    List<String> found = new ArrayList<>();
    double inside = newUsersPerMinute * (sessionSeconds / 60.0);
    if (inside > (double) TOO_SMALL * totalActiveUsers) {
      found.add(
          say(
              "totalActiveUsers %,d binds long before newUsersPerMinute %,d: with sessions of %s"
                  + " it lets in %s.",
              totalActiveUsers,
              newUsersPerMinute,
              minutes(sessionSeconds),
              rate(totalActiveUsers, sessionSeconds)));
    }
    long longest = Math.max(sessionSeconds, maxSessionSeconds);
    double most = Math.max(1, newUsersPerMinute * (longest / 60.0));
    if (newUsersPerMinute > 0 && totalActiveUsers > TOO_LARGE * most) {
      found.add(
          say(
              "totalActiveUsers %,d can never be reached: newUsersPerMinute %,d and sessions of at"
                  + " most %s have no more than %,d inside.",
              totalActiveUsers, newUsersPerMinute, minutes(longest), (long) Math.ceil(most)));
    }
    return found;
  }

  /** How many are let in where everybody stays for a whole session. */
  private static String rate(int totalActiveUsers, long sessionSeconds) {
    if (totalActiveUsers == 0) {
      return "nobody";
    }
    long perMinute = totalActiveUsers * 60L / sessionSeconds;
    long perHour = totalActiveUsers * 3_600L / sessionSeconds;
    if (perHour == 0) {
      return "less than one an hour";
    }
    return perMinute > 0 ? say("about %,d a minute", perMinute) : say("about %,d an hour", perHour);
  }

  private static String minutes(long seconds) {
    return seconds % 60 == 0 ? seconds / 60 + " min" : seconds + " s";
  }

  private static String say(String sentence, Object... numbers) {
    return String.format(Locale.ROOT, sentence, numbers);
  }
}
