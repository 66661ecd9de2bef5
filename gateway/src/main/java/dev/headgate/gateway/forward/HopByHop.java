package dev.headgate.gateway.forward;

import io.vertx.core.MultiMap;
import io.vertx.core.http.HttpHeaders;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/** Headers that belong to one connection and never pass on. */
final class HopByHop {
  private static final Set<String> NAMES =
      Set.of(
          "connection",
          "keep-alive",
          "proxy-connection",
          "proxy-authenticate",
          "proxy-authorization",
          "te",
          "trailer",
          "transfer-encoding",
          "upgrade",
          "http2-settings");

  private HopByHop() {}

  /** Removes the headers of one connection, those that Connection names, and others as told. */
  static void strip(MultiMap headers, Predicate<String> dropped) {
    List<String> gone = new ArrayList<>();
    for (String line : headers.getAll(HttpHeaders.CONNECTION)) {
      for (String name : line.split(",", -1)) {
        if (!name.isBlank()) {
          gone.add(name.trim());
        }
      }
    }
    for (Map.Entry<String, String> header : headers) {
      String name = header.getKey().toLowerCase(Locale.ROOT);
      if (NAMES.contains(name) || dropped.test(name)) {
        gone.add(header.getKey());
      }
    }
    for (String name : gone) {
      headers.remove(name);
    }
  }
}
