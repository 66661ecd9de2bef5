package dev.headgate.booking.http;

import io.vertx.core.http.HttpMethod;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.BiConsumer;

/**
 * Addresses and what answers there. A path is matched as it was sent, segment by segment: nothing
 * is decoded or normalised, so there is one way to write each address.
 */
final class Routes {
  private final List<Route> routes = new ArrayList<>();

  /** What the variable segments of a path held, in order. */
  record Variables(List<String> values) {
    String first() {
      return values.get(0);
    }
  }

  private record Route(
      List<String> segments, Map<HttpMethod, BiConsumer<Exchange, Variables>> methods) {}

  /** Adds an address; {@code *} stands for any one segment. The first that fits answers. */
  void add(String path, Map<HttpMethod, BiConsumer<Exchange, Variables>> methods) {
    routes.add(new Route(List.of(path.split("/", -1)), methods));
  }

  void answer(Exchange exchange) {
    List<String> path = List.of(exchange.path().split("/", -1));
    for (Route route : routes) {
      if (fits(route.segments(), path)) {
        answer(route, variables(route.segments(), path), exchange);
        return;
      }
    }
    exchange.problem(Problem.notFound());
  }

  private static void answer(Route route, Variables variables, Exchange exchange) {
    boolean isHead = exchange.method().equals(HttpMethod.HEAD);
    HttpMethod method = isHead ? HttpMethod.GET : exchange.method();
    BiConsumer<Exchange, Variables> handler = route.methods().get(method);
    if (handler == null) {
      exchange.set("Allow", allowed(route)).problem(Problem.methodNotAllowed());
      return;
    }
    handler.accept(exchange, variables);
  }

  private static String allowed(Route route) {
    TreeSet<String> names = new TreeSet<>();
    route.methods().keySet().forEach(method -> names.add(method.name()));
    if (names.contains("GET")) {
      names.add("HEAD");
    }
    return String.join(", ", names);
  }

  private static boolean fits(List<String> wanted, List<String> path) {
    if (wanted.size() != path.size()) {
      return false;
    }
    for (int i = 0; i < wanted.size(); i++) {
      boolean any = wanted.get(i).equals("*") && !path.get(i).isEmpty();
      if (!any && !wanted.get(i).equals(path.get(i))) {
        return false;
      }
    }
    return true;
  }

  private static Variables variables(List<String> wanted, List<String> path) {
    List<String> values = new ArrayList<>(1);
    for (int i = 0; i < wanted.size(); i++) {
      if (wanted.get(i).equals("*")) {
        values.add(path.get(i));
      }
    }
    return new Variables(values);
  }
}
