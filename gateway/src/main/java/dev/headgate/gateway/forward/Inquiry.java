package dev.headgate.gateway.forward;

import io.vertx.core.MultiMap;
import io.vertx.core.http.HttpServerRequest;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * What is asked for, whether it is the request itself or one that another proxy asks about.
 *
 * @param method the method
 * @param path the path as it came; it is in canonical form
 * @param host the host it is for, without a port and in lower case; null where none was named
 * @param headers its headers
 */
record Inquiry(String method, String path, @Nullable String host, MultiMap headers) {

  /** A request that has come to be forwarded. */
  static Inquiry of(HttpServerRequest request) {
    String host = request.authority() == null ? null : request.authority().host();
    return new Inquiry(
        request.method().name(), Screen.path(request.uri()), lowerCase(host), request.headers());
  }

  private static @Nullable String lowerCase(@Nullable String host) {
    return host == null ? null : host.toLowerCase(Locale.ROOT);
  }
}
