package dev.headgate.booking.http;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import dev.headgate.booking.json.StrictJson;
import dev.headgate.booking.store.StoreException;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.spi.LoggingEventBuilder;

/** A request and its answer. The body stays unread until somebody asks for it. */
final class Exchange {
  static final int MAX_BODY = 64 * 1024;

  /** Where programs send the session, and find a new one. */
  static final String SESSION = "Shop-Session";

  private static final long LINGER_MILLIS = 1_000;
  // What a proxy and the systems between may have in flight when the answer is sent.
  private static final int LINGER_BYTES = 16 * 1024 * 1024;

  private static final Logger LOG = LoggerFactory.getLogger(Exchange.class);
  private static final String CONTENT_POLICY =
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:;"
          + " connect-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

  private final HttpServerRequest request;
  private final HttpServerResponse response;
  private final IntConsumer onAnswered;
  private boolean bodyBroken;

  Exchange(HttpServerRequest request, IntConsumer onAnswered) {
    this.request = request;
    this.response = request.response();
    this.onAnswered = onAnswered;
  }

  HttpMethod method() {
    return request.method();
  }

  String path() {
    String path = request.path();
    return path == null ? "" : path;
  }

  @Nullable String header(String name) {
    return request.getHeader(name);
  }

  /** Every line of a header. */
  List<String> lines(String name) {
    return request.headers().getAll(name);
  }

  /** Whether what stands behind the {@code ?} cannot be decoded, such as {@code %zz}. */
  boolean hasBrokenQuery() {
    if (request.query() == null) {
      return false;
    }
    try {
      request.params(); // Decoded once, and kept by the request.
      return false;
    } catch (IllegalArgumentException broken) {
      return true;
    }
  }

  /** A parameter of the address; null where it is missing or there twice. */
  @Nullable String parameter(String name) {
    List<String> values = request.params().getAll(name);
    return values.size() == 1 ? values.get(0) : null;
  }

  boolean prefersHtml() {
    return Accepts.prefersHtml(lines("Accept"));
  }

  /** Admission tokens in the order in which they count. */
  List<String> tokens() {
    List<String> tokens = new ArrayList<>(request.headers().getAll("Headgate-Admission"));
    for (String line : request.headers().getAll(HttpHeaders.AUTHORIZATION)) {
      String bearer = bearer(line);
      if (bearer != null) {
        tokens.add(bearer);
      }
    }
    return tokens;
  }

  /** Shop sessions, from every cookie line (HTTP/2 may split them) and from the header. */
  List<String> sessions() {
    List<String> sessions = new ArrayList<>(1);
    for (String line : request.headers().getAll(SESSION)) {
      String bearer = bearer(line);
      sessions.add(bearer == null ? line.trim() : bearer);
    }
    sessions.addAll(cookies("shop_session"));
    return sessions;
  }

  /** What cookies of that name hold, from every line. */
  List<String> cookies(String name) {
    List<String> values = new ArrayList<>(1);
    for (String line : request.headers().getAll(HttpHeaders.COOKIE)) {
      for (String pair : line.split(";", -1)) {
        int equals = pair.indexOf('=');
        if (equals > 0 && pair.substring(0, equals).trim().equals(name)) {
          values.add(pair.substring(equals + 1).trim().replace("\"", ""));
        }
      }
    }
    return values;
  }

  private static @Nullable String bearer(String line) {
    String lower = line.toLowerCase(Locale.ROOT);
    boolean isToken = lower.startsWith("bearer ") || lower.startsWith("dpop ");
    return isToken ? line.substring(line.indexOf(' ')).trim() : null;
  }

  /** A browser says when another site caused a request; such a one changes nothing here. */
  boolean isFromAnotherSite() {
    String site = header("Sec-Fetch-Site");
    if (site != null) {
      return !site.equals("same-origin") && !site.equals("none");
    }
    // Older browsers say no more than where the page is from.
    String origin = header("Origin");
    return origin != null && !isOurs(origin);
  }

  /** Whether that is where this request was sent to, as a proxy in front of us tells it. */
  private boolean isOurs(String origin) {
    int scheme = origin.indexOf("://");
    if (scheme < 0) {
      return false;
    }
    String page = origin.substring(scheme + 3);
    String forwarded = header("X-Forwarded-Host");
    return !page.isEmpty()
        && (page.equalsIgnoreCase(header("Host"))
            || (forwarded != null && page.equalsIgnoreCase(forwarded.trim())));
  }

  /**
   * Whether something is changed by what is no browser: those name one of these then. Of what only
   * reads, older ones name neither.
   */
  boolean isChangeByAProgram() {
    boolean reads = method().equals(HttpMethod.GET) || method().equals(HttpMethod.HEAD);
    return !reads && header("Sec-Fetch-Site") == null && header("Origin") == null;
  }

