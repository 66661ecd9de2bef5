package dev.headgate.gateway.token;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vertx.core.Vertx;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KeysTest {
  private static final List<String> NAMES = List.of("place.key", "draw.key", "admission.jwk");

  @TempDir Path temp;

  @Test
  void missingKeysAreMadeForTheirOwnerOnlyAndNothingElseIsLeft() throws IOException {
    Path folder = temp.resolve("secrets/keys");
    Keys made = Keys.open(folder, true);
    assertEquals("rwx------", mode(folder));
    try (Stream<Path> files = Files.list(folder)) {
      assertEquals(Set.copyOf(NAMES), Set.copyOf(files.map(f -> f.getFileName() + "").toList()));
    }
    for (String name : NAMES) {
      assertEquals("rw-------", mode(folder.resolve(name)));
    }
    Keys again = Keys.open(folder, false);
    String ticket = made.placeTickets().write(made.placeTickets().newPlace("derby", 1, 0, 1));
    assertTrue(again.placeTickets().read("derby", ticket).isPresent());
    assertArrayEquals(made.drawKey().seed("derby", 1), again.drawKey().seed("derby", 1));
  }

  @Test
  void severalGatewaysThatStartAtOnceEndWithTheSameKeys() throws Exception {
    Path folder = temp.resolve("keys");
    ExecutorService gateways = Executors.newFixedThreadPool(4);
    try {
      Callable<Keys> start = () -> Keys.open(folder, true);
      List<Future<Keys>> started = gateways.invokeAll(List.of(start, start, start, start));
      byte[] seed = Keys.open(folder, false).drawKey().seed("derby", 1);
      for (Future<Keys> keys : started) {
        assertArrayEquals(seed, keys.get().drawKey().seed("derby", 1));
      }
    } finally {
      gateways.shutdownNow();
    }
  }

  @Test
  void aMissingKeyIsNamedWhenItMayNotBeMade() {
    String message = failure(temp, false);
    assertTrue(message.contains("place.key: missing"), message);
  }

  @Test
  void aKeyOpenToOthersStopsTheStartWithoutShowingIt() throws IOException {
    Path folder = temp.resolve("keys");
    assertFalse(Keys.open(folder, true).toString().isEmpty());
    for (String mode : List.of("rw-r-----", "rw----r--", "rw--w----", "rw-----w-", "rw---x---")) {
      for (String name : NAMES) {
        Path file = folder.resolve(name);
        String secret = Files.readString(file).strip();
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(mode));
        String message = failure(folder, true);
        assertTrue(message.contains(name) && message.contains(mode), message);
        assertFalse(message.contains(secret), message);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
      }
    }
  }

  @Test
  void aMalformedKeyIsNamedAndNeverQuoted() throws IOException {
    String publicJwk = "{\"kty\":\"RSA\",\"kid\":\"a\",\"n\":\"AQAB\",\"e\":\"AQAB\"}";
    Path folder = temp.resolve("keys");
    assertFalse(Keys.open(folder, true).toString().isEmpty());
    for (String text :
        List.of("", "abcd", "zz".repeat(32), "ab".repeat(31), publicJwk, "{", "\u00e9")) {
      for (String name : NAMES) {
        String secret = Files.readString(folder.resolve(name));
        Files.writeString(folder.resolve(name), text);
        String message = failure(folder, true);
        assertTrue(message.contains(name), message);
        assertTrue(text.length() < 4 || !message.contains(text), message);
        Files.writeString(folder.resolve(name), secret);
      }
    }
  }

  @Test
  void theSeedIsTheOneThatAnyGatewayWithTheKeyDerives() throws IOException {
    try (InputStream file = KeysTest.class.getResourceAsStream("seed.json")) {
      JsonArray vectors = new JsonArray(new String(file.readAllBytes(), StandardCharsets.UTF_8));
      for (int i = 0; i < vectors.size(); i++) {
        JsonObject vector = vectors.getJsonObject(i);
        Path folder = temp.resolve("keys");
        assertFalse(Keys.open(folder, true).toString().isEmpty());
        Files.writeString(folder.resolve("draw.key"), vector.getString("drawKey") + "\n");
        byte[] seed =
            Keys.open(folder, false)
                .drawKey()
                .seed(vector.getString("drawId"), vector.getLong("epoch"));
        assertEquals(vector.getString("seed"), HexFormat.of().formatHex(seed));
      }
      assertTrue(vectors.size() >= 3);
    }
  }

  @Test
  void onlyThePublicPartOfTheAdmissionKeyIsEverShown() throws IOException {
    Vertx vertx = Vertx.vertx();
    try {
      Keys keys = Keys.open(temp.resolve("keys"), true);
      JsonObject jwks = keys.admissionTokens(vertx, "https://tickets.example").jwks();
      JsonObject stored = new JsonObject(Files.readString(temp.resolve("keys/admission.jwk")));
      JsonObject shown = jwks.getJsonArray("keys").getJsonObject(0);
      assertEquals(1, jwks.getJsonArray("keys").size());
      assertEquals(Set.of("kty", "use", "alg", "kid", "n", "e"), shown.fieldNames());
      for (String member : shown.fieldNames()) {
        assertEquals(stored.getString(member), shown.getString(member), member);
      }
      for (String secret : List.of("d", "p", "q", "dp", "dq", "qi")) {
        assertFalse(jwks.encode().contains(stored.getString(secret)), secret);
      }
    } finally {
      vertx.close().await();
    }
  }

  private static String failure(Path folder, boolean createMissing) {
    Optional<String> message =
        Optional.ofNullable(
            assertThrows(
                    IllegalStateException.class,
                    () -> assertFalse(Keys.open(folder, createMissing).toString().isEmpty()))
                .getMessage());
    return message.orElseThrow();
  }

  private static String mode(Path file) throws IOException {
    return PosixFilePermissions.toString(Files.getPosixFilePermissions(file));
  }
}
