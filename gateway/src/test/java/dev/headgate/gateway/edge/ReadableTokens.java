package dev.headgate.gateway.edge;

import dev.headgate.gateway.token.Admission;
import dev.headgate.gateway.token.AdmissionTokens;
import io.vertx.core.Future;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.Optional;

/** Tokens a test can write by hand: {@code token.<event>.<epoch>.<position>}. */
final class ReadableTokens implements AdmissionTokens {

  @Override
  public String sessionId(Admission admission) {
    return admission.epoch() + "." + admission.lane() + "." + admission.position() + ".mac";
  }

  @Override
  public Optional<Admission> readSessionId(String event, String sessionId) {
    return Optional.empty();
  }

  @Override
  public Future<String> sign(Admission admission) {
    return Future.succeededFuture(
        "token." + admission.event() + "." + admission.epoch() + "." + admission.position());
  }

  @Override
  public Optional<Admission> verify(String token, long nowSeconds) {
    String[] parts = token.split("\\.", -1);
    if (parts.length != 4 || !parts[0].equals("token")) {
      return Optional.empty();
    }
    long epoch = Long.parseLong(parts[2]);
    int position = Integer.parseInt(parts[3]);
    return Optional.of(new Admission(parts[1], epoch, 0, position, "fan", 0, nowSeconds + 60));
  }

  @Override
  public JsonObject jwks() {
    return new JsonObject().put("keys", new JsonArray());
  }
}
