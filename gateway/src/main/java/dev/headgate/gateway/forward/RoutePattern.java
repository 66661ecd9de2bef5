package dev.headgate.gateway.forward;

import dev.headgate.gateway.config.EventIds;
import dev.headgate.gateway.config.Route;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** A route whose path pattern is taken apart once, so that matching only compares. */
final class RoutePattern {
  private static final String EVENT = "{event}";
  private static final String ANY = "*";
  private static final String REST = "**";

  private final Route route;
  private final String[] segments;
  private final boolean openEnd;

  RoutePattern(Route route) {
    this.route = route;
    String path = route.path();
    if (!path.startsWith("/")) {
      throw new IllegalArgumentException("path: " + path + " (expected: a leading '/')");
    }
    String[] all = path.substring(1).split("/", -1);
    openEnd = all[all.length - 1].equals(REST);
    segments = openEnd ? Arrays.copyOf(all, all.length - 1) : all;
    checkSegments(path);
  }

  Route route() {
    return route;
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
