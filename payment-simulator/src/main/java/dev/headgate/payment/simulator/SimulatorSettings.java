package dev.headgate.payment.simulator;

import java.net.URI;
import java.time.Duration;
import java.util.Optional;

/**
 * How a simulator runs.
 *
 * @param host where it listens; it is a toy and belongs on a loopback address
 * @param port 0 takes a free one
 * @param origin where browsers reach it, for the page that asks the cardholder; empty where that is
 *     the address it listens on
 * @param secrets what callers and receivers of webhooks must know
 * @param webhooks where events go; empty until {@link Simulator#webhooksTo}
 * @param times how long what takes long takes
 */
public record SimulatorSettings(
    String host,
    int port,
    Optional<URI> origin,
    Secrets secrets,
    Optional<URI> webhooks,
    Times times) {

  public SimulatorSettings {
    Check.within(port, 0, 65_535, "port");
  }

  /** A free port of this machine, test secrets, no webhooks yet. */
  public static SimulatorSettings defaults() {
    return new SimulatorSettings(
        "127.0.0.1", 0, Optional.empty(), Secrets.defaults(), Optional.empty(), Times.defaults());
  }

  /** The same on this address. */
  public SimulatorSettings at(String otherHost, int otherPort) {
    return new SimulatorSettings(otherHost, otherPort, origin, secrets, webhooks, times);
  }

  /** The same, reached by browsers at this origin. */
  public SimulatorSettings seenAt(URI other) {
    return new SimulatorSettings(host, port, Optional.of(other), secrets, webhooks, times);
  }

  /** The same with other secrets. */
  public SimulatorSettings with(Secrets other) {
    return new SimulatorSettings(host, port, origin, other, webhooks, times);
  }

  /** The same with other times. */
  public SimulatorSettings with(Times other) {
    return new SimulatorSettings(host, port, origin, secrets, webhooks, other);
  }

  /** The same, sending its webhooks there. */
  public SimulatorSettings withWebhooksTo(URI target) {
    return new SimulatorSettings(host, port, origin, secrets, Optional.of(target), times);
  }

  /**
   * What is shared with the shop.
   *
   * @param apiKey the bearer of every call
   * @param webhook the key of the signatures
   */
  public record Secrets(String apiKey, String webhook) {
    public Secrets {
      Check.that(!apiKey.isBlank(), "apiKey", "blank", "sk_test_…");
      Check.that(!webhook.isBlank(), "webhook", "blank", "whsec_…");
    }

    /** Secrets that everybody may know: no money depends on them. */
    public static Secrets defaults() {
      return new Secrets("sk_test_simulator", "whsec_simulator");
    }

    /** Without the secrets. */
    @Override
    public String toString() {
      return "Secrets[]";
    }
  }

  /**
   * How long what takes long takes.
   *
   * @param slowAnswer of {@code pm_sim_slow}
   * @param late how late a webhook or a success is where the method says late
   * @param silentCancel after which {@code pm_sim_cancelSilently} is cancelled
   * @param firstRetry of a webhook that was not taken; doubled each time, up to half a minute
   * @param webhookTries how often a webhook is tried at most
   */
  public record Times(
      Duration slowAnswer,
      Duration late,
      Duration silentCancel,
      Duration firstRetry,
      int webhookTries) {
    public Times {
      Check.atLeastOneMilli(slowAnswer, "slowAnswer");
      Check.atLeastOneMilli(late, "late");
      Check.atLeastOneMilli(silentCancel, "silentCancel");
      Check.atLeastOneMilli(firstRetry, "firstRetry");
      Check.within(webhookTries, 1, 100, "webhookTries");
    }

    /** Six seconds, eight, three; webhooks after half a second, ten times. */
    public static Times defaults() {
      return new Times(
          Duration.ofSeconds(6),
          Duration.ofSeconds(8),
          Duration.ofSeconds(3),
          Duration.ofMillis(500),
          10);
    }

    /** Everything within this time, for tests. */
    public static Times allOf(Duration each) {
      return new Times(each, each, each, each, 10);
    }
  }
}
