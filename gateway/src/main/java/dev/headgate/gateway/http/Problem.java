package dev.headgate.gateway.http;

import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.core.json.JsonObject;

/**
 * A problem answer (RFC 9457): {@code type} is {@code urn:headgate:problem:<code>}.
 *
 * @param status the HTTP status
 * @param code the last part of the type
 * @param title what kind of problem it is, in a few words
 * @param detail what happened here, and what to do
 * @param members further members of the document, as docs/protocol.md names them
 */
public record Problem(int status, String code, String title, String detail, JsonObject members) {

  /** A problem without further members. */
  public static Problem of(int status, String code, String title, String detail) {
    return new Problem(status, code, title, detail, new JsonObject());
  }

  /** A request that is not of the form this address takes. */
  public static Problem badRequest(String detail) {
    return of(400, "bad-request", "The request is malformed", detail);
  }

  /** Nothing is at this address. */
  public static Problem notFound() {
    return of(404, "not-found", "Nothing is here", "No resource has this address.");
  }

  /** No event has this id. */
  public static Problem unknownEvent() {
    return of(404, "unknown-event", "No such event", "No event has this id.");
  }

  /** The body is larger than this address takes. */
  public static Problem tooLarge(long maxBytes) {
    return of(
        413, "too-large", "The body is too large", "At most " + maxBytes + " bytes are read here.");
  }

  /** The address knows other methods. The caller sets {@code Allow}. */
  public static Problem methodNotAllowed() {
    return of(405, "method-not-allowed", "Method not allowed", "See the Allow header.");
  }

  /** The request expects something else than to be told to go on. */
  public static Problem expectationFailed() {
    return of(417, "expectation-failed", "Unknown expectation", "Only 100-continue is known here.");
  }

  /** The store is coming back, or away; places are kept. The caller sets {@code Retry-After}. */
  public static Problem restoring() {
    return of(
        503,
        "restoring",
        "The queue is coming back",
        "Every place is kept. Please try again in two seconds.");
  }

  /** Something failed on our side; the log says what. */
  public static Problem internal() {
    return of(500, "internal", "Something failed here", "The failure has been logged.");
  }

  /** The same problem with one more member. */
  public Problem with(String member, Object value) {
    JsonObject more = members.copy();
    more.put(member, value);
    return new Problem(status, code, title, detail, more);
  }

  /** The document. */
  public JsonObject toJson() {
    JsonObject json =
        new JsonObject()
            .put("type", "urn:headgate:problem:" + code)
            .put("title", title)
            .put("status", status)
            .put("detail", detail);
    return json.mergeIn(members);
  }

  /** Writes the answer and ends the response, unless that has ended already. */
  public void send(HttpServerResponse response) {
    if (response.ended() || response.closed()) {
      return;
    }
    if (status == 503 && !response.headers().contains(HttpHeaders.RETRY_AFTER)) {
      response.putHeader(HttpHeaders.RETRY_AFTER, "2");
    }
    response
        .setStatusCode(status)
        .putHeader(HttpHeaders.CONTENT_TYPE, "application/problem+json")
        .putHeader(HttpHeaders.CACHE_CONTROL, "no-store");
    AnswerHeaders.onAny(response.headers());
    response.end(toJson().toBuffer()).onFailure(gone -> {});
  }
}
