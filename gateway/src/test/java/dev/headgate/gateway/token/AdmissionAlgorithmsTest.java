package dev.headgate.gateway.token;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.nimbusds.jose.crypto.ECDSAVerifier;
import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jwt.SignedJWT;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import java.math.BigInteger;
import java.security.GeneralSecurityException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Every algorithm a key may have, and that a token never chooses among them. */
class AdmissionAlgorithmsTest {
  private static final long START = 1_764_490_000;
  private static final Admission ADMISSION =
      new Admission("derby", 1, 0, 7, "AAECAwQFBgcICQoLDA0ODw", START, START + 600);
  private static final Map<TokenAlgorithm, AdmissionKey> KEYS = new EnumMap<>(TokenAlgorithm.class);

  private static Vertx vertx;

  @BeforeAll
  static void open() throws KeyText.UnreadableException {
    vertx = Vertx.vertx();
    for (TokenAlgorithm algorithm : TokenAlgorithm.values()) {
      KEYS.put(algorithm, KeyText.read(KeyText.made(algorithm)));
    }
  }

  @AfterAll
  static void close() {
    vertx.close().await();
  }

  private static AdmissionKey key(TokenAlgorithm algorithm) {
    return Optional.ofNullable(KEYS.get(algorithm)).orElseThrow();
  }

  private static AdmissionTokens under(AdmissionKey signing) {
    List<AdmissionKey> keys = new ArrayList<>(List.of(signing));
    KEYS.values().stream().filter(key -> key != signing).forEach(keys::add);
    return new JwtAdmissionTokens(
        vertx,
        "https://tickets.example",
        new SessionIds(PlaceTicketsTest.key(1)),
        new AdmissionKeys(keys));
  }

  private static String signed(AdmissionTokens tokens) {
    return tokens.sign(ADMISSION).await();
  }

  @ParameterizedTest
  @EnumSource(TokenAlgorithm.class)
  void whatIsSignedIsVerifiedAndSaysItsAlgorithm(TokenAlgorithm algorithm) throws Exception {
    AdmissionTokens tokens = under(key(algorithm));
    String token = signed(tokens);
    assertEquals(Optional.of(ADMISSION), tokens.verify(token, START));
    assertEquals(algorithm.name(), SignedJWT.parse(token).getHeader().getAlgorithm().getName());
  }

  @Test
  void anEllipticSignatureIsInTheFormThatEveryLibraryReads() throws Exception {
    AdmissionKey key = key(TokenAlgorithm.ES256);
    ECKey published = ECKey.parse(key.publicJwk().encode());
    for (int i = 0; i < 50; i++) {
      String token = signed(under(key));
      assertTrue(SignedJWT.parse(token).verify(new ECDSAVerifier(published)));
    }
  }

  @ParameterizedTest
  @EnumSource(TokenAlgorithm.class)
  void aHeadOfAnotherAlgorithmOrKeyIsRefusedHoweverItIsSigned(TokenAlgorithm algorithm)
      throws Exception {
    AdmissionTokens tokens = under(key(algorithm));
    String payload = signed(tokens).split("\\.", -1)[1];
    int tried = 0;
    for (String alg : List.of("RS256", "ES256", "EdDSA", "HS256", "none", "Ed25519", "PS256")) {
      for (AdmissionKey named : KEYS.values()) {
        for (AdmissionKey signing : KEYS.values()) {
          if (named == signing && alg.equals(named.algorithm().name())) {
            continue;
          }
          String head = head(alg, named.kid());
          assertEquals(
              Optional.empty(),
              tokens.verify(token(signing, head, payload), START),
              alg + " under the id of " + named + " by " + signing);
          tried++;
        }
      }
    }
    assertEquals(7 * 9 - 3, tried);
  }

