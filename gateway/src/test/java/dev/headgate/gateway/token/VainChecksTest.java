package dev.headgate.gateway.token;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.github.benmanes.caffeine.cache.Ticker;
import io.vertx.core.Vertx;
import java.nio.file.Path;
import java.util.Base64;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class VainChecksTest {
  private static final long START = 1_764_490_000;
  private static final String PLACE = "AAECAwQFBgcICQoLDA0ODw";

  @TempDir static Path keys;
  private static Vertx vertx;

  @BeforeAll
  static void open() {
    vertx = Vertx.vertx();
  }

  @AfterAll
  static void close() {
    vertx.close().await();
  }

  private static Admission session(int position) {
    return new Admission("derby", 1, 0, position, PLACE, START, START + 600);
  }

  @Test
  void aSessionHasSoManyInAStretchOfTimeAndOthersDoNotPay() {
    AtomicLong nanos = new AtomicLong(1);
    VainChecks vain = new VainChecks(nanos::get);
    for (int stretch = 0; stretch < 3; stretch++) {
      for (int i = 0; i < VainChecks.MOST; i++) {
        assertTrue(vain.allow(session(7)));
        vain.failed(session(7).lasting(START + i, START + 700 + i));
        nanos.addAndGet(VainChecks.STRETCH.toNanos() / VainChecks.MOST / 2);
      }
      assertFalse(vain.allow(session(7)));
      assertTrue(vain.allow(session(8)));
      assertTrue(vain.allow(new Admission("cup", 1, 0, 7, PLACE, START, START + 600)));
      nanos.addAndGet(VainChecks.STRETCH.toNanos());
    }
    assertTrue(new VainChecks(Ticker.systemTicker()).allow(session(7)));
  }

  @Test
  void whoVariesASignatureWithoutEndIsSoonNotLookedAtAndNobodyElseNotices() {
    AdmissionTokens tokens =
        Keys.open(keys, true).admissionTokens(vertx, "https://tickets.example");
    String known = tokens.sign(session(7)).await();
    String renewed = tokens.sign(session(7).lasting(START, START + 900)).await();
    String other = tokens.sign(session(8)).await();
    assertEquals(Optional.of(session(7)), tokens.verify(known, START));
    // One that is no good, a hundred times: that is one check.
    String stale = forged(known, 0);
    for (int i = 0; i < 100; i++) {
      assertEquals(Optional.empty(), tokens.verify(stale, START));
    }
    assertTrue(tokens.verify(renewed, START).isPresent());
    for (int i = 1; i < 1_000; i++) {
      assertEquals(Optional.empty(), tokens.verify(forged(known, i), START));
    }
    assertEquals(Optional.of(session(7)), tokens.verify(known, START));
    assertTrue(tokens.verify(renewed, START).isPresent());
    assertEquals(Optional.of(session(8)), tokens.verify(other, START));
    String unseen = tokens.sign(session(7).lasting(START, START + 901)).await();
    assertEquals(Optional.empty(), tokens.verify(unseen, START));
  }

  private static String forged(String token, int number) {
    int signature = token.lastIndexOf('.') + 1;
    byte[] bytes = Base64.getUrlDecoder().decode(token.substring(signature));
    bytes[bytes.length - 1] ^= 1;
    bytes[bytes.length - 2] ^= (byte) number;
    bytes[bytes.length - 3] ^= (byte) (number >> 8);
    return token.substring(0, signature)
        + Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }
}
