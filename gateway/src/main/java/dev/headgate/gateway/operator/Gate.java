package dev.headgate.gateway.operator;

import dev.headgate.gateway.access.Access;
import dev.headgate.gateway.access.Caller;
import dev.headgate.gateway.access.Operator;
import dev.headgate.gateway.access.RefusedException;
import dev.headgate.gateway.config.Role;
import dev.headgate.gateway.http.Problem;
import dev.headgate.gateway.http.ProblemException;
import io.micrometer.core.instrument.MeterRegistry;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpMethod;
import io.vertx.ext.web.RoutingContext;
import java.time.Duration;
import java.util.Locale;
import java.util.Objects;

/** Lets those through who may do what they ask for. */
final class Gate {
  private static final String OPERATOR = "operator";
  private static final String REALM = "Bearer realm=\"headgate-operator\"";

  private static final long LOOK_MILLIS = 2_000;

  private final Vertx vertx;
  private final Access access;
  private final MeterRegistry meters;

  Gate(Vertx vertx, Access access, MeterRegistry meters) {
    this.vertx = vertx;
    this.access = access;
    this.meters = meters;
  }

  /** Lets a request go on whose sender is known, and answers any other. */
  void identify(RoutingContext ctx) {
    // Finding out may take a worker, and nobody reads the body meanwhile.
    ctx.request().pause();
    access
        .caller(ctx.request())
        .onSuccess(caller -> welcome(ctx, caller))
        .onFailure(
            failure -> {
              ctx.request().resume();
              refuse(ctx, failure);
            });
  }

  private void welcome(RoutingContext ctx, Caller caller) {
    // Of one whose client has gone meanwhile no end is told any more.
    if (ctx.request().method().equals(HttpMethod.GET) && !ctx.response().closed()) {
      endWithCredential(ctx);
    }
    ctx.put(OPERATOR, caller.operator());
    String cookie = caller.setCookie();
    if (cookie != null) {
      ctx.response().putHeader(HttpHeaders.SET_COOKIE, cookie);
    }
    ctx.request().resume();
    ctx.next();
  }

  /** A stream goes on for hours: it ends when what let it begin is good no longer. */
  private void endWithCredential(RoutingContext ctx) {
    long timer =
        vertx.setPeriodic(
            LOOK_MILLIS,
            due ->
                access
                    .caller(ctx.request())
                    .onFailure(
                        failure -> {
                          if (isOver(failure)) {
                            ctx.request().connection().close().onComplete(closed -> {});
                          }
                        }));
    ctx.addEndHandler(ended -> vertx.cancelTimer(timer));
  }

  /** Whoever has a good token is known by it whatever others guess: locked out, they have none. */
  private static boolean isOver(Throwable failure) {
    return failure instanceof RefusedException refused
        && (refused.problem().status() == 401 || refused.problem().status() == 429);
  }

  /** Answers somebody who is not let in, and counts them; anything else that failed is not ours. */
  void refuse(RoutingContext ctx, Throwable failure) {
    if (!(failure instanceof RefusedException refused)) {
      ctx.fail(failure);
      return;
    }
    note(ctx, refused);
    refused.problem().send(ctx.response());
  }

  /** Counts somebody who is not let in; says beside the answer what else is to be said. */
  void note(RoutingContext ctx, RefusedException refused) {
    count(refused.problem().code());
    Duration wait = refused.retryAfter();
    if (wait != null) {
      long seconds = Math.max(1, wait.plusMillis(999).toSeconds());
      ctx.response().putHeader(HttpHeaders.RETRY_AFTER, Long.toString(seconds));
    }
    if (refused.problem().status() == 401) {
      boolean wrong = refused.problem().code().equals("token-invalid");
      ctx.response()
          .putHeader("WWW-Authenticate", wrong ? REALM + ", error=\"invalid_token\"" : REALM);
    }
  }

  /** Ends the request with 403 unless its operator's role covers {@code needed}. */
  void require(RoutingContext ctx, Role needed) {
    if (!operator(ctx).role().covers(needed)) {
      ctx.response().putHeader("WWW-Authenticate", REALM + ", error=\"insufficient_scope\"");
      count("forbidden");
      throw new ProblemException(
          Problem.of(
              403,
              "forbidden",
              "Your role does not allow this",
              "This needs the role " + needed.name().toLowerCase(Locale.ROOT) + "."));
    }
  }

  /** Who sent the request. */
  static Operator operator(RoutingContext ctx) {
    Operator operator = ctx.get(OPERATOR);
    return Objects.requireNonNull(operator, "asked before the sender was known");
  }

  private void count(String reason) {
    OperatorCounters.refusals(meters, reason).increment();
  }
}
