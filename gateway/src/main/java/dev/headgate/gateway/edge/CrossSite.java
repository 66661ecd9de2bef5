package dev.headgate.gateway.edge;

import dev.headgate.gateway.config.GatewayConfig;
import io.vertx.core.MultiMap;
import io.vertx.core.http.HttpHeaders;
import java.net.URI;
import java.util.HashSet;
import java.util.Locale;
import java.util.Set;

/** Refuses what a page of another site makes a browser send. */
final class CrossSite {

  private static final CharSequence SEC_FETCH_SITE = HttpHeaders.createOptimized("sec-fetch-site");

  private final Set<String> origins = new HashSet<>();

  CrossSite(GatewayConfig config) {
    origins.add(originOf(config.publicOrigin()));
    for (String allowed : config.allowedOrigins()) {
      origins.add(originOf(URI.create(allowed)));
    }
  }

  /**
   * Whether the request comes from another site's page. {@code Sec-Fetch-Site} decides where it is
   * sent, otherwise {@code Origin}; a client that sends neither is no browser, and passes.
   */
  boolean refuses(MultiMap headers) {
    String site = headers.get(SEC_FETCH_SITE);
    if (site != null) {
      return !site.equals("same-origin") && !site.equals("none");
    }
    String origin = headers.get(HttpHeaders.ORIGIN);
    return origin != null && !origins.contains(origin);
  }

  /** As browsers write it: lower case, without a default port or a path. */
  private static String originOf(URI uri) {
    String scheme = String.valueOf(uri.getScheme()).toLowerCase(Locale.ROOT);
    String host = String.valueOf(uri.getHost()).toLowerCase(Locale.ROOT);
    int port = uri.getPort();
    boolean usual =
        port < 0
            || (scheme.equals("https") && port == 443)
            || (scheme.equals("http") && port == 80);
    return scheme + "://" + host + (usual ? "" : ":" + port);
  }
}
