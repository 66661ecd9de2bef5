package dev.headgate.gateway.upstream;

import dev.headgate.gateway.config.GatewayConfig;
import io.micrometer.core.instrument.MeterRegistry;
import io.vertx.core.Vertx;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.DoubleSupplier;
import java.util.function.LongSupplier;

/**
 * What they are built from.
 *
 * @param vertx where health is asked for
 * @param config names the upstreams and their servers
 * @param metrics where the state of servers is shown
 * @param nanos a clock that only goes forward, as {@link System#nanoTime}
 * @param random from 0 to 1, without 1; keeps gateways from acting in step
 */
public record UpstreamsParts(
    Vertx vertx,
    GatewayConfig config,
    MeterRegistry metrics,
    LongSupplier nanos,
    DoubleSupplier random) {

  /** With the randomness of the machine. */
  public UpstreamsParts(
      Vertx vertx, GatewayConfig config, MeterRegistry metrics, LongSupplier nanos) {
    this(vertx, config, metrics, nanos, () -> ThreadLocalRandom.current().nextDouble());
  }
}
