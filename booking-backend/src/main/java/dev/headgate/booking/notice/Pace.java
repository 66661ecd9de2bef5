package dev.headgate.booking.notice;

import java.time.Duration;

/**
 * How fast messages are tried.
 *
 * @param width messages under way at once, a channel and kind of lane
 * @param patience after this a try has failed
 * @param lease after this others may try a message whose sender said nothing; longer than patience
 * @param firstPause after the first failure, at most; twice as long after each further one
 * @param longestPause the most
 * @param refusals how often a message may be refused for good before it is believed
 */
record Pace(
    int width,
    Duration patience,
    Duration lease,
    Duration firstPause,
    Duration longestPause,
    int refusals) {
  // A refusal is seldom taken back, so what is refused waits longer than what only failed.
  private static final int REFUSED_TIMES = 8;
  private static final int MOST_DOUBLINGS = 20;

  static Pace usual() {
    return new Pace(
        4,
        Duration.ofSeconds(60),
        Duration.ofSeconds(90),
        Duration.ofSeconds(10),
        Duration.ofMinutes(15),
        6);
  }

  /**
   * Between half of the pause and all of it, so that what failed together does not come again
   * together.
   *
   * @param random from 0 to 1
   */
  long pauseMillis(int tries, boolean refused, double random) {
    long first = firstPause.toMillis() * (refused ? REFUSED_TIMES : 1);
    long doubled = first << Math.min(Math.max(0, tries - 1), MOST_DOUBLINGS);
    long pause = Math.min(doubled, longestPause.toMillis());
    return (long) (pause * (1 + random) / 2);
  }
}
