package dev.headgate.gateway.forward;

import dev.headgate.gateway.config.Cors;
import dev.headgate.gateway.config.Route;
import io.vertx.core.MultiMap;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * What is said to pages of other origins (the CORS protocol of the Fetch standard). A route that
 * lists origins speaks for its upstream: what that says of the matter itself is replaced. A route
 * that lists none leaves it to the upstream.
 */
final class CorsAnswers {
  private static final String ALLOW_ORIGIN = "Access-Control-Allow-Origin";
  private static final String ALLOW_CREDENTIALS = "Access-Control-Allow-Credentials";
  private static final String ALLOW_METHODS = "Access-Control-Allow-Methods";
  private static final String ALLOW_HEADERS = "Access-Control-Allow-Headers";
  private static final String EXPOSE_HEADERS = "Access-Control-Expose-Headers";
  private static final String MAX_AGE = "Access-Control-Max-Age";
  private static final String REQUEST_METHOD = "Access-Control-Request-Method";
  private static final String PREFLIGHT_VARY =
      "Origin, Access-Control-Request-Method, Access-Control-Request-Headers";

  /** What scripts may read of an answer beside what every script may. */
  private static final List<String> EXPOSED =
      List.of(
          "ETag", "Headgate", "Headgate-Admission", "Location", "Retry-After", "WWW-Authenticate");

  private CorsAnswers() {}

  /** The method a preflight asks about; null when the request is no preflight. */
  static @Nullable String preflightedMethod(String method, MultiMap headers) {
    return method.equals("OPTIONS") && headers.contains(HttpHeaders.ORIGIN)
        ? headers.get(REQUEST_METHOD)
        : null;
  }

  /** The origin of the page that a request comes from, where the route lists it; otherwise null. */
  static @Nullable String allowedOrigin(@Nullable Cors cors, MultiMap headers) {
    List<String> origins = cors == null ? List.of() : headers.getAll(HttpHeaders.ORIGIN);
    return cors != null && origins.size() == 1 && cors.origins().contains(origins.get(0))
        ? origins.get(0)
        : null;
  }

  /** Answers a preflight that is granted. */
  static void grant(HttpServerRequest request, Decision.Preflight preflight) {
    Cors cors = preflight.cors();
    MultiMap headers = request.response().setStatusCode(204).headers();
    headers
        .set(ALLOW_ORIGIN, preflight.origin())
        .set(ALLOW_CREDENTIALS, "true")
        .set(ALLOW_METHODS, String.join(", ", preflight.methods()))
        .set(MAX_AGE, Long.toString(cors.maxAge().toSeconds()))
        .set(HttpHeaders.VARY, PREFLIGHT_VARY);
    if (!cors.headers().isEmpty()) {
      headers.set(ALLOW_HEADERS, String.join(", ", cors.headers()));
    }
    request.response().end().onFailure(gone -> {});
  }

  /**
   * Lets the page read an answer of our own, and keeps caches from giving it to a page of another
   * origin. To be called before the answer is written.
   *
   * @param route the route of the request; null where none is known
   */
  static void onOwnAnswer(HttpServerRequest request, @Nullable Route route) {
    if (route != null && route.cors() != null) {
      write(request.response().headers(), route, request.headers());
    }
  }

  /**
   * The same for an upstream's answer on its way to the fan.
   *
   * @param answer the answer's headers, which are changed
   * @param request the headers of the fan's request
   */
  static void onForwardedAnswer(MultiMap answer, Route route, MultiMap request) {
    if (route.cors() != null) {
      answer.remove(ALLOW_ORIGIN);
      answer.remove(ALLOW_CREDENTIALS);
      write(answer, route, request);
    }
  }

  private static void write(MultiMap answer, Route route, MultiMap request) {
    vary(answer);
    String origin = allowedOrigin(route.cors(), request);
    if (origin == null) {
      answer.remove(EXPOSE_HEADERS);
      return;
    }
    answer
        .set(ALLOW_ORIGIN, origin)
        .set(ALLOW_CREDENTIALS, "true")
        .set(EXPOSE_HEADERS, String.join(", ", exposed(answer)));
  }

  /** Ours and the upstream's, each once; the name alone says nothing of what is there. */
  private static Set<String> exposed(MultiMap answer) {
    Set<String> names = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
    names.addAll(EXPOSED);
    for (String name : listed(answer, EXPOSE_HEADERS)) {
      // With credentials a star is the name of a header that nobody sends.
      if (!name.equals("*")) {
        names.add(name);
      }
    }
    return names;
  }

  private static void vary(MultiMap answer) {
    Set<String> names = listed(answer, HttpHeaders.VARY.toString());
    boolean known =
        names.stream().map(name -> name.toLowerCase(Locale.ROOT)).anyMatch(CorsAnswers::hasOrigin);
    if (!known) {
      names.add("Origin");
      answer.set(HttpHeaders.VARY, String.join(", ", names));
    }
  }

  private static boolean hasOrigin(String vary) {
    return vary.equals("origin") || vary.equals("*");
  }

  private static Set<String> listed(MultiMap headers, String header) {
    Set<String> names = new LinkedHashSet<>();
    for (String line : headers.getAll(header)) {
      for (String name : line.split(",", -1)) {
        if (!name.isBlank()) {
          names.add(name.trim());
        }
      }
    }
    return names;
  }
}
