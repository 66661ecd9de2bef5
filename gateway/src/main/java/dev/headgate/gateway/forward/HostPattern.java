package dev.headgate.gateway.forward;

import dev.headgate.gateway.config.EventIds;
import dev.headgate.gateway.config.Route;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** The hosts of a route, taken apart once, so that matching only compares. */
final class HostPattern {
  private final Set<String> names = new HashSet<>();
  private final List<Around> patterns = new ArrayList<>();

  /** What stands before and behind the event in a host. */
  private record Around(String before, String behind) {

    @Nullable String event(String host) {
      int to = host.length() - behind.length();
      return to > before.length()
              && host.startsWith(before)
              && host.endsWith(behind)
              && EventIds.isOne(host, before.length(), to)
          ? host.substring(before.length(), to)
          : null;
    }
  }

  HostPattern(Set<String> hosts) {
    // In the same order in every process: where two patterns fit one host, all gateways agree.
    for (String host : new TreeSet<>(hosts)) {
      int at = host.indexOf(Route.EVENT);
      if (at < 0) {
        names.add(host);
      } else {
        checkLabel(host, at);
        patterns.add(new Around(host.substring(0, at), host.substring(at + Route.EVENT.length())));
      }
    }
  }

  /**
   * The event id in a host that matches, or the empty string where it names none; null when the
   * host does not match. A request that names no host matches only where every host does.
   */
  @Nullable String match(@Nullable String host) {
    if (names.isEmpty() && patterns.isEmpty()) {
      return "";
    }
    if (host == null) {
      return null;
    }
    if (names.contains(host)) {
      return "";
    }
    for (Around pattern : patterns) {
      String event = pattern.event(host);
      if (event != null) {
        return event;
      }
    }
    return null;
  }

  private static void checkLabel(String host, int at) {
    int end = at + Route.EVENT.length();
    boolean whole =
        (at == 0 || host.charAt(at - 1) == '.')
            && (end == host.length() || host.charAt(end) == '.');
    if (!whole || host.indexOf(Route.EVENT, end) >= 0) {
      throw new IllegalArgumentException(
          "hosts: " + host + " (expected: {event} as one whole label, once)");
    }
  }
}
