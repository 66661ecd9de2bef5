package dev.headgate.booking.http;

import io.vertx.core.json.JsonObject;

/** A problem answer (RFC 9457): {@code type} is {@code urn:headgate:problem:<code>}. */
record Problem(int status, String code, String title, String detail, JsonObject members) {

  static Problem of(int status, String code, String title, String detail) {
    return new Problem(status, code, title, detail, new JsonObject());
  }

  static Problem badRequest(String detail) {
    return of(400, "bad-request", "The request is malformed", detail);
  }

  static Problem notFound() {
    return of(404, "not-found", "Nothing is here", "No resource has this address.");
  }

  static Problem unknownEvent() {
    return of(404, "unknown-event", "No such event", "No event has this id.");
  }

  static Problem tooLarge(long maxBytes) {
    return of(
        413, "too-large", "The body is too large", "At most " + maxBytes + " bytes are read here.");
  }

  static Problem methodNotAllowed() {
    return of(405, "method-not-allowed", "Method not allowed", "See the Allow header.");
  }

  Problem with(String member, Object value) {
    return new Problem(status, code, title, detail, members.copy().put(member, value));
  }

  JsonObject toJson() {
    return new JsonObject()
        .put("type", "urn:headgate:problem:" + code)
        .put("title", title)
        .put("status", status)
        .put("detail", detail)
        .mergeIn(members);
  }
}
