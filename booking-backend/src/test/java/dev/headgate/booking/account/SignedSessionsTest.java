package dev.headgate.booking.account;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.headgate.booking.account.ShopSessions.Holder;
import dev.headgate.booking.account.ShopSessions.Kind;
import dev.headgate.booking.account.ShopSessions.Session;
import dev.headgate.booking.config.ShopConfig;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A session says who somebody is and what is proven of them, and nobody else can say it. */
class SignedSessionsTest {
  private static final String KEY = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFE";
  private static final Instant NOW = Instant.parse("2026-12-01T10:00:00Z");

  @TempDir private Path folder;
  private ShopSessions sessions;
  private String customer;

  @BeforeEach
  void open() {
    sessions = under("a.key");
    customer = sessions.guest("somebody");
  }

  private ShopSessions under(String file) {
    return ShopSessions.signedWith(ShopConfig.Session.keptIn(folder.resolve(file)));
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void whatIsIssuedIsReadUntilItEnds(Kind kind) {
    remembers(Holder.of(customer, kind));
  }

  @Test
  void aGuestsKeyIsRememberedToo() {
    remembers(Holder.guest(customer, KEY));
  }

  private void remembers(Holder holder) {
    String text = sessions.issue(holder, NOW);
    Instant end = NOW.plus(Duration.ofDays(1));
    Session session = new Session(holder, end, text);
    assertEquals(session, sessions.read(List.of("junk", text), NOW));
    assertEquals(session, under("a.key").read(List.of(text), end.minusSeconds(1)));
    assertNull(sessions.read(List.of(text), end));
    assertNull(under("b.key").read(List.of(text), NOW));
  }

  @Test
  void onlyGuestsHaveKeys() {
    for (Kind kind : List.of(Kind.ACCOUNT, Kind.PHONE)) {
      assertThrows(IllegalArgumentException.class, () -> new Holder(customer, kind, KEY));
    }
  }

  @Test
  void noSessionShowsItsTextInALog() {
    String text = sessions.issue(Holder.guest(customer, KEY), NOW);
    assertFalse(String.valueOf(sessions.read(List.of(text), NOW)).contains(text));
  }

  @Test
  void aGuestCannotWriteAnotherKindOrCustomerOrEnd() {
    cannotBeChanged(sessions.issue(Holder.of(customer, Kind.GUEST), NOW));
  }

  @Test
  void aGuestCannotGetRidOfTheKeyOrWriteAnother() {
    String text = sessions.issue(Holder.guest(customer, KEY), NOW);
    cannotBeChanged(text);
    byte[] record = Base64.getUrlDecoder().decode(text.substring("hgs1.".length()));
    byte[] without = new byte[record.length - 32];
    System.arraycopy(record, 0, without, 0, 25);
    System.arraycopy(record, 57, without, 25, 32);
    for (byte kind = 0; kind < 8; kind++) {
      without[0] = kind;
      String sent = "hgs1." + Base64.getUrlEncoder().withoutPadding().encodeToString(without);
      assertNull(sessions.read(List.of(sent), NOW), "kind " + kind);
    }
  }

  private void cannotBeChanged(String text) {
    byte[] record = Base64.getUrlDecoder().decode(text.substring("hgs1.".length()));
    for (int at = 0; at < record.length; at++) {
      for (int bit = 0; bit < 8; bit++) {
        byte[] touched = record.clone();
        touched[at] ^= (byte) (1 << bit);
        String sent = "hgs1." + Base64.getUrlEncoder().withoutPadding().encodeToString(touched);
        assertNull(sessions.read(List.of(sent), NOW), "byte " + at + ", bit " + bit);
      }
    }
    assertNull(sessions.read(List.of(text.replace("hgs1.", "hgs2.")), NOW));
    assertNull(sessions.read(List.of(text.substring(0, text.length() - 1)), NOW));
    assertNull(sessions.read(List.of(text + "A"), NOW));
    char last = text.charAt(text.length() - 1);
    for (char digit :
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_=".toCharArray()) {
      String sent = text.substring(0, text.length() - 1) + digit;
      assertEquals(digit == last, sessions.read(List.of(sent), NOW) != null, sent);
    }
    assertNull(sessions.read(List.of(), NOW));
  }
}
