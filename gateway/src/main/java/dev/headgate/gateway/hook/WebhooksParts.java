package dev.headgate.gateway.hook;

import dev.headgate.gateway.config.Webhook;
import dev.headgate.gateway.feed.Feed;
import io.micrometer.core.instrument.MeterRegistry;
import io.vertx.core.Vertx;
import java.net.URI;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;

/**
 * What webhooks are made of.
 *
 * @param redis where it is written down how far each hook has come
 * @param feed what they tell of
 * @param hooks who is told
 * @param gateway this gateway's name among those that share the store
 * @param clock for the times of attempts
 */
public record WebhooksParts(
    Vertx vertx,
    URI redis,
    Feed feed,
    List<Webhook> hooks,
    MeterRegistry metrics,
    String gateway,
    InstantSource clock,
    Timing timing) {

  public WebhooksParts {
    hooks = List.copyOf(hooks);
  }

  /**
   * How long things take.
   *
   * @param firstPause before the second attempt; it doubles from then on
   * @param longestPause at most between two attempts
   * @param answerWithin how long an answer may take, connecting included
   * @param lease after how long without a sign of life another gateway delivers
   */
  public record Timing(
      Duration firstPause, Duration longestPause, Duration answerWithin, Duration lease) {

    /** Where nothing else is said: 1 s, 5 min, 10 s and 10 s. */
    public static Timing usual() {
      return new Timing(
          Duration.ofSeconds(1),
          Duration.ofMinutes(5),
          Duration.ofSeconds(10),
          Duration.ofSeconds(10));
    }
  }
}
