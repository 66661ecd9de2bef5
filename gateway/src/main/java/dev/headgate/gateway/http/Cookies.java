package dev.headgate.gateway.http;

import io.vertx.core.MultiMap;
import io.vertx.core.http.HttpHeaders;
import java.util.ArrayList;
import java.util.List;

/**
 * The cookies of a request, read from every {@code Cookie} line: Vert.x reads only the first of an
 * HTTP/1.1 request, and HTTP/2 may split them.
 */
public final class Cookies {

  private Cookies() {}

  /** One cookie as it was sent. */
  public record Cookie(String name, String value) {}

  /** All cookies, in the order sent, duplicates included. */
  public static List<Cookie> all(MultiMap headers) {
    List<Cookie> cookies = new ArrayList<>();
    for (String line : headers.getAll(HttpHeaders.COOKIE)) {
      for (String pair : line.split(";", -1)) {
        int equals = pair.indexOf('=');
        String name = equals < 0 ? "" : pair.substring(0, equals).trim();
        if (!name.isEmpty()) {
          cookies.add(new Cookie(name, unquoted(pair.substring(equals + 1).trim())));
        }
      }
    }
    return cookies;
  }

  /** Every value sent under a name. */
  public static List<String> values(MultiMap headers, String name) {
    List<String> values = new ArrayList<>(1);
    for (Cookie cookie : all(headers)) {
      if (cookie.name().equals(name)) {
        values.add(cookie.value());
      }
    }
    return values;
  }

  private static String unquoted(String value) {
    boolean quoted = value.length() >= 2 && value.startsWith("\"") && value.endsWith("\"");
    return quoted ? value.substring(1, value.length() - 1) : value;
  }
}