  /** The body as it was sent. */
  Future<byte[]> bytes() {
    return body().map(Buffer::getBytes);
  }

  /** The one JSON object in the body, with no members but those known. */
  Future<Map<String, @Nullable Object>> object(Set<String> known) {
    return body().map(body -> object(json(body), known));
  }

  /** A body that says it is something else is not read as JSON: a plain form may carry any text. */
  private Buffer json(Buffer body) {
    String type = header("Content-Type");
    if (body.length() > 0 && type != null && !isJson(type)) {
      throw new ProblemException(
          Problem.of(
              415, "unsupported-media-type", "Unsupported media type", "Send application/json."));
    }
    return body;
  }

  private static boolean isJson(String contentType) {
    String type = contentType.split(";", 2)[0].trim().toLowerCase(Locale.ROOT);
    return type.equals("application/json") || type.matches("application/[a-z0-9.-]+\\+json");
  }

  private static Map<String, @Nullable Object> object(Buffer body, Set<String> known) {
    Map<String, @Nullable Object> object;
    try {
      object = StrictJson.object(body.getBytes());
    } catch (StrictJson.MalformedException malformed) {
      throw new ProblemException(
          Problem.badRequest("The body must be one JSON object: " + malformed.getMessage() + "."));
    }
    Set<String> unknown = new TreeSet<>(object.keySet());
    unknown.removeAll(known);
    if (!unknown.isEmpty()) {
      throw new ProblemException(
          Problem.badRequest("Unknown fields: " + String.join(", ", unknown) + ".")
              .with("unknown", List.copyOf(unknown)));
    }
    return object;
  }

  private Future<Buffer> body() {
    if (declaredLength() > MAX_BODY) {
      return Future.failedFuture(new ProblemException(Problem.tooLarge(MAX_BODY)));
    }
    String expect = header("Expect");
    if ("100-continue".equalsIgnoreCase(expect)) {
      response.writeContinue();
    } else if (expect != null) {
      return Future.failedFuture(
          new ProblemException(
              Problem.of(
                  417,
                  "expectation-failed",
                  "Unknown expectation",
                  "Only 100-continue is known.")));
    }
    Promise<Buffer> body = Promise.promise();
    Buffer gathered = Buffer.buffer();
    request.handler(
        chunk -> {
          if (gathered.length() + chunk.length() > MAX_BODY) {
            body.tryFail(new ProblemException(Problem.tooLarge(MAX_BODY)));
          } else {
            gathered.appendBuffer(chunk);
          }
        });
    request.exceptionHandler(failure -> body.tryFail(broken(failure)));
    request.endHandler(ended -> body.tryComplete(gathered));
    request.resume();
    return body.future();
  }

  // What a client sends is never a failure of ours; and what follows on its connection is unknown.
  private ProblemException broken(Throwable failure) {
    LOG.debug("{} {}: a broken body: {}", method(), path(), failure.getClass().getSimpleName());
    bodyBroken = true;
    return new ProblemException(
        Problem.badRequest("The body ends too early or is framed wrongly."));
  }

  private long declaredLength() {
    String length = header("Content-Length");
    try {
      return length == null ? 0 : Long.parseLong(length);
    } catch (NumberFormatException tooManyDigits) {
      return Long.MAX_VALUE;
    }
  }

  @CanIgnoreReturnValue
  Exchange set(String header, String value) {
    response.putHeader(header, value);
    return this;
  }

  /** One more line of a header that may be there already. */
  @CanIgnoreReturnValue
  Exchange add(String header, String value) {
    response.headers().add(header, value);
    return this;
  }

  @CanIgnoreReturnValue
  Exchange unset(String header) {
    response.headers().remove(header);
    return this;
  }

  /**
   * An answer as a step of what leads to it, so that what it throws is a failure and answered as
   * one; thrown in a callback beside the chain, it would reach nobody, the client included.
   */
  static <T> Function<T, Void> by(Consumer<T> answer) {
    return coming -> {
      answer.accept(coming);
      return null;
    };
  }

  void json(int status, JsonObject body) {
    setDefault("Cache-Control", "no-store");
    end(status, "application/json", body.toBuffer());
  }

  void html(int status, String page) {
    set("Content-Security-Policy", CONTENT_POLICY);
    set("Referrer-Policy", "same-origin");
    set("Cross-Origin-Opener-Policy", "same-origin");
    // For browsers that do not know frame-ancestors.
    set("X-Frame-Options", "DENY");
    setDefault("Cache-Control", "no-store");
    end(status, "text/html; charset=utf-8", Buffer.buffer(page));
  }

