package dev.headgate.gateway.config;

import java.nio.file.Path;

/**
 * What fans' connections are encrypted with.
 *
 * @param certificate a PEM file of the chain, the server's own certificate first
 * @param key a PEM file of its private key
 */
public record Tls(Path certificate, Path key) {}
