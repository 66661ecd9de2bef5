package dev.headgate.gateway.access;

import dev.headgate.gateway.http.Cookies;
import io.vertx.core.http.HttpServerRequest;
import java.util.List;

/**
 * Our cookies as text. Over TLS their names begin with {@code __Host-}, which browsers take from
 * nobody but the very host (RFC 6265bis); over plain HTTP, as on loopback, browsers refuse that.
 *
 * @param secure whether operators come by TLS
 */
record CookieText(boolean secure) {
  private static final String SESSION = "hg_operator";
  private static final String SIGN_IN = "hg_signin";

  String session(String value, long seconds) {
    return text(SESSION, value, seconds) + "; SameSite=Strict";
  }

  // Not Strict: the issuer's page is what sends the browser back here.
  String signIn(String value, long seconds) {
    return text(SIGN_IN, value, seconds) + "; SameSite=Lax";
  }

  List<String> sessions(HttpServerRequest request) {
    return Cookies.values(request.headers(), name(SESSION));
  }

  List<String> signIns(HttpServerRequest request) {
    return Cookies.values(request.headers(), name(SIGN_IN));
  }

  private String text(String name, String value, long seconds) {
    String text = name(name) + "=" + value + "; Path=/; Max-Age=" + seconds + "; HttpOnly";
    return secure ? text + "; Secure" : text;
  }

  private String name(String name) {
    return secure ? "__Host-" + name : name;
  }
}
