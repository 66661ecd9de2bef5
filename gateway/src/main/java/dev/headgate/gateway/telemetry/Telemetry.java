package dev.headgate.gateway.telemetry;

import io.micrometer.core.instrument.MeterRegistry;
import io.vertx.core.VertxBuilder;
import io.vertx.core.VertxOptions;

/**
 * What this process measures, as Prometheus reads it. Labels have small fixed sets of values: no
 * paths, no addresses, no methods a client may make up, nothing that names a fan. Safe for use from
 * any thread.
 */
public interface Telemetry extends AutoCloseable {

  /** Measures in a registry of its own; the JVM from now on. */
  static Telemetry create() {
    return new PrometheusTelemetry();
  }

  /** Where the gateway's own meters are; named {@code headgate.<noun>.<unit>}. */
  MeterRegistry registry();

  /**
   * A builder of a Vert.x that is measured too. Its servers are told apart by what they listen at,
   * its clients by the {@code metricsName} of their options: give each one a name.
   */
  VertxBuilder measured(VertxOptions options);

  /** Everything in the Prometheus text format 0.0.4. Takes milliseconds: not for an event loop. */
  String scrape();

  @Override
  void close();
}
