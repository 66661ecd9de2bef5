package dev.headgate.gateway.audit;

import io.vertx.core.Vertx;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;

/**
 * What the audit trails are made of.
 *
 * @param redis where the store is
 * @param folder where this gateway keeps them; made when it is missing
 * @param clock for the entries made while the store, whose clock counts, is away
 * @param follow how often to look for what other gateways added
 */
public record AuditParts(
    Vertx vertx, URI redis, Path folder, InstantSource clock, Duration follow) {}
