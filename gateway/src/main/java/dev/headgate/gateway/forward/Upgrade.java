package dev.headgate.gateway.forward;

import dev.headgate.gateway.http.Problem;
import io.vertx.core.MultiMap;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpVersion;
import java.util.List;
import java.util.Locale;

/** Which other protocol a request wants its connection to speak. */
enum Upgrade {
  NONE,
  WEBSOCKET,
  OTHER;

  /** What a request asks for; an offer of HTTP/2 is none, since going on without it is in order. */
  static Upgrade askedBy(HttpServerRequest request) {
    MultiMap headers = request.headers();
    List<String> lines = headers.getAll(HttpHeaders.UPGRADE);
    if (lines.isEmpty()) {
      return NONE;
    }
    int others = 0;
    int webSockets = 0;
    for (String line : lines) {
      for (String protocol : line.split(",", -1)) {
        String name = protocol.trim().toLowerCase(Locale.ROOT);
        webSockets += name.equals("websocket") ? 1 : 0;
        others += name.isEmpty() || name.equals("h2c") || name.equals("websocket") ? 0 : 1;
      }
    }
    if (others > 0 || webSockets > 1) {
      return OTHER;
    }
    return webSockets == 0 ? NONE : isSound(request) ? WEBSOCKET : OTHER;
  }

  /** The answer to one that is not spoken here. */
  static Problem unsupported() {
    return Problem.of(
        400,
        "upgrade-unsupported",
        "No such upgrade",
        "Connections become WebSockets here, by a GET of HTTP/1.1 without a body, or nothing.");
  }

  private static boolean isSound(HttpServerRequest request) {
    return request.version() == HttpVersion.HTTP_1_1
        && request.method().equals(HttpMethod.GET)
        && !Refusals.awaitsBody(request)
        && namesUpgrade(request.headers());
  }

  private static boolean namesUpgrade(MultiMap headers) {
    for (String line : headers.getAll(HttpHeaders.CONNECTION)) {
      for (String word : line.split(",", -1)) {
        if (word.trim().equalsIgnoreCase("upgrade")) {
          return true;
        }
      }
    }
    return false;
  }
}
