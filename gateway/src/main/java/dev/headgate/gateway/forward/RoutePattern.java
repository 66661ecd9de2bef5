package dev.headgate.gateway.forward;

import dev.headgate.gateway.config.EventIds;
import dev.headgate.gateway.config.EventSource;
import dev.headgate.gateway.config.Route;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** A route whose patterns are taken apart once, so that matching only compares. */
final class RoutePattern {
  private static final String EVENT = Route.EVENT;
  private static final String ANY = "*";
  private static final String REST = "**";

  private final Route route;
  private final HostPattern hosts;
  private final String[] segments;
  private final boolean openEnd;

  RoutePattern(Route route) {
    this.route = route;
    hosts = new HostPattern(route.hosts());
    String path = route.path();
    if (!path.startsWith("/")) {
      throw new IllegalArgumentException("path: " + path + " (expected: a leading '/')");
    }
    String[] all = path.substring(1).split("/", -1);
    openEnd = all[all.length - 1].equals(REST);
    segments = openEnd ? Arrays.copyOf(all, all.length - 1) : all;
    checkSegments(path);
  }

  /** Fails where a route cannot be meant. */
  static void check(Route route) {
    RoutePattern unused = new RoutePattern(route);
  }

  Route route() {
    return route;
  }

  /**
   * The event id a request that matches names, in the way of this route, or the empty string when
   * it names none; null when host or path do not match.
   */
  @Nullable String match(@Nullable String host, String path) {
    String byHost = hosts.match(host);
    String byPath = byHost == null ? null : match(path);
    if (byHost == null || byPath == null) {
      return null;
    }
    EventSource source = route.event();
    if (source instanceof EventSource.Fixed fixed) {
      return fixed.event();
    }
    return source instanceof EventSource.Host ? byHost : byPath;
  }

  /**
   * The event id in a path that matches, or the empty string when the pattern has none; null when
   * the path does not match.
   */
  @Nullable String match(String path) {
    String event = "";
    int at = 0;
    for (String segment : segments) {
      if (at >= path.length()) {
        return null;
      }
      int from = at + 1;
      int slash = path.indexOf('/', from);
      int to = slash < 0 ? path.length() : slash;
      if (segment.equals(EVENT)) {
        event = path.substring(from, to);
      }
      if (!segmentMatches(segment, path, from, to)) {
        return null;
      }
      at = to;
    }
    return openEnd || at == path.length() ? event : null;
  }

  private static boolean segmentMatches(String segment, String path, int from, int to) {
    return switch (segment) {
      case EVENT -> EventIds.isOne(path, from, to);
      case ANY -> to > from;
      default -> segment.length() == to - from && path.startsWith(segment, from);
    };
  }

  private void checkSegments(String path) {
    int events = 0;
    for (String segment : segments) {
      boolean known = segment.equals(EVENT) || segment.equals(ANY);
      if (!known && (segment.contains("*") || segment.contains("{"))) {
        throw new IllegalArgumentException(
            "path: " + path + " (expected: {event} or * as whole segments, ** only at the end)");
      }
      events += segment.equals(EVENT) ? 1 : 0;
    }
    if (events > 1) {
      throw new IllegalArgumentException("path: " + path + " (expected: {event} at most once)");
    }
  }
}
