package dev.headgate.gateway.edge;

import dev.headgate.gateway.http.BrokenBody;
import dev.headgate.gateway.http.JsonBody;
import dev.headgate.gateway.http.Problem;
import dev.headgate.gateway.http.ProblemException;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpVersion;
import io.vertx.core.json.JsonObject;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Reads the body of a POST: JSON, a form, or nothing. It must be called before anything is awaited,
 * or Vert.x has thrown the body away by then.
 */
final class RequestBody {

  /** What is still read after a refusal, so that the client sees the answer and not a reset. */
  private static final long MAX_DISCARDED_BYTES = 1024 * 1024;

  private static final String FORM = "application/x-www-form-urlencoded";

  private final HttpServerRequest request;
  private final Set<String> known;
  private final Promise<Posted> posted = Promise.promise();
  private final Buffer body = Buffer.buffer();
  private long received;

  private RequestBody(HttpServerRequest request, Set<String> known) {
    this.request = request;
    this.known = known;
  }

  /**
   * What was posted.
   *
   * @param form whether it came as a form, which a page answers better than a document
   * @param fields its fields, of the known names only
   */
  record Posted(boolean form, JsonObject fields) {

    /** A field that is a text; null where it was left out. Anything else is refused. */
    @Nullable String text(String name) {
      Object value = fields.getValue(name);
      if (value == null || value instanceof String) {
        return (String) value;
      }
      throw new ProblemException(Problem.badRequest(name + ": (expected: a string)"));
    }
  }

  /**
   * Reads it. Fails with a {@link ProblemException}.
   *
   * @param known the fields that this address takes
   */
  static Future<Posted> read(HttpServerRequest request, Set<String> known) {
    return new RequestBody(request, known).start();
  }

  private Future<Posted> start() {
    request.handler(this::take).endHandler(end -> finish()).exceptionHandler(this::breakOff);
    String expect = request.getHeader(HttpHeaders.EXPECT);
    if (declaredBytes() > JsonBody.MAX_BYTES) {
      closeAfterwards(expect);
      refuse(Problem.tooLarge(JsonBody.MAX_BYTES));
    } else if (expect != null && !expect.equalsIgnoreCase("100-continue")) {
      closeAfterwards(expect);
      refuse(Problem.expectationFailed());
    } else if (expect != null) {
      request.response().writeContinue();
    }
    return posted.future();
  }

  /**
   * Who waits to be told to go on will not send the body, so the connection has no next request.
   */
  private void closeAfterwards(@Nullable String expect) {
    if (expect != null) {
      request.response().bodyEndHandler(sent -> close());
    }
  }

  private void close() {
    if (request.version() == HttpVersion.HTTP_2) {
      request.response().reset();
    } else {
      request.connection().close();
    }
  }

  private long declaredBytes() {
    String length = request.getHeader(HttpHeaders.CONTENT_LENGTH);
    try {
      return length == null ? 0 : Long.parseLong(length.trim());
    } catch (NumberFormatException absurd) {
      return 0; // Counted as it comes, then.
    }
  }

  private void take(Buffer chunk) {
    received += chunk.length();
    if (received > MAX_DISCARDED_BYTES) {
      close();
    } else if (received > JsonBody.MAX_BYTES) {
      refuse(Problem.tooLarge(JsonBody.MAX_BYTES));
    } else {
      body.appendBuffer(chunk);
    }
  }

  private void refuse(Problem problem) {
    posted.tryFail(new ProblemException(problem));
  }

  // Broken chunks, or a client that has gone: neither is a failure of ours.
  private void breakOff(Throwable cause) {
    if (BrokenBody.isToldBy(request, cause) && !request.response().ended()) {
      request.response().endHandler(sent -> close());
    }
    refuse(BrokenBody.problem());
  }

  private void finish() {
    try {
      posted.tryComplete(check());
    } catch (ProblemException refused) {
      posted.tryFail(refused);
    }
  }

  private Posted check() {
    String type = mediaType(request.getHeader(HttpHeaders.CONTENT_TYPE));
    if (FORM.equals(type)) {
      return new Posted(true, onlyKnown(formFields(body.toString(StandardCharsets.UTF_8))));
    }
    if (body.length() > 0 && !"application/json".equals(type)) {
      throw new ProblemException(
          Problem.of(
              415,
              "unsupported-media-type",
              "Unsupported media type",
              "Send application/json, a form, or nothing."));
    }
    return new Posted(false, onlyKnown(JsonBody.object(body)));
  }

  private JsonObject onlyKnown(JsonObject fields) {
    JsonBody.onlyMembers(fields, known);
    return fields;
  }

  private static @Nullable String mediaType(@Nullable String contentType) {
    if (contentType == null) {
      return null;
    }
    int semicolon = contentType.indexOf(';');
    String type = semicolon < 0 ? contentType : contentType.substring(0, semicolon);
    return type.trim().toLowerCase(Locale.ROOT);
  }

  private static JsonObject formFields(String form) {
    JsonObject fields = new JsonObject();
    for (String pair : form.split("&", -1)) {
      if (!pair.isEmpty()) {
        int equals = pair.indexOf('=');
        String name = decoded(equals < 0 ? pair : pair.substring(0, equals));
        if (fields.containsKey(name)) {
          throw new ProblemException(Problem.badRequest("The form names a field twice."));
        }
        fields.put(name, equals < 0 ? "" : decoded(pair.substring(equals + 1)));
      }
    }
    return fields;
  }

  private static String decoded(String text) {
    try {
      return URLDecoder.decode(text, StandardCharsets.UTF_8);
    } catch (IllegalArgumentException malformed) {
      throw new ProblemException(Problem.badRequest("The form is malformed."));
    }
  }
}
