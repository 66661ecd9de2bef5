package dev.headgate.gateway.token;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.Base64;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class PlaceTicketsTest {
  private static final String DIGITS =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

  private final PlaceTickets tickets = new HmacPlaceTickets(key(1));

  @Test
  void aTicketSaysWhatWasWrittenInIt() {
    PlaceTicket first = tickets.newPlace("derby", 1764490000000L, 0, 0);
    PlaceTicket last = tickets.newPlace("a-1", Long.MAX_VALUE, 65_535, Integer.MAX_VALUE);
    assertEquals(Optional.of(first), tickets.read("derby", tickets.write(first)));
    assertEquals(Optional.of(last), tickets.read("a-1", tickets.write(last)));
    assertTrue(tickets.write(first).matches("hgp1\\.[A-Za-z0-9_-]{64}"));
  }

  @Test
  void everyPlaceHasANameOfItsOwn() {
    Set<String> names = new HashSet<>();
    for (int arrival = 0; arrival < 10_000; arrival++) {
      assertTrue(names.add(tickets.newPlace("derby", 1, 0, 7).placeId()));
    }
  }

  @Test
  void aTicketIsForItsEventAlone() {
    String ticket = tickets.write(tickets.newPlace("derby", 1, 0, 1));
    for (String other : new String[] {"derb", "derby2", "derby-2", "", "cup"}) {
      assertEquals(Optional.empty(), tickets.read(other, ticket), other);
    }
  }

  @Test
  void aTicketUnderAnotherKeyIsNotOurs() {
    PlaceTicket place = tickets.newPlace("derby", 1, 0, 1);
    String foreign = new HmacPlaceTickets(key(2)).write(place);
    assertNotEquals(foreign, tickets.write(place));
    assertEquals(Optional.empty(), tickets.read("derby", foreign));
  }

  @Test
  void anyChangedDigitSpoilsATicket() {
    String ticket = tickets.write(tickets.newPlace("derby", 1764490000000L, 3, 1234));
    for (int at = 0; at < ticket.length(); at++) {
      for (char digit : (DIGITS + "=+/ .").toCharArray()) {
        if (digit != ticket.charAt(at)) {
          String changed = ticket.substring(0, at) + digit + ticket.substring(at + 1);
          assertEquals(Optional.empty(), tickets.read("derby", changed), changed);
        }
      }
    }
  }

  @Test
  void whatIsNoTicketAtAllIsRefusedQuietly() {
    String ticket = tickets.write(tickets.newPlace("derby", 1, 0, 1));
    String[] foreign = {
      "",
      "hgp1.",
      "hgp1",
      "%%%",
      "hgp2" + ticket.substring(4),
      ticket + "A",
      ticket + "=",
      ticket.substring(0, ticket.length() - 1),
      " " + ticket,
      ticket + ".",
      "x".repeat(65_536),
      "hgp1." + "\u00e9".repeat(64),
      "hgp1." + "A".repeat(64),
    };
    for (String text : foreign) {
      assertEquals(Optional.empty(), tickets.read("derby", text), text);
    }
  }

  @Test
  void flagsAndKeyIdsThatNobodyWritesYetAreRefusedEvenWhenSigned() {
    byte[] record =
        Base64.getUrlDecoder()
            .decode(tickets.write(tickets.newPlace("derby", 1, 0, 1)).substring(5));
    for (int field = 0; field < 2; field++) {
      byte[] changed = Arrays.copyOf(record, 32);
      changed[field] ^= 2;
      byte[] signed = Arrays.copyOf(changed, 48);
      System.arraycopy(macOf(changed), 0, signed, 32, 16);
      String ticket = "hgp1." + Base64.getUrlEncoder().encodeToString(signed);
      assertEquals(Optional.empty(), tickets.read("derby", ticket));
    }
  }

  @Test
  void theMacIsHmacSha256OverTheRecordAndTheEventWithItsLength() {
    byte[] signed =
        Base64.getUrlDecoder()
            .decode(tickets.write(tickets.newPlace("derby", 1, 0, 1)).substring(5));
    byte[] record = Arrays.copyOf(signed, 32);
    assertTrue(Arrays.equals(macOf(record), Arrays.copyOfRange(signed, 32, 48)));
  }

  @Test
  void aPlaceThatIsNotOneOfOursIsNotSigned() {
    PlaceTicket shortName = new PlaceTicket("derby", 1, 0, 1, "AAAA");
    PlaceTicket farLane = new PlaceTicket("derby", 1, 65_536, 1, "A".repeat(22));
    assertThrows(IllegalArgumentException.class, () -> write(shortName));
    assertThrows(IllegalArgumentException.class, () -> write(farLane));
  }

  private void write(PlaceTicket place) {
    assertNotEquals("", tickets.write(place));
  }

  // docs/tokens.md, written out once more with nothing of ours.
  private static byte[] macOf(byte[] record) {
    byte[] context =
        "headgate-place-v1\0\0\0\0\5derby".getBytes(java.nio.charset.StandardCharsets.US_ASCII);
    byte[] message = Arrays.copyOf(record, record.length + context.length);
    System.arraycopy(context, 0, message, record.length, context.length);
    try {
      javax.crypto.Mac mac = javax.crypto.Mac.getInstance("HmacSHA256");
      mac.init(new javax.crypto.spec.SecretKeySpec(key(1), "HmacSHA256"));
      return Arrays.copyOf(mac.doFinal(message), 16);
    } catch (java.security.GeneralSecurityException e) {
      throw new AssertionError(e);
    }
  }

  static byte[] key(int seed) {
    byte[] key = new byte[32];
    Arrays.fill(key, (byte) seed);
    return key;
  }
}
