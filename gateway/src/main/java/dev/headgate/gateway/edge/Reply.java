package dev.headgate.gateway.edge;

import dev.headgate.gateway.http.AnswerHeaders;
import dev.headgate.gateway.http.Problem;
import io.netty.util.AsciiString;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import java.util.ArrayList;
import java.util.List;

/**
 * An answer, decided but not sent.
 *
 * @param status the HTTP status
 * @param headers names and values in turn
 * @param body the content, empty for none
 */
record Reply(int status, List<CharSequence> headers, Buffer body) {

  static final CharSequence NO_STORE = HttpHeaders.createOptimized("no-store");
  static final CharSequence JSON = HttpHeaders.createOptimized("application/json");
  static final CharSequence BY_CONTENT_AND_LANGUAGE =
      HttpHeaders.createOptimized("Accept, Accept-Language");
  static final Buffer EMPTY = Buffer.buffer(0);

  private static final CharSequence PROBLEM =
      HttpHeaders.createOptimized("application/problem+json");
  private static final CharSequence AUTHENTICATE = HttpHeaders.createOptimized("www-authenticate");
  private static final CharSequence PROVE =
      HttpHeaders.createOptimized("DPoP error=\"invalid_dpop_proof\", algs=\"ES256 EdDSA RS256\"");
  private static final List<CharSequence> PRIVATE_JSON =
      List.of(HttpHeaders.CONTENT_TYPE, JSON, HttpHeaders.CACHE_CONTROL, NO_STORE);
  private static final List<CharSequence> CHOSEN_JSON =
      List.of(
          HttpHeaders.CONTENT_TYPE,
          JSON,
          HttpHeaders.CACHE_CONTROL,
          NO_STORE,
          HttpHeaders.VARY,
          BY_CONTENT_AND_LANGUAGE);
  private static final List<CharSequence> NOTHING_KEPT =
      List.of(HttpHeaders.CACHE_CONTROL, NO_STORE);
  private static final List<CharSequence> PROBLEM_HEADERS =
      List.of(HttpHeaders.CONTENT_TYPE, PROBLEM, HttpHeaders.CACHE_CONTROL, NO_STORE);

  /** One fan's JSON, which nobody may keep. */
  static Reply json(int status, Buffer body) {
    return new Reply(status, PRIVATE_JSON, body);
  }

  /** The same at an address that has HTML, too. */
  static Reply chosenJson(Buffer body) {
    return new Reply(200, CHOSEN_JSON, body);
  }

  /** An answer without content. */
  static Reply empty(int status) {
    return new Reply(status, NOTHING_KEPT, EMPTY);
  }

  static Reply problem(Problem problem) {
    Reply reply = new Reply(problem.status(), PROBLEM_HEADERS, problem.toJson().toBuffer());
    return switch (problem.code()) {
      case Refusals.PROOF_REQUIRED, Refusals.PROOF_INVALID -> reply.with(AUTHENTICATE, PROVE);
      case "queue-full" -> reply.with(HttpHeaders.RETRY_AFTER, "60");
      case Refusals.STREAMS_FULL -> reply.with(HttpHeaders.RETRY_AFTER, "30");
      default ->
          problem.status() == 429 || problem.status() == 503
              ? reply.with(HttpHeaders.RETRY_AFTER, "2")
              : reply;
    };
  }

  Reply with(CharSequence name, CharSequence value) {
    List<CharSequence> more = new ArrayList<>(headers.size() + 2);
    more.addAll(headers);
    more.add(name);
    more.add(value);
    return new Reply(status, more, body);
  }

  /** The value of the first header of this name; empty when there is none. */
  String header(CharSequence name) {
    for (int i = 0; i < headers.size(); i += 2) {
      if (AsciiString.contentEqualsIgnoreCase(headers.get(i), name)) {
        return headers.get(i + 1).toString();
      }
    }
    return "";
  }

  /** The same cookies, but back to a page: the answer to a form. */
  Reply seeOther(String location) {
    Reply reply = empty(303).with(HttpHeaders.LOCATION, location);
    for (int i = 0; i < headers.size(); i += 2) {
      if (AsciiString.contentEqualsIgnoreCase(headers.get(i), HttpHeaders.SET_COOKIE)) {
        reply = reply.with(HttpHeaders.SET_COOKIE, headers.get(i + 1));
      }
    }
    return reply;
  }

  /** Sends it, unless the client has gone. HEAD gets the headers of GET. */
  void send(HttpServerRequest request) {
    HttpServerResponse response = request.response();
    if (response.ended() || response.closed()) {
      return;
    }
    response.setStatusCode(status);
    AnswerHeaders.onAny(response.headers());
    for (int i = 0; i < headers.size(); i += 2) {
      response.headers().add(headers.get(i), headers.get(i + 1));
    }
    if (request.method().equals(HttpMethod.HEAD) && body.length() > 0) {
      response.putHeader(HttpHeaders.CONTENT_LENGTH, Integer.toString(body.length()));
      response.end();
    } else if (body.length() > 0) {
      response.end(body);
    } else {
      response.end();
    }
  }
}
