package dev.headgate.gateway.access;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Ticker;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Counts wrong tokens by who sent them, and says for how long no more are looked at: twice as long
 * with each, once those that anybody may get wrong are used up. An hour without any and they are
 * forgotten; so is the one heard of least lately when too many guess at once.
 */
final class Guesses {
  private static final Logger log = LoggerFactory.getLogger(Guesses.class);
  private static final int MOST = 10_000;
  private static final int MOST_DOUBLINGS = 20;
  private static final Duration REMEMBERED = Duration.ofHours(1);
  private static final Duration FIRST = Duration.ofSeconds(2);

  private final int free;
  private final Duration longest;
  private final InstantSource clock;
  private final Cache<String, Wrong> counts;

  /** How many were wrong, when the last one was, and the one before that. */
  private record Wrong(int times, Instant last, Instant before) {}

  /**
   * @param free how many may be wrong before any wait
   * @param longest the longest wait, at most a quarter of an hour
   */
  Guesses(int free, Duration longest, InstantSource clock) {
    this.free = free;
    this.longest = longest;
    this.clock = clock;
    this.counts =
        Caffeine.newBuilder()
            .maximumSize(MOST)
            .expireAfterWrite(REMEMBERED)
            .ticker(nanos(clock))
            .build();
  }

  private static Ticker nanos(InstantSource clock) {
    return () -> clock.millis() * 1_000_000;
  }

  /** For how long nothing is looked at yet; zero where it is. */
  Duration wait(String who) {
    Wrong wrong = counts.getIfPresent(who);
    Duration left =
        wrong == null
            ? Duration.ZERO
            : Duration.between(clock.instant(), wrong.last.plus(after(wrong.times)));
    return left.isNegative() ? Duration.ZERO : left;
  }

  /** Counts one as wrong. */
  void count(String who) {
    Wrong first = new Wrong(1, clock.instant(), Instant.EPOCH);
    Wrong unused =
        counts
            .asMap()
            .merge(who, first, (before, one) -> new Wrong(before.times + 1, one.last, before.last));
  }

  /** Tells the log of a wait, if there is one. */
  void sayWait(String who) {
    Duration wait = wait(who);
    if (!wait.isZero()) {
      log.warn("wrong operator tokens from {}: none is looked at for {}", who, wait);
    }
  }

  /** It was right after all: what was counted before it holds as before. */
  void forgive(String who) {
    counts
        .asMap()
        .computeIfPresent(
            who,
            (same, wrong) ->
                wrong.times <= 1 ? null : new Wrong(wrong.times - 1, wrong.before, wrong.before));
  }

  private Duration after(int times) {
    int doublings = Math.min(times - free - 1, MOST_DOUBLINGS);
    if (doublings < 0) {
      return Duration.ZERO;
    }
    Duration wait = FIRST.multipliedBy(1L << doublings);
    return wait.compareTo(longest) > 0 ? longest : wait;
  }
}
