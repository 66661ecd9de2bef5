package dev.headgate.gateway.edge;

import dev.headgate.gateway.token.Admission;
import dev.headgate.gateway.token.AdmissionTokens;
import dev.headgate.gateway.token.SigningGate;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * Tokens a test can write by hand: {@code token.<event>.<epoch>.<position>}. They are signed at
 * once, or when the test says so.
 */
final class ReadableTokens implements AdmissionTokens {

  private static final long TENTH_NANOS = 100_000_000;

  final SigningGate gate = new SigningGate(1);

  /** The keys that signed admissions are bound to; those without one are not in it. */
  final List<String> keys = new CopyOnWriteArrayList<>();

  /** Whether signatures wait for {@link #makeAll}. */
  volatile boolean slow;

  private final List<Runnable> unmade = new CopyOnWriteArrayList<>();

  /** Makes what was asked for so far; each has taken a tenth of a second. */
  int makeAll() {
    List<Runnable> all = List.copyOf(unmade);
    unmade.removeAll(all);
    all.forEach(Runnable::run);
    return all.size();
  }

  /** The gate as it is after long with signatures of a tenth of a second. */
  void areKnownToBeSlow() {
    slow = true;
    for (int i = 0; i < 500; i++) {
      gate.asked();
      gate.made(TENTH_NANOS);
    }
  }

  @Override
  public SigningGate gate() {
    return gate;
  }

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
    if (admission.keyThumbprint() != null) {
      keys.add(admission.keyThumbprint());
    }
    String token =
        "token." + admission.event() + "." + admission.epoch() + "." + admission.position();
    if (!slow) {
      return Future.succeededFuture(token);
    }
    Promise<String> promise = Promise.promise();
    gate.asked();
    unmade.add(
        () -> {
          gate.made(TENTH_NANOS);
          promise.complete(token);
        });
    return promise.future();
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
