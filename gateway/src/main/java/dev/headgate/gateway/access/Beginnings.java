package dev.headgate.gateway.access;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;

/**
 * How many sessions one holder may begin: thirty at once, and one more a minute. A session costs
 * nothing; what is kept of each that was signed out of has an end, and whoever could begin and end
 * them without one would push out the sign-outs of others.
 */
final class Beginnings {
  static final int AT_ONCE = 30;
  static final Duration EACH = Duration.ofMinutes(1);

  private static final int MOST_HOLDERS = 10_000;

  private final InstantSource clock;

  /** When as many as ever may begin again. */
  private final Cache<String, Instant> even =
      Caffeine.newBuilder().maximumSize(MOST_HOLDERS).build();

  Beginnings(InstantSource clock) {
    this.clock = clock;
  }

  /**
   * Counts one more.
   *
   * @param who the holder, and how they came
   * @throws RefusedException if there have been too many; such a one counts for nothing
   */
  synchronized void count(String who) {
    Instant now = clock.instant();
    Instant before = even.getIfPresent(who);
    Instant next = (before == null || before.isBefore(now) ? now : before).plus(EACH);
    Duration wait = Duration.between(now.plus(EACH.multipliedBy(AT_ONCE)), next);
    if (wait.compareTo(Duration.ZERO) > 0) {
      throw Refusals.tooManySessions(wait);
    }
    even.put(who, next);
  }
}
