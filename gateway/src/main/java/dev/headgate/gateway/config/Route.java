package dev.headgate.gateway.config;

import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * One forwarding rule. The first rule whose host, path and method match decides; no rule, no way
 * through.
 *
 * @param hosts the hosts it is for, as {@link HostNames} spells them: names, or patterns with
 *     {@code {event}} for one label; none means all
 * @param path a pattern of path segments: a literal, {@code {event}} for an event id, {@code *} for
 *     one segment of any text, {@code **} at the end for any rest (also none)
 * @param methods the methods it is for; empty means all
 * @param access who may pass
 * @param event how it knows the event
 * @param upstream the name of the upstream it leads to
 * @param shared whether answers marked {@code public} may stay so on a route that needs admission
 * @param limits what it takes of a request
 * @param cors which other origins' pages may use it; null for none
 */
public record Route(
    Set<String> hosts,
    String path,
    Set<String> methods,
    Access access,
    EventSource event,
    String upstream,
    boolean shared,
    RouteLimits limits,
    @Nullable Cors cors) {

  /** What stands for an event's id in hosts and paths. */
  public static final String EVENT = "{event}";

  /** Who may pass a route. */
  public enum Access {
    /** Only with a valid admission for the route's event. */
    ADMISSION,
    /** Anyone; a valid admission for the route's event is forwarded, if there is one. */
    PUBLIC
  }

  public Route {
    hosts = hosts.stream().map(HostNames::plain).collect(Collectors.toUnmodifiableSet());
    methods = Set.copyOf(methods);
    if (access == Access.ADMISSION && event instanceof EventSource.Path && !path.contains(EVENT)) {
      throw new IllegalArgumentException("path: " + path + " (expected: {event} in it)");
    }
    if (event instanceof EventSource.Host && !eachNamesTheEvent(hosts)) {
      throw new IllegalArgumentException("hosts: " + hosts + " (expected: {event} in each)");
    }
  }

  /** A rule for every host, by the path alone, within the usual limits. */
  public Route(String path, Set<String> methods, Access access, String upstream, boolean shared) {
    this(
        Set.of(),
        path,
        methods,
        access,
        new EventSource.Path(),
        upstream,
        shared,
        RouteLimits.usual(),
        null);
  }

  /** The same rule for bodies of so many bytes at most. */
  Route takingAtMost(long bytes) {
    RouteLimits limited = new RouteLimits(bytes, limits.answerWithin(), limits.idle());
    return new Route(hosts, path, methods, access, event, upstream, shared, limited, cors);
  }

  private static boolean eachNamesTheEvent(Set<String> hosts) {
    return !hosts.isEmpty() && hosts.stream().allMatch(host -> host.contains(EVENT));
  }
}
