package dev.headgate.gateway.access;

import io.vertx.core.Vertx;
import java.net.URI;
import java.time.InstantSource;

/**
 * What access is decided with.
 *
 * @param vertx where slow work is done
 * @param rules what the configuration says
 * @param secret 32 bytes, the same at every gateway: what sessions are sealed with
 * @param redis where gateways tell each other who has signed out
 * @param clock tells when sessions end
 */
@SuppressWarnings("ArrayRecordComponent") // Never compared.
public record AccessParts(
    Vertx vertx, AccessRules rules, byte[] secret, URI redis, InstantSource clock) {}
