package dev.headgate.gateway.token;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Issues challenges and checks their solutions. A challenge carries all that is needed to check it,
 * so that every gateway with the same keys can, and nothing is remembered of those that nobody
 * solves. One a process; safe for use from any thread.
 */
public interface Challenges {

  /** How long a challenge can be solved. */
  Duration LIFE = Duration.ofMinutes(2);

  /** How long a gateway gives numbers of one series out. */
  Duration SERIES = Duration.ofMinutes(1);

  /**
   * Challenges that every gateway with the same secret checks.
   *
   * @param secret a key for nothing else
   */
  static Challenges under(byte[] secret) {
    return new HmacChallenges(secret);
  }

  /**
   * What an event asks for.
   *
   * @param event the event id
   * @param epoch its present life
   * @param difficulty leading zero bits, from 1 to 32
   */
  record Asked(String event, long epoch, int difficulty) {}

  /** A new challenge. */
  Challenge issue(Asked asked, Instant now);

  /**
   * Looks at a solution. It goes by the difficulty that the challenge was issued with, which must
   * be no lower than the one asked for now.
   *
   * @param solution what was sent, or null
   */
  SolutionCheck check(Asked asked, @Nullable String solution, Instant now);
}
