package dev.headgate.gateway.operator;

import dev.headgate.gateway.access.Access;
import dev.headgate.gateway.access.RefusedException;
import dev.headgate.gateway.access.SignedIn;
import dev.headgate.gateway.config.FieldType;
import dev.headgate.gateway.config.Fields;
import io.vertx.core.Future;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.json.Json;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.web.RoutingContext;
import java.util.Locale;
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

  /** Signs out. */
  Future<Void> end(RoutingContext ctx) {
    return ctx.response()
        .putHeader(HttpHeaders.SET_COOKIE, access.signOut(ctx.request()))
        .putHeader(HttpHeaders.CACHE_CONTROL, "no-store")
        .setStatusCode(204)
        .end()
        .otherwiseEmpty();
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
