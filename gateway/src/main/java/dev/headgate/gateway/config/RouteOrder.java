package dev.headgate.gateway.config;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Finds routes that nothing can reach, because the ones before them take every request they would.
 * Earlier routes count together where they differ by host or method; of paths, one earlier pattern
 * has to take the whole later one.
 */
final class RouteOrder {
  private static final String ANY = "*";
  private static final String REST = "**";
  private static final String ALL_HOSTS = "";

  private final List<Named> earlier = new ArrayList<>();

  private record Named(String name, Route route) {}

  /**
   * Adds the next route.
   *
   * @return the names of the routes that leave nothing for it; null where something is left
   */
  @Nullable String add(String name, Route route) {
    List<Named> paths =
        earlier.stream().filter(one -> takesPath(one.route().path(), route.path())).toList();
    earlier.add(new Named(name, route));
    Set<String> takers = new HashSet<>();
    for (String host : route.hosts().isEmpty() ? Set.of(ALL_HOSTS) : route.hosts()) {
      List<Named> left =
          paths.stream().filter(one -> takesHost(one.route().hosts(), host)).toList();
      if (!takeMethods(left, route.methods(), takers)) {
        return null;
      }
    }
    List<String> inOrder = paths.stream().map(Named::name).filter(takers::contains).toList();
    return String.join(" and ", inOrder);
  }

  /** Whether routes take every method of a later one; adds those that are needed for it. */
  private static boolean takeMethods(List<Named> routes, Set<String> wanted, Set<String> takers) {
    Set<String> left = withHead(wanted);
    for (Named one : routes) {
      Set<String> methods = withHead(one.route().methods());
      if (methods.isEmpty()) {
        takers.add(one.name());
        return true;
      }
      if (left.removeAll(methods)) {
        takers.add(one.name());
      }
    }
    return !wanted.isEmpty() && left.isEmpty();
  }

  // Who takes GET takes HEAD.
  private static Set<String> withHead(Set<String> methods) {
    Set<String> all = new HashSet<>(methods);
    if (all.contains("GET")) {
      all.add("HEAD");
    }
    return all;
  }

  private static boolean takesHost(Set<String> hosts, String later) {
    return hosts.isEmpty()
        || (!later.equals(ALL_HOSTS) && hosts.stream().anyMatch(host -> takesHost(host, later)));
  }

  private static boolean takesHost(String host, String later) {
    int at = host.indexOf(Route.EVENT);
    if (host.equals(later) || at < 0) {
      return host.equals(later);
    }
    String before = host.substring(0, at);
    String behind = host.substring(at + Route.EVENT.length());
    return later.length() > before.length() + behind.length()
        && later.startsWith(before)
        && later.endsWith(behind)
        && EventIds.isOne(later, before.length(), later.length() - behind.length());
  }

  private static boolean takesPath(String path, String later) {
    List<String> segments = segments(path);
    List<String> others = segments(later);
    boolean open = path.endsWith(REST);
    boolean otherOpen = later.endsWith(REST);
    boolean fits = open ? others.size() >= segments.size() : others.size() == segments.size();
    if (!fits || (otherOpen && !open)) {
      return false;
    }
    for (int i = 0; i < segments.size(); i++) {
      if (!takesSegment(segments.get(i), others.get(i))) {
        return false;
      }
    }
    return true;
  }

  private static boolean takesSegment(String segment, String later) {
    return switch (segment) {
      case ANY -> !later.isEmpty();
      case Route.EVENT -> later.equals(Route.EVENT) || EventIds.isOne(later);
      default -> segment.equals(later);
    };
  }

  private static List<String> segments(String path) {
    List<String> all = new ArrayList<>(Arrays.asList(path.substring(1).split("/", -1)));
    if (path.endsWith(REST)) {
      all.remove(all.size() - 1);
    }
    return all;
  }
}
