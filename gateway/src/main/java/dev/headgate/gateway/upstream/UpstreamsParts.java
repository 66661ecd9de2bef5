package dev.headgate.gateway.upstream;

import dev.headgate.gateway.config.GatewayConfig;
import io.micrometer.core.instrument.MeterRegistry;
import io.vertx.core.Vertx;
import java.util.function.LongSupplier;

/**
 * What they are built from.
 *
 * @param vertx where health is asked for
 * @param config names the upstreams and their servers
 * @param metrics where the state of servers is shown
 * @param nanos a clock that only goes forward, as {@link System#nanoTime}
 */
public record UpstreamsParts(
    Vertx vertx, GatewayConfig config, MeterRegistry metrics, LongSupplier nanos) {}
