package dev.headgate.gateway.http;

import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpVersion;
import io.vertx.core.net.HostAndPort;

/** Which host a request is for (RFC 9112, 3.2). */
public final class OneHost {
  private OneHost() {}

  /** Whether a request names one host, as every request but those of HTTP/1.0 has to. */
  public static boolean isNamed(HttpServerRequest request) {
    if (request.version() == HttpVersion.HTTP_1_1
        && request.headers().getAll(HttpHeaders.HOST).size() != 1) {
      return false;
    }
    HostAndPort authority = request.authority();
    return authority == null ? request.version() == HttpVersion.HTTP_1_0 : isName(authority.host());
  }

  /** What is answered where it does not. */
  public static Problem problem() {
    return Problem.badRequest("One Host is expected.");
  }

  // Names and addresses, and nothing an upstream could take for more than that: what RFC 3986 also
  // allows in a host no host is called.
  private static boolean isName(String host) {
    for (int i = 0; i < host.length(); i++) {
      char c = host.charAt(i);
      boolean letterOrDigit =
          (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
      if (!letterOrDigit && "-._:[]".indexOf(c) < 0) {
        return false;
      }
    }
    return !host.isEmpty();
  }
}
