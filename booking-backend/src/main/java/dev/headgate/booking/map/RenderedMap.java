package dev.headgate.booking.map;

import io.vertx.core.buffer.Buffer;

/**
 * A map ready to be sent, the same bytes to everybody.
 *
 * @param json the document
 * @param gzip the same, compressed
 * @param etag weak: equal while no seat has changed, though {@code asOf} has
 */
public record RenderedMap(Buffer json, Buffer gzip, String etag) {}
