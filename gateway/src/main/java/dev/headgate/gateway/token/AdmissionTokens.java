package dev.headgate.gateway.token;

import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import java.util.Optional;

/** Signs and verifies admission tokens. Safe for use from any thread. */
public interface AdmissionTokens {

  /** How far clocks may differ, in seconds; the booking backend allows the same. */
  int LEEWAY_SECONDS = 10;

  /** How long the published keys may be kept by whoever fetched them, in seconds. */
  int JWKS_MAX_AGE_SECONDS = 300;

  /**
   * The session's public id, the token's {@code jti}: {@code <epoch>.<lane>.<position>.<mac>}. The
   * same session always has the same id.
   */
  String sessionId(Admission admission);

  /**
   * The position and epoch a session id names, or nothing when we did not derive it for this event.
   * Only the id's own fields are filled in: times are 0 and {@code placeId} is empty.
   */
  Optional<Admission> readSessionId(String event, String sessionId);

  /** The signed token, made on a worker thread; the same admission gives the same bytes. */
  Future<String> sign(Admission admission);

  /** What bounds the signatures under way. {@link #sign} itself refuses none, but counts. */
  SigningGate gate();

  /**
   * The admission a token grants at this moment, or nothing when it is not valid: one answer for
   * every reason. Which event it is for is for the caller to compare.
   *
   * @param nowSeconds the present time, in seconds since 1970
   */
  Optional<Admission> verify(String token, long nowSeconds);

  /** The public keys, as served at {@code /.well-known/jwks.json}. */
  JsonObject jwks();
}
