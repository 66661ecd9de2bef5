package dev.headgate.gateway.edge;

import io.vertx.core.http.HttpMethod;

/** The addresses of the edge and the methods each knows. */
enum Address {
  PAGE("GET, HEAD"),
  ASSET("GET, HEAD"),
  STATUS("GET, HEAD"),
  DRAW("GET, HEAD"),
  CHALLENGE("GET, HEAD"),
  PLACES("POST"),
  MY_PLACE("GET, HEAD"),
  MY_EVENTS("GET, HEAD"),
  MY_LINK("POST"),
  ADMISSIONS("POST"),
  MY_ADMISSION("DELETE"),
  MY_LEAVE("POST"),
  JWKS("GET, HEAD"),
  /** Below an id that no event can have. */
  NO_EVENT(""),
  NOWHERE("");

  private final String allow;

  Address(String allow) {
    this.allow = allow;
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
