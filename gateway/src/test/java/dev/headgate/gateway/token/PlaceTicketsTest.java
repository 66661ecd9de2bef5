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

  private static final Base64.Encoder ENCODER = Base64.getUrlEncoder().withoutPadding();

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
  void aTicketMayNameTheKeyItTakesAndIsLongerByItsThumbprint() {
    String thumbprint = ENCODER.encodeToString(key(7));
    PlaceTicket place = tickets.newPlace("derby", 1764490000000L, 3, 1234);
    PlaceTicket bound = place.boundTo(thumbprint);
    assertEquals(thumbprint, bound.keyThumbprint());
    String ticket = tickets.write(bound);
    assertTrue(ticket.matches("hgp1\\.[A-Za-z0-9_-]{107}"), ticket);
    assertEquals(Optional.of(bound), tickets.read("derby", ticket));
    byte[] bytes = Base64.getUrlDecoder().decode(ticket.substring(5));
    byte[] plain = Base64.getUrlDecoder().decode(tickets.write(place).substring(5));
    plain[1] = 1;
    assertTrue(Arrays.equals(plain, 0, 32, bytes, 0, 32), "the same record under flag 1");
    assertTrue(Arrays.equals(key(7), Arrays.copyOfRange(bytes, 32, 64)), "then the thumbprint");
    assertTrue(Arrays.equals(macOf(Arrays.copyOf(bytes, 64)), Arrays.copyOfRange(bytes, 64, 80)));
  }

  @Test
  void aKeyCanBeNeitherTakenOutOfATicketNorPutIntoOne() {
    PlaceTicket place = tickets.newPlace("derby", 1, 0, 1);
    byte[] bound = bytes(tickets.write(place.boundTo(ENCODER.encodeToString(key(7)))));
    byte[] plain = bytes(tickets.write(place));
    byte[] shorter = Arrays.copyOf(bound, 48);
    System.arraycopy(bound, 64, shorter, 32, 16);
    byte[] longer = Arrays.copyOf(plain, 80);
    System.arraycopy(plain, 32, longer, 64, 16);
    byte[] flagged = plain.clone();
    flagged[1] = 1;
    byte[] unflagged = bound.clone();
    unflagged[1] = 0;
    for (byte[] forged : new byte[][] {shorter, longer, flagged, unflagged}) {
      assertEquals(
          Optional.empty(), tickets.read("derby", "hgp1." + ENCODER.encodeToString(forged)));
    }
  }

  @Test
  void lengthAndFlagAgreeEvenWhenSigned() {
    byte[] plain = Arrays.copyOf(bytes(tickets.write(tickets.newPlace("derby", 1, 0, 1))), 32);
    byte[] bound = Arrays.copyOf(plain, 64);
    plain[1] = 1;
    for (byte[] record : new byte[][] {plain, bound}) {
      byte[] signed = Arrays.copyOf(record, record.length + 16);
      System.arraycopy(macOf(record), 0, signed, record.length, 16);
      assertEquals(
          Optional.empty(), tickets.read("derby", "hgp1." + ENCODER.encodeToString(signed)));
    }
  }

  private static byte[] bytes(String ticket) {
    return Base64.getUrlDecoder().decode(ticket.substring(5));
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
    PlaceTicket sound = tickets.newPlace("derby", 1, 0, 1);
    for (String key : new String[] {"", "A", "A".repeat(42), "A".repeat(44), "=".repeat(43)}) {
      assertThrows(IllegalArgumentException.class, () -> write(sound.boundTo(key)), key);
    }
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
