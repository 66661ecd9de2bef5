package dev.headgate.gateway.operator;

import dev.headgate.gateway.config.OperatorToken;
import dev.headgate.gateway.config.Role;
import dev.headgate.gateway.http.Problem;
import dev.headgate.gateway.http.ProblemException;
import io.micrometer.core.instrument.MeterRegistry;
import io.vertx.core.http.HttpHeaders;
import io.vertx.ext.web.RoutingContext;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Knows operators by their tokens, and the tokens by their hashes alone. */
final class Gate {
  private static final String OPERATOR = "operator";
  private static final String REALM = "Bearer realm=\"headgate-operator\"";

  private final List<OperatorToken> tokens;
  private final MeterRegistry meters;

  Gate(List<OperatorToken> tokens, MeterRegistry meters) {
    this.tokens = tokens;
    this.meters = meters;
  }

  /** Lets a request with a known token go on, and answers 401 to any other. */
  void identify(RoutingContext ctx) {
    List<String> credentials = ctx.request().headers().getAll(HttpHeaders.AUTHORIZATION);
    if (credentials.isEmpty()) {
      refuse(ctx, Problem.of(401, "token-required", "An operator token is needed", BEARER), REALM);
      return;
    }
    OperatorToken operator = credentials.size() == 1 ? holder(credentials.get(0)) : null;
    if (operator == null) {
      refuse(
          ctx,
          Problem.of(401, "token-invalid", "The operator token is not valid", BEARER),
          REALM + ", error=\"invalid_token\"");
      return;
    }
    ctx.put(OPERATOR, operator);
    ctx.next();
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
  static OperatorToken operator(RoutingContext ctx) {
    OperatorToken operator = ctx.get(OPERATOR);
    return Objects.requireNonNull(operator, "asked before the token was checked");
  }

  private static final String BEARER = "Send Authorization: Bearer <operator token>.";

  private void refuse(RoutingContext ctx, Problem problem, String challenge) {
    count(problem.code());
    ctx.response().putHeader("WWW-Authenticate", challenge);
    problem.send(ctx.response());
  }

  private void count(String reason) {
    meters.counter("headgate.operator.refusals", "reason", reason).increment();
  }

  private @Nullable OperatorToken holder(String credential) {
    if (!credential.regionMatches(true, 0, "Bearer ", 0, 7)) {
      return null;
    }
    byte[] hash = sha256(credential.substring(7).trim());
    OperatorToken found = null;
    // Every token is compared, in constant time, so that the time says nothing about any.
    for (OperatorToken token : tokens) {
      if (MessageDigest.isEqual(hash, HexFormat.of().parseHex(token.sha256()))) {
        found = token;
      }
    }
    return found;
  }

  private static byte[] sha256(String text) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
    } catch (NoSuchAlgorithmException impossible) {
      throw new IllegalStateException("every Java has SHA-256", impossible);
    }
  }
}
