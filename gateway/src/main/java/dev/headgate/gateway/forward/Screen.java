package dev.headgate.gateway.forward;

import dev.headgate.gateway.http.CanonicalPath;
import dev.headgate.gateway.http.Framing;
import dev.headgate.gateway.http.OneHost;
import dev.headgate.gateway.http.Problem;
import io.vertx.core.http.HttpServerRequest;
import org.jspecify.annotations.Nullable;

/**
 * Refuses requests that the upstream could read differently than we do, before anything else looks
 * at them.
 */
final class Screen {
  private Screen() {}

  /** What is wrong with a request's target or framing; null when it may go on. */
  static @Nullable Problem problemWith(HttpServerRequest request) {
    if (!isTarget(request.uri())) {
      return Problem.badRequest("The request target is not a path in canonical form.");
    }
    if (!Framing.isPlain(request)) {
      return Problem.badRequest("The length of the body can be read in two ways.");
    }
    if (!isInCapitals(request.method().name())) {
      return Problem.badRequest("Methods are written in capitals.");
    }
    if (!OneHost.isNamed(request)) {
      return OneHost.problem();
    }
    return null;
  }

  /** The path of a request target that begins with one. */
  static String path(String target) {
    int query = target.indexOf('?');
    return query < 0 ? target : target.substring(0, query);
  }

  /** Whether a target is a path in canonical form, with or without a query. */
  static boolean isTarget(@Nullable String target) {
    // CONNECT over HTTP/2 comes without one.
    if (target == null) {
      return false;
    }
    int query = target.indexOf('?');
    if (!CanonicalPath.isCanonical(query < 0 ? target : target.substring(0, query))) {
      return false;
    }
    for (int i = query < 0 ? target.length() : query; i < target.length(); i++) {
      char c = target.charAt(i);
      if (c <= ' ' || c >= 0x7F || c == '#') {
        return false;
      }
    }
    return true;
  }

  /**
   * Whether a method is one to every reader: to some frameworks "post" is POST, to our rules not.
   */
  static boolean isInCapitals(String method) {
    for (int i = 0; i < method.length(); i++) {
      if (method.charAt(i) >= 'a' && method.charAt(i) <= 'z') {
        return false;
      }
    }
    return true;
  }
}
