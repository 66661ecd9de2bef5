package dev.headgate.booking.account;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a code can be sent to, and how it is written down. */
class AddressTest {
  private static String text(Optional<Address> address) {
    return address.map(Address::text).orElse("none");
  }

  @ParameterizedTest
  @CsvSource({
    "fan@example.com, fan@example.com",
    "Fan.Of+Derby@Example.COM, fan.of+derby@example.com",
    "a@b.co, a@b.co",
    "o'hara!#$%&*/=?^_`{|}~-x@mail-1.example.org, o'hara!#$%&*/=?^_`{|}~-x@mail-1.example.org",
    "fan@xn--bcher-kva.example, fan@xn--bcher-kva.example",
    "fan@1.2.3.example, fan@1.2.3.example",
  })
  void anEmailAddressIsKeptInSmallLetters(String written, String kept) {
    assertEquals(kept, text(Address.email(written)));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "@",
        "fan",
        "fan@",
        "@example.com",
        "fan@example",
        "fan@@example.com",
        "fan@a@example.com",
        " fan@example.com",
        "fan@example.com ",
        "fan@example.com\n",
        "fan@example.com\r\nBcc: all@example.com",
        "fan\u0000@example.com",
        "fan\t@example.com",
        "fan@exam ple.com",
        ".fan@example.com",
        "fan.@example.com",
        "f..n@example.com",
        "fan@.example.com",
        "fan@example..com",
        "fan@example.com.",
        "fan@-example.com",
        "fan@example-.com",
        "fan@127.0.0.1",
        "fan@[127.0.0.1]",
        "\"fan\"@example.com",
        "Fan <fan@example.com>",
        "fan@example.com,all@example.com",
        "f\u00e4n@example.com",
        "fan@ex\u0430mple.com",
        "fan\u200b@example.com",
      })
  void whatIsNoEmailAddressIsRefused(String written) {
    assertEquals("none", text(Address.email(written)));
  }

  @Test
  void anEmailAddressHasTheLengthsOfTheStandard() {
    String label = "a".repeat(63);
    assertTrue(Address.email("a".repeat(64) + "@example.com").isPresent());
    assertFalse(Address.email("a".repeat(65) + "@example.com").isPresent());
    assertTrue(Address.email("a@" + label + ".com").isPresent());
    assertFalse(Address.email("a@" + label + "a.com").isPresent());
    String longest = "@" + label + "." + label + "." + label + ".com";
    assertTrue(Address.email("a".repeat(254 - longest.length()) + longest).isPresent());
    assertFalse(Address.email("a".repeat(255 - longest.length()) + longest).isPresent());
    assertFalse(Address.email("a.".repeat(30_000) + "@example.com").isPresent());
  }

  @ParameterizedTest
  @CsvSource({
    "+4915112345678, +4915112345678",
    "+49 151 12345678, +4915112345678",
    "+49 (151) 123-456.78, +4915112345678",
    "+12125550123, +12125550123",
    "+442071838750, +442071838750",
    "+39 06 6982, +39066982",
  })
  void aPhoneNumberIsKeptInItsInternationalForm(String written, String kept) {
    assertEquals(kept, text(Address.phone(written)));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "+",
        "+49",
        "015112345678",
        "004915112345678",
        "4915112345678",
        "++4915112345678",
        "+4915112345678x5",
        "+4915112345678;ext=5",
        "tel:+4915112345678",
        " +4915112345678",
        "+4915112345678\n",
        "+49151123456\u0000",
        "+\u0664\u0669151123456789",
        "+99912345678",
        "+1212555",
        "+49900123456",
        "+19002345678",
        "+448001111",
        "+0000000000",
        "+111111111111111111111111111111111111",
      })
  void whatCannotBeTextedToIsRefused(String written) {
    assertEquals("none", text(Address.phone(written)));
  }

  @Test
  void anAddressIsNotInItsOwnText() {
    assertFalse(String.valueOf(Address.email("fan@example.com")).contains("fan"));
    assertFalse(new Account("c", "fan@example.com", "+491").toString().contains("fan"));
  }
}