  @ParameterizedTest
  @EnumSource(TokenAlgorithm.class)
  void thePublicKeyIsNobodysSecret(TokenAlgorithm algorithm) throws Exception {
    AdmissionKey key = key(algorithm);
    AdmissionTokens tokens = under(key);
    String payload = signed(tokens).split("\\.", -1)[1];
    JsonObject jwk = key.publicJwk();
    for (String secret :
        List.of(jwk.encode(), jwk.encodePrettily(), tokens.jwks().encode(), jwk.getString("kid"))) {
      for (String alg : List.of("HS256", algorithm.name())) {
        Mac mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec(secret.getBytes(UTF_8), "HmacSHA256"));
        String input = head(alg, key.kid()) + "." + payload;
        String forged = input + "." + base64(mac.doFinal(input.getBytes(UTF_8)));
        assertEquals(Optional.empty(), tokens.verify(forged, START), alg);
      }
    }
  }

  @ParameterizedTest
  @EnumSource(TokenAlgorithm.class)
  void aSignatureOfAnyOtherShapeIsRefused(TokenAlgorithm algorithm) throws Exception {
    AdmissionKey key = key(algorithm);
    AdmissionTokens tokens = under(key);
    String token = signed(tokens);
    String input = token.substring(0, token.lastIndexOf('.'));
    byte[] good = key.sign(input.getBytes(UTF_8));
    List<byte[]> shapes = new ArrayList<>();
    for (int length : new int[] {0, 1, 32, 63, 64, 65, 70, 72, 96, 128, 255, 256, 257, 512}) {
      shapes.add(new byte[length]);
      byte[] ones = new byte[length];
      Arrays.fill(ones, (byte) 0xff);
      shapes.add(ones);
      if (length < good.length) {
        shapes.add(Arrays.copyOf(good, length));
      } else if (length > good.length) {
        shapes.add(Arrays.copyOf(good, length));
      }
    }
    byte[] changed = good.clone();
    for (int at = 0; at < good.length; at += 7) {
      changed[at] ^= 0x10;
      shapes.add(changed.clone());
      changed[at] ^= 0x10;
    }
    for (byte[] shape : shapes) {
      assertEquals(
          Optional.empty(), tokens.verify(input + "." + base64(shape), START), base64(shape));
    }
  }

  @Test
  void numbersOutsideTheCurveSignNothing() throws Exception {
    AdmissionKey key = key(TokenAlgorithm.ES256);
    AdmissionTokens tokens = under(key);
    String token = signed(tokens);
    String input = token.substring(0, token.lastIndexOf('.'));
    BigInteger order =
        new BigInteger("ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551", 16);
    List<BigInteger> numbers =
        List.of(BigInteger.ZERO, BigInteger.ONE, order, order.add(BigInteger.ONE));
    for (BigInteger r : numbers) {
      for (BigInteger s : numbers) {
        byte[] signature = new byte[64];
        place(r, signature, 32);
        place(s, signature, 64);
        assertEquals(
            Optional.empty(), tokens.verify(input + "." + base64(signature), START), r + " " + s);
      }
    }
  }

  private static void place(BigInteger number, byte[] into, int end) {
    byte[] bytes = number.toByteArray();
    for (int i = 1; i <= Math.min(32, bytes.length); i++) {
      into[end - i] = bytes[bytes.length - i];
    }
  }

  @Test
  void halvesOfDifferentKeysAreNoKey() throws Exception {
    for (TokenAlgorithm algorithm : TokenAlgorithm.values()) {
      JsonObject mine = new JsonObject(KeyText.made(algorithm));
      JsonObject other = new JsonObject(KeyText.made(algorithm));
      for (String member : List.of("x", "n")) {
        if (mine.containsKey(member)) {
          mine.put(member, other.getString(member));
        }
      }
      if (mine.containsKey("y")) {
        mine.put("y", other.getString("y"));
      }
      KeyText.UnreadableException refused =
          assertThrows(
              KeyText.UnreadableException.class,
              () -> assertEquals("", KeyText.read(mine.encode()).kid()));
      assertTrue(String.valueOf(refused.getMessage()).startsWith("malformed"));
    }
  }

  private static String head(String alg, String kid) {
    return base64(
        ("{\"alg\":\"" + alg + "\",\"typ\":\"hg-admission+jwt\",\"kid\":\"" + kid + "\"}")
            .getBytes(UTF_8));
  }

  private static String token(AdmissionKey key, String head, String payload)
      throws GeneralSecurityException {
    String input = head + "." + payload;
    return input + "." + base64(key.sign(input.getBytes(UTF_8)));
  }

  private static String base64(byte[] bytes) {
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }
}
