package dev.headgate.gateway.feed;

import io.vertx.core.Vertx;
import java.net.URI;
import java.time.Duration;

/**
 * What the feed is made of.
 *
 * @param redis where the store is
 * @param follow how often to look for news, while somebody follows
 */
public record FeedParts(Vertx vertx, URI redis, Duration follow) {}
