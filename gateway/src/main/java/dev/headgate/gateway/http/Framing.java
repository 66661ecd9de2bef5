package dev.headgate.gateway.http;

import io.vertx.core.MultiMap;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpVersion;
import java.util.List;

/** Whether everybody who reads a message finds its end at the same byte (RFC 9112, 6.3). */
public final class Framing {
  private static final int MOST_DIGITS = 18;

  private Framing() {}

  /** Whether a request's length can be read in one way only. */
  public static boolean isPlain(HttpServerRequest request) {
    MultiMap headers = request.headers();
    if (headers.contains("")) {
      return false;
    }
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
    return !text.isEmpty() && text.length() <= MOST_DIGITS;
  }
}
