package dev.headgate.gateway.token;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.vertx.core.Vertx;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.function.IntFunction;
import org.junit.jupiter.api.Test;

/**
 * What looking at a token costs one thread, by what is wrong with it. Not a test: it prints, and
 * runs only when it is asked for by its name.
 */
class TokenCosts {
  private static final long START = 1_764_490_000;
  private static final int ROUNDS = 3;

  private final Vertx vertx = Vertx.vertx();
  private final Random random = new Random(1);
  private boolean printing;

  @Test
  void print() throws Exception {
    System.out.println("microseconds on one thread, the median of " + ROUNDS + " rounds");
    // The first time round warms up.
    for (boolean warm : new boolean[] {false, true}) {
      printing = warm;
      for (TokenAlgorithm algorithm : TokenAlgorithm.values()) {
        costs(algorithm);
      }
    }
    vertx.close().await();
  }

  private void costs(TokenAlgorithm algorithm) throws Exception {
    AdmissionKey key = KeyText.read(KeyText.made(algorithm));
    JwtAdmissionTokens tokens =
        new JwtAdmissionTokens(
            vertx,
            "https://tickets.example",
            new SessionIds(PlaceTicketsTest.key(1)),
            new AdmissionKeys(List.of(key)));
    String token =
        tokens
            .sign(new Admission("derby", 1, 0, 7, "AAECAwQFBgcICQoLDA0ODw", START, START + 600))
            .await();
    String[] part = token.split("\\.", -1);
    byte[] input = (part[0] + "." + part[1]).getBytes(UTF_8);
    String stranger =
        text(new String(Base64.getUrlDecoder().decode(part[1]), UTF_8).replace(".0.7.", ".0.8."));
    line(algorithm, "signed", 200, i -> i, i -> signed(key, input));
    byte[] signature = key.sign(input);
    line(algorithm, "a good signature", 500, i -> signature, i -> key.verifies(input, signature));
    line(algorithm, "known, valid", 100_000, i -> token, i -> tokens.verify(token, START));
    String lead = part[0] + "." + part[1] + ".";
    line(
        algorithm,
        "ours but for a random signature",
        500,
        i -> lead + randomSignature(part[2]),
        each -> tokens.verify((String) each, START));
    line(
        algorithm,
        "claims without our MAC, random signature",
        20_000,
        i -> part[0] + "." + stranger + "." + randomSignature(part[2]),
        each -> tokens.verify((String) each, START));
    line(
        algorithm,
        "random claims under our head",
        20_000,
        i -> part[0] + "." + randomSignature(part[1]) + "." + part[2],
        each -> tokens.verify((String) each, START));
    line(
        algorithm,
        "a random key id",
        50_000,
        i -> randomSignature(part[0]) + "." + part[1] + "." + part[2],
        each -> tokens.verify((String) each, START));
  }

  private static byte[] signed(AdmissionKey key, byte[] input) {
    try {
      return key.sign(input);
    } catch (java.security.GeneralSecurityException e) {
      throw new AssertionError(e);
    }
  }

  private void line(
      TokenAlgorithm algorithm,
      String what,
      int times,
      IntFunction<Object> make,
      java.util.function.Function<Object, Object> look) {
    List<Double> rounds = new ArrayList<>();
    int seen = 0;
    for (int round = 0; round <= ROUNDS; round++) {
      Object[] made = new Object[times];
      for (int i = 0; i < times; i++) {
        made[i] = make.apply(i);
      }
      long before = System.nanoTime();
      for (Object each : made) {
        seen += look.apply(each).hashCode() & 1;
      }
      // The first one warms up.
      if (round > 0) {
        rounds.add((System.nanoTime() - before) / 1_000.0 / times);
      }
    }
    rounds.sort(null);
    if (!printing) {
      return;
    }
    System.out.printf(
        Locale.ROOT,
        "%s %-42s %9.2f%s%n",
        algorithm,
        what,
        rounds.get(ROUNDS / 2),
        seen < 0 ? "!" : "");
  }

  private String randomSignature(String like) {
    byte[] bytes = Base64.getUrlDecoder().decode(like);
    random.nextBytes(bytes);
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }

  private static String text(String claims) {
    return Base64.getUrlEncoder().withoutPadding().encodeToString(claims.getBytes(UTF_8));
  }
}
