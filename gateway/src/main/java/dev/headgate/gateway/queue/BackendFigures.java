package dev.headgate.gateway.queue;

import org.jspecify.annotations.Nullable;

/**
 * How the backend does, over all gateways; null where too little is known to say.
 *
 * @param p95Millis the time that 95 in 100 holds were answered within, milliseconds
 * @param errorShare the share of requests that failed, from 0 to 1
 * @param poolInUse the share of its database pool in use, from 0 to 1
 */
public record BackendFigures(
    @Nullable Integer p95Millis, @Nullable Double errorShare, @Nullable Double poolInUse) {}
