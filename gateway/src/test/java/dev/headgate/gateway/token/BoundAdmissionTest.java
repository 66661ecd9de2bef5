package dev.headgate.gateway.token;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;

import dev.headgate.gateway.testing.Prover;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The claim that binds an admission to a key. */
class BoundAdmissionTest {
  private static final String KEY = Prover.es256().thumbprint();
  private static final long START = 1_764_490_000;
  private static final Admission BEARER =
      new Admission("derby", 1764490000000L, 0, 1234, "AAECAwQFBgcICQoLDA0ODw", START, START + 600);
  private static final Admission BOUND =
      new Admission(
          BEARER.event(),
          BEARER.epoch(),
          BEARER.lane(),
          BEARER.position(),
          BEARER.placeId(),
          START,
          START + 600,
          KEY);

  private final AdmissionClaims claims =
      new AdmissionClaims("https://tickets.example", new SessionIds(PlaceTicketsTest.key(1)));

  private JsonObject written(Admission admission) {
    return new JsonObject(new String(claims.write(admission), UTF_8));
  }

  @Test
  void aBoundOneConfirmsItsKeyAndABearerOneSaysNothingOfIt() {
    assertEquals(new JsonObject().put("jkt", KEY), written(BOUND).getJsonObject("cnf"));
    assertFalse(written(BEARER).containsKey("cnf"));
    assertEquals(BOUND, claims.read(claims.write(BOUND)));
    assertEquals(BEARER, claims.read(claims.write(BEARER)));
  }

  @Test
  void itKeepsTheKeyWhateverItsLife() {
    Admission renewed = BOUND.lasting(START, START + 1_200);
    assertEquals(KEY, renewed.keyThumbprint());
    assertEquals(renewed, claims.read(claims.write(renewed)));
  }

  @Test
  void aConfirmationThatIsNotUnderstoodIsNotTakenForNone() {
    for (Object confirmation :
        List.of(
            new JsonObject(),
            new JsonObject().put("x5t#S256", KEY),
            new JsonObject().put("jkt", ""),
            new JsonObject().put("jkt", KEY + "A"),
            new JsonObject().put("jkt", new JsonArray().add(KEY)),
            new JsonObject().put("jkt", 7),
            new JsonArray(),
            KEY,
            true,
            7.5)) {
      JsonObject changed = written(BEARER).put("cnf", confirmation);
      assertNull(claims.read(changed.encode().getBytes(UTF_8)), changed.encode());
    }
    assertNull(claims.read(written(BEARER).putNull("cnf").encode().getBytes(UTF_8)));
  }
}
