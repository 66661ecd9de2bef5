package dev.headgate.gateway.token;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.vertx.core.json.JsonObject;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** An admission as the claims of a token, and back. */
final class AdmissionClaims {
  private static final String AUDIENCE = "headgate:";
  private static final int PLACE_ID_BYTES = 16;
  // The longest session there can be, and the quarter of an hour by which a shop may extend it. It
  // stops an expiry that was meant in another unit.
  static final long MAX_LIFE_SECONDS = Duration.ofDays(1).plusMinutes(15).toSeconds();

  private final String issuer;
  private final SessionIds sessionIds;

  AdmissionClaims(String issuer, SessionIds sessionIds) {
    this.issuer = issuer;
    this.sessionIds = sessionIds;
  }

  /** The claims, the same bytes for the same admission. */
  byte[] write(Admission admission) {
    JsonObject claims =
        new JsonObject()
            .put("iss", issuer)
            .put("aud", AUDIENCE + admission.event())
            .put("sub", admission.placeId())
            .put("jti", sessionIds.of(admission))
            .put("iat", admission.startSeconds())
            .put("nbf", admission.startSeconds())
            .put("exp", admission.expiresSeconds())
            .put("pos", admission.position());
    if (admission.keyThumbprint() != null) {
      claims.put("cnf", new JsonObject().put("jkt", admission.keyThumbprint()));
    }
    return claims.encode().getBytes(UTF_8);
  }

  /** The admission that verified claims give, or null when they are not ours; time is left out. */
  @Nullable Admission read(byte[] json) {
    Claims claims = Claims.parse(json);
    if (claims == null || !issuer.equals(claims.text("iss"))) {
      return null;
    }
    String event = event(claims.textOrOnlyElement("aud"));
    String sessionId = claims.text("jti");
    String placeId = placeId(claims.text("sub"));
    if (event == null || sessionId == null || placeId == null) {
      return null;
    }
    Admission session = sessionIds.read(event, sessionId).orElse(null);
    String key = confirmed(claims);
    if (session == null || claims.number("pos") != session.position() || !timesAreOurs(claims)) {
      return null;
    }
    // A confirmation that is not understood must not be taken for none.
    if (key == null && claims.names().contains("cnf")) {
      return null;
    }
    return new Admission(
        event,
        session.epoch(),
        session.lane(),
        session.position(),
        placeId,
        claims.number("iat"),
        claims.number("exp"),
        key);
  }

  private static @Nullable String confirmed(Claims claims) {
    Claims confirmation = claims.object("cnf");
    String key = confirmation == null ? null : confirmation.text("jkt");
    return key != null && Proofs.isThumbprint(key) ? key : null;
  }

  private static boolean timesAreOurs(Claims claims) {
    long start = claims.number("iat");
    long expires = claims.number("exp");
    return start >= 0
        && claims.number("nbf") == start
        && expires > start
        && expires - start <= MAX_LIFE_SECONDS;
  }

  private static @Nullable String event(@Nullable String audience) {
    return audience != null && audience.startsWith(AUDIENCE)
        ? audience.substring(AUDIENCE.length())
        : null;
  }

  private static @Nullable String placeId(@Nullable String subject) {
    byte[] id = subject == null ? null : Base64Url.decode(subject);
    return id != null && id.length == PLACE_ID_BYTES ? subject : null;
  }
}
