package dev.headgate.gateway.backend;

import dev.headgate.gateway.config.GatewayConfig;
import io.micrometer.core.instrument.MeterRegistry;
import io.vertx.core.Vertx;
import java.util.function.LongSupplier;

/**
 * What watching the backends is built from.
 *
 * @param vertx where they are asked from
 * @param config upstreams and routes
 * @param metrics where the answers of upstreams are counted
 * @param nanoTime a time that only ever goes forward, in nanoseconds from anywhere
 */
public record BackendsParts(
    Vertx vertx, GatewayConfig config, MeterRegistry metrics, LongSupplier nanoTime) {}
