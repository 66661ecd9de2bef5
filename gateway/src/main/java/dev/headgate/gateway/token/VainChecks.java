package dev.headgate.gateway.token;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Ticker;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Bounds how many signatures are checked in vain in the name of one session. Whoever is inside
 * could otherwise change the signature of their own token again and again, and have each looked at
 * on an event loop. The names are no invention of the sender's: a session's id has a MAC of ours.
 * Safe for use from any thread.
 */
final class VainChecks {
  /** How many of one session are checked in vain in one stretch of time. */
  static final int MOST = 16;

  static final Duration STRETCH = Duration.ofSeconds(10);
  private static final int MOST_SESSIONS = 16_384;

  // An entry is written once, so that it goes when its stretch has passed.
  private final Cache<Session, AtomicInteger> failed;

  VainChecks(Ticker ticker) {
    failed =
        Caffeine.newBuilder()
            .maximumSize(MOST_SESSIONS)
            .expireAfterWrite(STRETCH)
            .ticker(ticker)
            .build();
  }

  private record Session(String event, long epoch, int lane, int position) {
    static Session of(Admission admission) {
      return new Session(
          admission.event(), admission.epoch(), admission.lane(), admission.position());
    }
  }

  /** Whether another signature is checked for the session of these claims. */
  boolean allow(Admission claimed) {
    AtomicInteger count = failed.getIfPresent(Session.of(claimed));
    return count == null || count.get() < MOST;
  }

  /** Counts one that was no good. */
  void failed(Admission claimed) {
    int unused = failed.get(Session.of(claimed), first -> new AtomicInteger()).incrementAndGet();
  }
}
