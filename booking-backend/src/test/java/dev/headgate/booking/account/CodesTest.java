package dev.headgate.booking.account;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.headgate.booking.config.ShopConfig;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Codes, and the two forms in which a row has one. */
class CodesTest {
  @TempDir private Path folder;
  private Codes codes;

  @BeforeEach
  void open() {
    codes = under("a.key");
  }

  private Codes under(String file) {
    return Codes.under(ShopConfig.Session.keptIn(folder.resolve(file)));
  }

  @Test
  void aCodeIsSixDigitsAndHardlyEverTheSame() {
    Set<String> seen = new HashSet<>();
    Set<Character> first = new HashSet<>();
    for (int i = 0; i < 2_000; i++) {
      String code = codes.fresh();
      assertTrue(code.matches("[0-9]{6}"), "not six digits");
      seen.add(code);
      first.add(code.charAt(0));
    }
    // Of 2,000 out of a million, two pairs are expected to be twins.
    assertTrue(seen.size() > 1_950, seen.size() + " of 2000");
    assertEquals(10, first.size(), "a first digit that never comes");
  }

  @Test
  void aSealedCodeIsOpenedUnderTheSameKeyOnly() {
    String sealed = codes.seal("012345");
    assertEquals("012345", codes.open(sealed));
    assertEquals("012345", under("a.key").open(sealed));
    assertNotEquals(sealed, codes.seal("012345"));
    assertFalse(sealed.contains("012345"));
    Codes others = under("b.key");
    assertThrows(IllegalArgumentException.class, () -> others.open(sealed));
  }

  @Test
  void aSealThatWasTouchedIsNotOpened() {
    String sealed = codes.seal("012345");
    for (int at = 0; at < sealed.length() - 1; at++) {
      char other = sealed.charAt(at) == 'A' ? 'B' : 'A';
      String touched = sealed.substring(0, at) + other + sealed.substring(at + 1);
      assertThrows(IllegalArgumentException.class, () -> codes.open(touched), "at " + at);
    }
    for (String broken : new String[] {"", "A", "%%%", sealed.substring(0, 20), sealed + "AAAA"}) {
      assertThrows(IllegalArgumentException.class, () -> codes.open(broken));
    }
  }

  @Test
  void aHashFitsItsOwnSignInAndCodeOnly() {
    String hash = codes.hash("one", "123456");
    assertTrue(codes.fits(hash, "one", "123456"));
    assertFalse(codes.fits(hash, "one", "123457"));
    assertFalse(codes.fits(hash, "two", "123456"));
    assertFalse(under("b.key").fits(hash, "one", "123456"));
    assertFalse(codes.fits("", "one", "123456"));
  }
}