  /** Begins an answer of server-sent events. */
  EventStream stream() {
    set("Content-Type", "text/event-stream");
    set("Cache-Control", "no-store");
    guard();
    // For proxies that gather answers.
    set("X-Accel-Buffering", "no");
    response.setStatusCode(200);
    onAnswered.accept(200);
    if (!request.isEnded()) {
      request.handler(ignored -> {}).resume();
    }
    return new EventStream(response);
  }

  void empty(int status) {
    setDefault("Cache-Control", "no-store");
    answer(status, null);
  }

  void problem(Problem problem) {
    set("Cache-Control", "no-store");
    end(problem.status(), "application/problem+json", problem.toJson().toBuffer());
  }

  /** Answers what went wrong. What is our fault is logged and not explained. */
  void failure(Throwable failure) {
    if (failure instanceof ProblemException known) {
      problem(known.problem());
    } else if (failure instanceof StoreException store) {
      store(store.kind());
    } else {
      traced(LOG.atError()).setCause(failure).log("{} {} failed", method(), path());
      problem(Problem.of(500, "internal", "Something failed here", "The failure has been logged."));
    }
  }

  /** A line that names the trace, so that what else is known of the request can be found. */
  private LoggingEventBuilder traced(LoggingEventBuilder line) {
    String trace = TraceParent.traceId(header("traceparent"));
    return trace.isEmpty() ? line : line.addKeyValue("traceId", trace);
  }

  private void noteAnswered(int status) {
    if (LOG.isDebugEnabled() && !TraceParent.traceId(header("traceparent")).isEmpty()) {
      traced(LOG.atDebug()).log("{} is answered with {}", method(), status);
    }
  }

  private void store(StoreException.Kind kind) {
    set("Retry-After", kind == StoreException.Kind.AWAY ? "2" : "1");
    switch (kind) {
      case CONTENTION ->
          problem(
              Problem.of(
                  409, "contention", "Too many at once", "Others want these seats. Try again."));
      case BUSY ->
          problem(Problem.of(503, "busy", "The shop is full", "Please try again in a second."));
      case AWAY ->
          problem(
              Problem.of(503, "store-away", "The shop is coming back", "Nothing held is lost."));
      case FAULT ->
          problem(
              Problem.of(500, "internal", "Something failed here", "The failure has been logged."));
    }
  }

  void end(int status, String type, Buffer body) {
    set("Content-Type", type);
    answer(status, body);
  }

  private void answer(int status, @Nullable Buffer body) {
    if (response.ended() || response.closed()) {
      return;
    }
    guard();
    response.setStatusCode(status);
    onAnswered.accept(status);
    noteAnswered(status);
    boolean unread = !request.isEnded() && (declaredLength() > MAX_BODY || isStreamed());
    if (bodyBroken) {
      set("Connection", "close");
    } else if (unread) {
      // What nobody will read is not waited for either.
      set("Connection", "close");
      linger();
    }
    Future<Void> sent = body == null ? response.end() : response.end(body);
    if (bodyBroken) {
      close();
    } else {
      sent.onComplete(done -> finish(unread));
    }
  }

  private void finish(boolean unread) {
    if (unread) {
      closeIfNothingComes();
    } else if (!request.isEnded()) {
      request.handler(ignored -> {}).resume();
    }
  }

  // Closing on bytes that nobody has taken makes the system send a reset, which can overtake the
  // answer. So a moment is given, and what still comes in it is dropped. Called before the answer
  // is sent: a connection with nothing left to answer would be shut down at once.
  private void linger() {
    request.connection().shutdown(LINGER_MILLIS, TimeUnit.MILLISECONDS).onFailure(gone -> {});
    long[] dropped = {0};
    request
        .handler(
            chunk -> {
              dropped[0] += chunk.length();
              if (dropped[0] > LINGER_BYTES) {
                close();
              }
            })
        .resume();
  }

  /** Who waits to be told to go on does not send the body. */
  private void closeIfNothingComes() {
    if (header("Expect") != null) {
      close();
    }
  }

  private void close() {
    request.connection().close().onFailure(gone -> {});
  }

  private boolean isStreamed() {
    return header("Transfer-Encoding") != null || header("Expect") != null;
  }

  /** Every answer is what its type says, and no part of another site's page. */
  private void guard() {
    set("X-Content-Type-Options", "nosniff");
    set("Cross-Origin-Resource-Policy", "same-origin");
  }

  private void setDefault(String header, String value) {
    if (!response.headers().contains(header)) {
      set(header, value);
    }
  }
}
