package dev.headgate.payment.simulator;

import io.vertx.core.Future;
import io.vertx.core.Handler;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Stripe's part of the server, below {@code /v1}. */
final class Api implements Handler<HttpServerRequest> {
  static final String PREFIX = "/v1/";
  private static final Logger LOG = LoggerFactory.getLogger(Api.class);
  private static final int LONGEST_BODY = 65_536;
  private static final int LONGEST_KEY = 255;

  private final Simulator.Parts parts;
  private final Processor processor;
  private final IntentJson writer;
  private final Keys keys;

  Api(Simulator.Parts parts, Processor processor, IntentJson writer) {
    this.parts = parts;
    this.processor = processor;
    this.writer = writer;
    this.keys = new Keys(this::answerOf);
  }

  @Override
  public void handle(HttpServerRequest request) {
    if (!isAuthorised(request)) {
      send(request, answerOf(ApiError.unauthorised()), false);
      return;
    }
    if (tooLong(request)) {
      send(request, answerOf(ApiError.invalid("parameter_invalid", "", "Too long.")), false);
      return;
    }
    request
        .body()
        .onSuccess(body -> called(request, body.toString(StandardCharsets.UTF_8)))
        .onFailure(gone -> LOG.debug("a caller went away"));
  }

  /** Null in Vert.x where the target is no path. */
  static String pathOf(HttpServerRequest request) {
    String path = request.path();
    return path == null ? "" : path;
  }

  private boolean isAuthorised(HttpServerRequest request) {
    String expected = "Bearer " + parts.settings().secrets().apiKey();
    String sent = request.getHeader("Authorization");
    return sent != null
        && MessageDigest.isEqual(
            expected.getBytes(StandardCharsets.UTF_8), sent.getBytes(StandardCharsets.UTF_8));
  }

  private static boolean tooLong(HttpServerRequest request) {
    String length = request.getHeader("Content-Length");
    return length == null
        ? request.getHeader("Transfer-Encoding") != null
        : !length.matches("[0-9]{1,5}") || Integer.parseInt(length) > LONGEST_BODY;
  }

  private void called(HttpServerRequest request, String body) {
    boolean isPost = request.method().equals(HttpMethod.POST);
    String key = isPost ? request.getHeader("Idempotency-Key") : null;
    boolean isReplay = keys.hasAnswered(key);
    Dice.Throw thrown = parts.dice().next(subject(request, key));
    answer(request, new Call(key, isPost ? body : request.query()), thrown)
        .otherwise(this::answerOf)
        .onSuccess(answer -> finish(request, answer, thrown, isReplay));
  }

  private Future<Answer> answer(HttpServerRequest request, Call call, Dice.Throw thrown) {
    try {
      if (thrown.befalls(Fault.BUSY)) {
        throw ApiError.busy();
      }
      if (thrown.befalls(Fault.ERROR_BEFORE)) {
        throw ApiError.internal();
      }
      if (call.key() != null && call.key().length() > LONGEST_KEY) {
        throw ApiError.invalid("idempotency_key_too_long", "", "The key is too long.");
      }
      Form form = Form.of(call.parameters());
      String where = request.method() + " " + pathOf(request);
      return keys.once(call.key(), where + form.fingerprint(), () -> worked(request, form, thrown));
    } catch (RuntimeException refused) {
      return Future.failedFuture(refused);
    }
  }

  /** The work, of which a remembered error may be all that is ever seen. */
  private Future<Answer> worked(HttpServerRequest request, Form form, Dice.Throw thrown) {
    Future<Answer> done = attempted(() -> route(request, form));
    return thrown.befalls(Fault.ERROR_REMEMBERED)
        ? done.transform(any -> Future.failedFuture(ApiError.internal()))
        : done;
  }

  private static Future<Answer> attempted(Supplier<Future<Answer>> work) {
    try {
      return work.get();
    } catch (RuntimeException refused) {
      return Future.failedFuture(refused);
    }
  }

  private Future<Answer> route(HttpServerRequest request, Form form) {
    String[] path = pathOf(request).substring(PREFIX.length()).split("/", 4);
    String id = path.length > 1 ? path[1] : "";
    String verb = path.length > 2 ? "/" + path[2] : "";
    String shape = path[0] + (id.isEmpty() ? "" : "/:id") + verb;
    return switch (request.method() + " " + shape) {
      case "POST payment_intents" -> processor.create(form);
      case "GET payment_intents" -> processor.list(form);
      case "GET payment_intents/:id" -> processor.find(id, form);
      case "POST payment_intents/:id/confirm" -> processor.confirm(id, form);
      case "POST payment_intents/:id/capture" -> processor.capture(id, form);
      case "POST payment_intents/:id/cancel" -> processor.cancel(id, form);
      case "POST refunds" -> processor.refund(form);
      case "GET refunds/:id" -> processor.findRefund(id);
      default -> throw ApiError.unknownPath();
    };
  }

  private String subject(HttpServerRequest request, @Nullable String key) {
    if (key != null) {
      return key;
    }
    String[] path = pathOf(request).split("/", 4);
    return path.length > 3 ? path[2] + processor.subjectOf(path[3]) : pathOf(request);
  }

  private void finish(
      HttpServerRequest request, Answer answer, Dice.Throw thrown, boolean isReplay) {
    if (answer.isDropped() || thrown.befalls(Fault.DROP_ANSWER)) {
      request.connection().close().onFailure(gone -> LOG.debug("already closed"));
      return;
    }
    boolean failed = thrown.befalls(Fault.ERROR_AFTER);
    Answer sent = failed ? answerOf(ApiError.internal()) : answer;
    if (thrown.befalls(Fault.DELAY)) {
      long millis = parts.dice().delay().toMillis();
      parts.vertx().setTimer(millis, due -> send(request, sent, isReplay));
    } else {
      send(request, sent, isReplay);
    }
  }

  private static void send(HttpServerRequest request, Answer answer, boolean isReplay) {
    HttpServerResponse response = request.response();
    if (response.closed()) {
      return;
    }
    response
        .setStatusCode(answer.status())
        .putHeader("Content-Type", "application/json")
        .putHeader("Request-Id", Books.newId("req_"));
    if (isReplay) {
      response.putHeader("Idempotent-Replayed", "true");
    }
    response.end(answer.body().encode()).onFailure(gone -> LOG.debug("a caller went away"));
  }

  private Answer answerOf(Throwable failure) {
    if (failure instanceof ApiError error) {
      return new Answer(error.status(), error.json(writer), false);
    }
    LOG.error("a call failed", failure);
    return answerOf(ApiError.internal());
  }

  private record Call(@Nullable String key, @Nullable String parameters) {}
}
