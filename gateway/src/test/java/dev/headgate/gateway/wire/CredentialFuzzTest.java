package dev.headgate.gateway.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.headgate.gateway.testing.Fuzz;
import dev.headgate.gateway.token.Admission;
import dev.headgate.gateway.token.AdmissionTokens;
import dev.headgate.gateway.token.EntryTickets;
import dev.headgate.gateway.token.PlaceTickets;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CredentialFuzzTest {
  private static final long[] ONCE_FAILED = {1};
  private static final String DIGITS =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.=+/ %\u00e9\u0000";
  private static final String JSON =
      "{}[]\":,0123456789.eE-+ntrualfsexpiatnbfjtisubodrgh\\u \u00e9";
  private static final long LONGEST = Duration.ofDays(1).plusMinutes(15).toSeconds();

  @TempDir static Path folder;

  private static Vertx vertx;
  private static Mint mint;
  private static AdmissionTokens tokens;

  @BeforeAll
  static void open() {
    vertx = Vertx.vertx();
    mint = new Mint(vertx, folder.resolve("keys"));
    mint.epoch = 1_764_490_000_000L;
    tokens = mint.keys.admissionTokens(vertx, Site.ORIGIN);
  }

  @AfterAll
  static void close() {
    vertx.close().await();
  }

  @Test
  void aTokenThatWasChangedAdmitsNobodyAtAnyTime() {
    String good = mint.good("derby", 7);
    String other = mint.good("cup", 9);
    long now = Instant.now().getEpochSecond();
    assertTrue(tokens.verify(good, now).isPresent());
    Fuzz.run(
        1_100_000,
        ONCE_FAILED,
        random -> {
          String changed = changed(random, good, other);
          if (!changed.equals(good) && !changed.equals(other)) {
            long then = random.nextBoolean() ? now : random.nextLong();
            assertEquals(Optional.empty(), tokens.verify(changed, then), changed);
          }
        });
    assertTrue(tokens.verify(good, now).isPresent());
  }

  private static String changed(Random random, String good, String other) {
    if (random.nextInt(3) > 0) {
      return Fuzz.mutated(random, good, DIGITS);
    }
    String[] one = good.split("\\.", -1);
    String[] two = other.split("\\.", -1);
    for (int i = 0; i < one.length; i++) {
      one[i] = random.nextBoolean() ? one[i] : two[random.nextInt(two.length)];
    }
    return String.join(".", one);
  }

  @Test
  void claimsOfAnyFormThatWeSignedOurselvesAdmitOnlyWhoTheyName() {
    String good =
        new String(
            Base64.getUrlDecoder().decode(mint.good("derby", 7).split("\\.", -1)[1]),
            java.nio.charset.StandardCharsets.UTF_8);
    String head = Mint.head(mint.key.getKeyID());
    long now = Instant.now().getEpochSecond();
    Fuzz.run(
        5_000,
        ONCE_FAILED,
        random -> {
          String claims = Fuzz.mutated(random, good, JSON);
          Optional<Admission> read = tokens.verify(mint.rsa(head, claims), now);
          if (read.isPresent()) {
            assertNamed(read.get(), new JsonObject(claims), now);
          }
        });
  }

  /** What was read is what another reader of JSON finds, and within the rules. */
  private static void assertNamed(Admission read, JsonObject claims, long now) {
    assertEquals(Site.ORIGIN, claims.getString("iss"));
    assertEquals("headgate:" + read.event(), claims.getString("aud"));
    assertEquals(read.placeId(), claims.getString("sub"));
    assertEquals(tokens.sessionId(read), claims.getString("jti"));
    assertEquals(read.position(), claims.getLong("pos"));
    assertEquals(read.startSeconds(), claims.getLong("iat"));
    assertEquals(read.startSeconds(), claims.getLong("nbf"));
    assertEquals(read.expiresSeconds(), claims.getLong("exp"));
    assertTrue(read.expiresSeconds() - read.startSeconds() <= LONGEST);
    assertTrue(read.startSeconds() <= now + AdmissionTokens.LEEWAY_SECONDS);
    assertTrue(read.expiresSeconds() > now - AdmissionTokens.LEEWAY_SECONDS);
  }

  @Test
  void aTicketThatWasChangedIsNobodysPlaceAndNoEntry() {
    PlaceTickets places = mint.keys.placeTickets();
    EntryTickets entries = mint.keys.entryTickets();
    String good = places.write(places.newPlace("derby", mint.epoch, 0, 12));
    String sessionId = tokens.sessionId(mint.admission("derby", 7));
    assertTrue(places.read("derby", good).isPresent());
    Fuzz.run(
        1_400_000,
        ONCE_FAILED,
        random -> {
          String ticket = Fuzz.mutated(random, good, DIGITS);
          if (!ticket.equals(good)) {
            assertTrue(places.read("derby", ticket).isEmpty(), ticket);
          }
          String entry = ticket.replaceFirst("hgp1", "hge1");
          assertTrue(entries.read("derby", entry, Instant.now()).isEmpty(), ticket);
          String event = Fuzz.mutated(random, "derby", "derby-1 ");
          assertTrue(event.equals("derby") || places.read(event, good).isEmpty(), event);
          String id = Fuzz.mutated(random, sessionId, DIGITS);
          boolean read = tokens.readSessionId("derby", id).isPresent();
          assertFalse(read && !id.equals(sessionId), id);
        });
  }
}
