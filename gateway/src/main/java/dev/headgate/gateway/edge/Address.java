package dev.headgate.gateway.edge;

import io.vertx.core.http.HttpMethod;

/** The addresses of the edge and the methods each knows. */
enum Address {
  PAGE("/queue/{event}", "GET, HEAD"),
  ASSET("/queue/-/{asset}", "GET, HEAD"),
  STATUS("/queue/{event}/status", "GET, HEAD"),
  DRAW("/queue/{event}/draw", "GET, HEAD"),
  CHALLENGE("/queue/{event}/challenge", "GET, HEAD"),
  PLACES("/queue/{event}/places", "POST"),
  MY_PLACE("/queue/{event}/places/me", "GET, HEAD"),
  MY_EVENTS("/queue/{event}/places/me/events", "GET, HEAD"),
  MY_LINK("/queue/{event}/places/me/link", "POST"),
  ADMISSIONS("/queue/{event}/admissions", "POST"),
  MY_ADMISSION("/queue/{event}/admissions/me", "DELETE"),
  MY_LEAVE("/queue/{event}/admissions/me/leave", "POST"),
  JWKS("/.well-known/jwks.json", "GET, HEAD"),
  /** Below an id that no event can have. */
  NO_EVENT("/queue/*", ""),
  NOWHERE("/queue/**", "");

  private final String pattern;
  private final String allow;

  Address(String pattern, String allow) {
    this.pattern = pattern;
    this.allow = allow;
  }

  /** What all paths that lead here look like. */
  String pattern() {
    return pattern;
  }

  /** The value of the {@code Allow} header. */
  String allow() {
    return allow;
  }

  boolean allows(HttpMethod method) {
    boolean reads = method.equals(HttpMethod.GET) || method.equals(HttpMethod.HEAD);
    return allow.equals(reads ? "GET, HEAD" : method.name());
  }
}
