package dev.headgate.gateway.forward;

import dev.headgate.gateway.config.HostNames;
import io.vertx.core.MultiMap;
import io.vertx.core.http.HttpServerRequest;
import org.jspecify.annotations.Nullable;

/**
 * What is asked for, whether it is the request itself or one that another proxy asks about.
 *
 * @param method the method
 * @param path the path as it came; it is in canonical form
 * @param host the host it is for, as {@link HostNames} spells it; null where none was named
 * @param headers its headers
 */
record Inquiry(String method, String path, @Nullable String host, MultiMap headers) {

  /** A request that has come to be forwarded. */
  static Inquiry of(HttpServerRequest request) {
    String host = request.authority() == null ? null : request.authority().host();
    return new Inquiry(
        request.method().name(),
        Screen.path(request.uri()),
        host == null || host.isEmpty() ? null : HostNames.plain(host),
        request.headers());
  }
}
