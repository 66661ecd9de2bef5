package dev.headgate.gateway.operator;

import dev.headgate.gateway.config.FieldError;
import dev.headgate.gateway.config.InvalidSettingsException;
import dev.headgate.gateway.http.JsonBody;
import dev.headgate.gateway.http.Problem;
import dev.headgate.gateway.http.ProblemException;
import dev.headgate.gateway.queue.QueueUnavailableException;
import dev.headgate.gateway.queue.UnknownEventException;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpVersion;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.web.RoutingContext;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** From what went wrong to the answer, in one place. */
final class Failures {
  private static final Logger log = LoggerFactory.getLogger(Failures.class);

  private Failures() {}

  /** Answers a request that failed, with an exception or a status. */
  static void answer(RoutingContext ctx) {
    answer(ctx, ctx.statusCode());
  }

  /** The same, where the status is known otherwise. */
  static void answer(RoutingContext ctx, int status) {
    Problem problem = problem(ctx.failure(), status);
    boolean bodyUnread = problem.status() == 413 || problem.status() == 417;
    if (bodyUnread && ctx.request().version() != HttpVersion.HTTP_2) {
      // The rest of the body is not read: the connection cannot be used again.
      ctx.response().putHeader(HttpHeaders.CONNECTION, HttpHeaders.CLOSE);
    }
    problem.send(ctx.response());
  }

  /** Names each wrong field. */
  private static Problem invalid(List<FieldError> errors) {
    JsonArray named = new JsonArray();
    for (FieldError error : errors) {
      named.add(new JsonObject().put("field", error.field()).put("detail", error.detail()));
    }
    String detail = errors.stream().map(FieldError::toString).collect(Collectors.joining("; "));
    return Problem.of(400, "invalid-settings", "Some fields are wrong", detail)
        .with("errors", named);
  }

  private static Problem problem(@Nullable Throwable failure, int status) {
    if (failure instanceof ProblemException refused) {
      return refused.problem();
    }
    if (failure instanceof InvalidSettingsException invalid) {
      return invalid(invalid.errors());
    }
    if (failure instanceof UnknownEventException) {
      return Problem.unknownEvent();
    }
    if (failure instanceof QueueUnavailableException) {
      return Problem.restoring();
    }
    return byStatus(failure, status);
  }

  private static Problem byStatus(@Nullable Throwable failure, int status) {
    return switch (status) {
      case 400 -> Problem.badRequest("The request is not well-formed HTTP for this address.");
      case 404 -> Problem.notFound();
      case 405 -> Problem.methodNotAllowed();
      case 413 -> Problem.tooLarge(JsonBody.MAX_BYTES);
      default -> {
        log.error("a request failed with status {}", status, failure);
        yield Problem.internal();
      }
    };
  }
}
