package dev.headgate.gateway.edge;

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
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Reads the body of a POST: JSON, a form, or nothing, none of which has a field so far. It must be
 * called before anything is awaited, or Vert.x has thrown the body away by then.
 */
final class RequestBody {

  /** What is still read after a refusal, so that the client sees the answer and not a reset. */
  private static final long MAX_DISCARDED_BYTES = 1024 * 1024;

  private static final String FORM = "application/x-www-form-urlencoded";

  private final HttpServerRequest request;
  private final Promise<Boolean> isForm = Promise.promise();
  private final Buffer body = Buffer.buffer();
  private long received;

  private RequestBody(HttpServerRequest request) {
    this.request = request;
  }

  /** Whether it came as a form. Fails with a {@link ProblemException}. */
  static Future<Boolean> read(HttpServerRequest request) {
    return new RequestBody(request).start();
  }

  private Future<Boolean> start() {
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
    return isForm.future();
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
    isForm.tryFail(new ProblemException(problem));
  }

  // Broken chunks, or a client that has gone: neither is a failure of ours.
  private void breakOff(Throwable cause) {
    refuse(Problem.badRequest("The body ends too early or is framed wrongly."));
  }

  private void finish() {
    try {
      isForm.tryComplete(check());
    } catch (ProblemException refused) {
      isForm.tryFail(refused);
    }
  }

  private boolean check() {
    String type = mediaType(request.getHeader(HttpHeaders.CONTENT_TYPE));
    if (FORM.equals(type)) {
      noFields(formFields(body.toString(StandardCharsets.UTF_8)));
      return true;
    }
    if (body.length() > 0) {
      if (!"application/json".equals(type)) {
        throw new ProblemException(
            Problem.of(
                415,
                "unsupported-media-type",
                "Unsupported media type",
                "Send application/json, a form, or nothing."));
      }
      JsonBody.onlyMembers(JsonBody.object(body), Set.of());
    }
    return false;
  }

  private static @Nullable String mediaType(@Nullable String contentType) {
    if (contentType == null) {
      return null;
    }
    int semicolon = contentType.indexOf(';');
    String type = semicolon < 0 ? contentType : contentType.substring(0, semicolon);
    return type.trim().toLowerCase(Locale.ROOT);
  }

  private static void noFields(Set<String> fields) {
    if (!fields.isEmpty()) {
      JsonObject sent = new JsonObject();
      fields.forEach(sent::putNull);
      JsonBody.onlyMembers(sent, Set.of());
    }
  }

  private static Set<String> formFields(String form) {
    Set<String> names = new TreeSet<>();
    for (String pair : form.split("&", -1)) {
      if (!pair.isEmpty()) {
        int equals = pair.indexOf('=');
        names.add(decoded(equals < 0 ? pair : pair.substring(0, equals)));
      }
    }
    return names;
  }

  private static String decoded(String name) {
    try {
      return URLDecoder.decode(name, StandardCharsets.UTF_8);
    } catch (IllegalArgumentException malformed) {
      throw new ProblemException(Problem.badRequest("The form is malformed."));
    }
  }
}
