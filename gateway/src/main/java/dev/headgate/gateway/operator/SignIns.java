package dev.headgate.gateway.operator;

import dev.headgate.gateway.access.Access;
import dev.headgate.gateway.access.RefusedException;
import dev.headgate.gateway.access.SignedIn;
import dev.headgate.gateway.config.FieldType;
import dev.headgate.gateway.config.Fields;
import dev.headgate.gateway.http.Accept;
import dev.headgate.gateway.http.Problem;
import dev.headgate.gateway.http.ProblemException;
import io.vertx.core.Future;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.json.Json;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.web.RoutingContext;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A browser's session: begun with a token, kept in a cookie. */
final class SignIns {
  private static final Logger log = LoggerFactory.getLogger(SignIns.class);
  private static final FieldType<String> TOKEN =
      new FieldType<>(
          "a token of 1 to 8192 characters",
          true,
          value ->
              value instanceof String text && !text.isEmpty() && text.length() <= 8_192
                  ? text
                  : null,
          value -> null);

  private static final String PAGE =
      """
      <!DOCTYPE html>
      <html lang="en">
      <head><meta charset="utf-8"><title>%s</title></head>
      <body><main><h1>%s</h1><p>%s</p><p><a href="/">Back to the console</a></p></main></body>
      </html>
      """;

  private final Access access;
  private final Gate gate;

  SignIns(Access access, Gate gate) {
    this.access = access;
    this.gate = gate;
  }

  /** Who is signed in here. */
  Future<Void> read(RoutingContext ctx) {
    return access
        .session(ctx.request())
        .compose(session -> send(ctx, 200, session))
        .recover(failure -> refused(ctx, failure));
  }

  /** Signs in whoever has a token. */
  Future<Void> begin(RoutingContext ctx) {
    Fields fields = Fields.of(Bodies.read(ctx));
    String token = fields.required("token", TOKEN, "");
    fields.refuseUnknown();
    fields.check();
    return access
        .signIn(ctx.request(), token)
        .onSuccess(SignIns::note)
        .compose(session -> send(ctx, 201, session))
        .recover(failure -> refused(ctx, failure));
  }

  /** Signs out; says where to do so at the issuer, who may know the same person still. */
  Future<Void> end(RoutingContext ctx) {
    return access.signOut(ctx.request()).compose(out -> signedOut(ctx, out));
  }

  private static Future<Void> signedOut(RoutingContext ctx, Access.SignedOut out) {
    ctx.response().putHeader(HttpHeaders.SET_COOKIE, out.setCookie());
    String next = out.next();
    if (!out.everywhere()) {
      notShared(next).send(ctx.response());
      return Future.succeededFuture();
    }
    return next == null
        ? ctx.response()
            .putHeader(HttpHeaders.CACHE_CONTROL, "no-store")
            .setStatusCode(204)
            .end()
            .otherwiseEmpty()
        : EventDocument.send(ctx.response(), 200, new JsonObject().put("signOutAt", next));
  }

  private static Problem notShared(@Nullable String next) {
    Problem problem =
        Problem.of(
            503,
            "sign-out-not-shared",
            "Signed out here, and not everywhere yet",
            "This browser is signed out, and the session is over at this gateway. The others hear"
                + " of it when the store answers again; should this gateway stop before, a copy of"
                + " the cookie is good there until the session ends by itself.");
    return next == null ? problem : problem.with("signOutAt", next);
  }

  /** Sends a browser to the issuer. */
  Future<Void> toIssuer(RoutingContext ctx) {
    List<String> to = ctx.queryParam("to");
    return access
        .toIssuer(to.size() == 1 ? to.get(0) : to.isEmpty() ? "/" : "")
        .compose(leave -> send(ctx, leave))
        .recover(failure -> pageOf(ctx, failure));
  }

  /** Takes in a browser that the issuer sends back. Asking by HEAD spends nothing. */
  Future<Void> fromIssuer(RoutingContext ctx) {
    return (ctx.request().method().equals(HttpMethod.HEAD)
            ? Future.<Access.Leave>failedFuture(
                new ProblemException(Problem.badRequest("Only GET ends signing in.")))
            : access.fromIssuer(ctx.request()))
        .compose(leave -> send(ctx, leave))
        .recover(failure -> pageOf(ctx, failure));
  }

  private static Future<Void> send(RoutingContext ctx, Access.Leave leave) {
    return ctx.response()
        .putHeader("Set-Cookie", leave.setCookies())
        .putHeader(HttpHeaders.CACHE_CONTROL, "no-store")
        .putHeader(HttpHeaders.LOCATION, leave.location())
        .setStatusCode(302)
        .end()
        .otherwiseEmpty();
  }

  /** A person who is sent from page to page is not shown JSON. */
  private Future<Void> pageOf(RoutingContext ctx, Throwable failure) {
    if (!(failure instanceof RefusedException refused)
        || !Accept.prefersHtml(ctx.request().headers())) {
      return refused(ctx, failure);
    }
    gate.note(ctx, refused);
    Problem problem = refused.problem();
    return ctx.response()
        .setStatusCode(problem.status())
        .putHeader(HttpHeaders.CONTENT_TYPE, "text/html; charset=utf-8")
        .putHeader(HttpHeaders.CACHE_CONTROL, "no-store")
        .end(PAGE.formatted(problem.title(), problem.title(), escaped(problem.detail())))
        .otherwiseEmpty();
  }

  private static String escaped(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
  }

  private Future<Void> refused(RoutingContext ctx, Throwable failure) {
    if (!(failure instanceof RefusedException)) {
      return Future.failedFuture(failure);
    }
    gate.refuse(ctx, failure);
    return Future.succeededFuture();
  }

  private static void note(SignedIn session) {
    log.info(
        "signed in who={} role={}",
        Json.encode(session.operator().name()),
        session.operator().role());
  }

  private static Future<Void> send(RoutingContext ctx, int status, SignedIn session) {
    ctx.response().putHeader(HttpHeaders.SET_COOKIE, session.setCookie());
    JsonObject json =
        new JsonObject()
            .put("name", session.operator().name())
            .put("role", session.operator().role().name().toLowerCase(Locale.ROOT))
            .put("csrf", session.csrf())
            .put("expiresAt", EventDocument.time(session.expiresAt()));
    return EventDocument.send(ctx.response(), status, json);
  }
}
