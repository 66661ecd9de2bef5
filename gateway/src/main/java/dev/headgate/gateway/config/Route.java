package dev.headgate.gateway.config;

import java.util.Set;

/**
 * One forwarding rule. The first rule whose path and method match decides; no rule, no way through.
 *
 * @param path a pattern of path segments: a literal, {@code {event}} for an event id, {@code *} for
 *     one segment of any text, {@code **} at the end for any rest (also none)
 * @param methods the methods it is for; empty means all
 * @param access who may pass
 * @param upstream the name of the upstream it leads to
 * @param shared whether answers marked {@code public} may stay so on a route that needs admission
 */
public record Route(
    String path, Set<String> methods, Access access, String upstream, boolean shared) {

  /** Who may pass a route. */
  public enum Access {
    /** Only with a valid admission for the {@code {event}} of the path. */
    ADMISSION,
    /** Anyone; a valid admission for the path's event is forwarded, if there is one. */
    PUBLIC
  }

  public Route {
    methods = Set.copyOf(methods);
    if (access == Access.ADMISSION && !path.contains("{event}")) {
      throw new IllegalArgumentException("path: " + path + " (expected: {event} in it)");
    }
  }
}
