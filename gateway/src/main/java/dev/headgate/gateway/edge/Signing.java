package dev.headgate.gateway.edge;

import dev.headgate.gateway.queue.EventView;
import dev.headgate.gateway.token.Admission;
import dev.headgate.gateway.token.AdmissionTokens;
import dev.headgate.gateway.token.SigningGate;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import java.time.Instant;

/** Signs admissions and writes their document. Belongs to one event loop. */
final class Signing {

  private final AdmissionTokens tokens;
  private final InstantText instants;

  Signing(AdmissionTokens tokens, InstantText instants) {
    this.tokens = tokens;
    this.instants = instants;
  }

  /**
   * An admission that has been signed.
   *
   * @param document as docs/protocol.md describes it
   * @param cookie what its cookie holds
   */
  record Signed(JsonObject document, FanCookies.Signed cookie) {}

  /** What bounds the signatures under way. */
  SigningGate gate() {
    return tokens.gate();
  }

  Future<Signed> sign(EventView view, Admission admission) {
    return tokens
        .sign(admission)
        .map(
            token ->
                new Signed(
                    document(view, admission, token),
                    new FanCookies.Signed(token, admission.expiresSeconds())));
  }

  private JsonObject document(EventView view, Admission admission, String token) {
    Instant expiresAt = Instant.ofEpochSecond(admission.expiresSeconds());
    return new JsonObject()
        .put("token", token)
        .put("tokenType", admission.keyThumbprint() == null ? "Bearer" : "DPoP")
        .put("event", view.event())
        .put("sessionId", tokens.sessionId(admission))
        .put("expiresAt", instants.text(expiresAt))
        .put("resume", view.settings().resume());
  }
}
