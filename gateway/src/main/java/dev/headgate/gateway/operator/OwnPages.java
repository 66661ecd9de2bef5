package dev.headgate.gateway.operator;

import dev.headgate.gateway.http.AnswerHeaders;
import dev.headgate.gateway.http.Problem;
import dev.headgate.gateway.http.ProblemException;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.ext.web.RoutingContext;
import java.util.List;
import java.util.Locale;

/**
 * Keeps pages of other sites away from the operator's address. A token in {@code Authorization}
 * cannot be sent by such a page without its having it; this holds should it have one, or should a
 * browser extension add it.
 */
final class OwnPages {
  private OwnPages() {}

  /** Whatever is answered, a browser shows it nowhere and runs nothing in it. */
  static void guard(RoutingContext ctx) {
    AnswerHeaders.onData(ctx.response().headers());
    ctx.next();
  }

  /** Refuses a change that another site's page asks for; a client without headers is no browser. */
  static void refuseOthers(RoutingContext ctx) {
    if (changes(ctx.request().method()) && isFromElsewhere(ctx.request())) {
      ctx.fail(
          new ProblemException(
              Problem.of(
                  403, "cross-site", "Not from here", "Another site's page may not do this.")));
    } else {
      ctx.next();
    }
  }

  private static boolean changes(HttpMethod method) {
    return !method.equals(HttpMethod.GET) && !method.equals(HttpMethod.HEAD);
  }

  private static boolean isFromElsewhere(HttpServerRequest request) {
    for (String site : request.headers().getAll("Sec-Fetch-Site")) {
      if (!site.equals("same-origin") && !site.equals("none")) {
        return true;
      }
    }
    List<String> origins = request.headers().getAll(HttpHeaders.ORIGIN);
    return origins.stream().anyMatch(origin -> !isOurs(origin, request));
  }

  // Only the authority: who ends TLS in front of us knows the scheme, and we do not.
  private static boolean isOurs(String origin, HttpServerRequest request) {
    int slashes = origin.indexOf("://");
    String host = request.authority() == null ? "" : request.authority().toString();
    return slashes > 0 && bare(origin.substring(slashes + 3)).equals(bare(host));
  }

  private static String bare(String authority) {
    return authority.toLowerCase(Locale.ROOT).replaceFirst(":(80|443)$", "");
  }
}
