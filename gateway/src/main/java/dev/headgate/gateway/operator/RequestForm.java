package dev.headgate.gateway.operator;

import dev.headgate.gateway.http.CanonicalPath;
import dev.headgate.gateway.http.Problem;
import dev.headgate.gateway.http.ProblemException;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.ext.web.RoutingContext;
import org.jspecify.annotations.Nullable;

/**
 * Refuses what the router or the reader of bodies would put right or trip over, before either sees
 * it: a path has one spelling, and the one expectation there is is known.
 */
final class RequestForm {
  private RequestForm() {}

  static void check(RoutingContext ctx) {
    Problem problem = problemWith(ctx.request());
    if (problem == null) {
      ctx.next();
    } else {
      ctx.fail(new ProblemException(problem));
    }
  }

  private static @Nullable Problem problemWith(HttpServerRequest request) {
    String path = String.valueOf(request.path());
    if (!CanonicalPath.isCanonical(path)) {
      return Problem.badRequest("The path is not in canonical form.");
    }
    if (path.endsWith("/") && path.length() > 1) {
      return Problem.notFound();
    }
    String expect = request.getHeader(HttpHeaders.EXPECT);
    if (expect != null && !expect.equalsIgnoreCase("100-continue")) {
      return Problem.of(
          417, "expectation-failed", "Unknown expectation", "Only 100-continue is known here.");
    }
    return null;
  }
}
