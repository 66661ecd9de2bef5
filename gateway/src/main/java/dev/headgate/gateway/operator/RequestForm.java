package dev.headgate.gateway.operator;

import dev.headgate.gateway.http.CanonicalPath;
import dev.headgate.gateway.http.Problem;
import dev.headgate.gateway.http.ProblemException;
import dev.headgate.gateway.http.ReadableQuery;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.ext.web.RoutingContext;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Refuses what the router or the reader of bodies would put right or trip over, before either sees
 * it: a path has one spelling, a query can be decoded, and the one expectation there is is known.
 */
final class RequestForm {
  private RequestForm() {}

  static void check(RoutingContext ctx) {
    goOnUnless(problemWith(ctx.request()), ctx);
  }

  /** To the router a slash at the end makes no difference; who may not ask is not told. */
  static void checkEnd(RoutingContext ctx) {
    String path = String.valueOf(ctx.request().path());
    goOnUnless(path.endsWith("/") && path.length() > 1 ? Problem.notFound() : null, ctx);
  }

  /**
   * The reader of forms in parts trips over what is wrong with them, and nothing here takes one.
   */
  static void checkBody(RoutingContext ctx) {
    String type = ctx.request().getHeader(HttpHeaders.CONTENT_TYPE);
    boolean parts = type != null && type.strip().toLowerCase(Locale.ROOT).startsWith("multipart/");
    goOnUnless(parts ? Bodies.otherKind() : null, ctx);
  }

  private static void goOnUnless(@Nullable Problem problem, RoutingContext ctx) {
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
    if (!ReadableQuery.isIn(request)) {
      return ReadableQuery.problem();
    }
    String expect = request.getHeader(HttpHeaders.EXPECT);
    if (expect != null && !expect.equalsIgnoreCase("100-continue")) {
      return Problem.expectationFailed();
    }
    return null;
  }
}
