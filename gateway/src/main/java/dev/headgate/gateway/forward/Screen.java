package dev.headgate.gateway.forward;

import dev.headgate.gateway.http.CanonicalPath;
import dev.headgate.gateway.http.Problem;
import io.vertx.core.MultiMap;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpVersion;
import java.util.List;
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
    if (!isFraming(request)) {
      return Problem.badRequest("The length of the body can be read in two ways.");
    }
    if (request.headers().contains("")) {
      return Problem.badRequest("A header without a name.");
    }
    if (!isHost(request)) {
      return Problem.badRequest("One Host is expected.");
    }
    return null;
  }

  /** The path of a request target that begins with one. */
  static String path(String target) {
    int query = target.indexOf('?');
    return query < 0 ? target : target.substring(0, query);
  }

  /** Whether a target is a path in canonical form, with or without a query. */
  static boolean isTarget(String target) {
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

  private static boolean isFraming(HttpServerRequest request) {
    MultiMap headers = request.headers();
    List<String> codings = headers.getAll(HttpHeaders.TRANSFER_ENCODING);
    List<String> lengths = headers.getAll(HttpHeaders.CONTENT_LENGTH);
    if (codings.isEmpty()) {
      return lengths.isEmpty() || (lengths.size() == 1 && isNumber(lengths.get(0)));
    }
    return lengths.isEmpty()
        && codings.size() == 1
        && codings.get(0).equals("chunked")
        && request.version() == HttpVersion.HTTP_1_1;
  }

  private static boolean isNumber(String text) {
    for (int i = 0; i < text.length(); i++) {
      if (text.charAt(i) < '0' || text.charAt(i) > '9') {
        return false;
      }
    }
    return !text.isEmpty() && text.length() < 19;
  }

  private static boolean isHost(HttpServerRequest request) {
    if (request.version() == HttpVersion.HTTP_1_1
        && request.headers().getAll(HttpHeaders.HOST).size() != 1) {
      return false;
    }
    return request.version() == HttpVersion.HTTP_1_0 || request.authority() != null;
  }
}
