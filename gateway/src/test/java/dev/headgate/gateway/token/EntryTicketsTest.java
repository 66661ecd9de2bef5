package dev.headgate.gateway.token;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.time.Instant;
import java.util.Arrays;
import java.util.Base64;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class EntryTicketsTest {
  private static final String DIGITS =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
  private static final Instant NOW = Instant.parse("2026-12-01T10:00:00Z");

  private final EntryTickets entries = new HmacEntryTickets(PlaceTicketsTest.key(1));

  private Optional<EntryTicket> read(String ticket) {
    return entries.read("derby", ticket, NOW);
  }

  @Test
  void anEntrySaysWhichLaneItIsFor() {
    for (int lane : new int[] {1, 2, 300, 65_535}) {
      String ticket = entries.mint("derby", lane, null);
      assertTrue(ticket.matches("hge1\\.[A-Za-z0-9_-]{58}"), ticket);
      EntryTicket entry = read(ticket).orElseThrow();
      assertEquals("derby", entry.event());
      assertEquals(lane, entry.lane());
      assertTrue(entry.id().matches("[A-Za-z0-9_-]{22}"));
    }
  }

  @Test
  void everyEntryIsAnother() {
    Set<String> ids = new HashSet<>();
    for (int i = 0; i < 10_000; i++) {
      assertTrue(ids.add(read(entries.mint("derby", 1, null)).orElseThrow().id()));
    }
  }

  @Test
  void anEntryEndsAtItsSecondAndOneWithoutAnEndNever() {
    String ticket = entries.mint("derby", 1, NOW.plusSeconds(60).plusMillis(900));
    assertTrue(entries.read("derby", ticket, NOW.plusSeconds(60).minusNanos(1)).isPresent());
    assertEquals(Optional.empty(), entries.read("derby", ticket, NOW.plusSeconds(60)));
    String lasting = entries.mint("derby", 1, null);
    assertTrue(entries.read("derby", lasting, Instant.ofEpochSecond(1L << 40)).isPresent());
  }

  @Test
  void anEntryIsForItsEventAlone() {
    String ticket = entries.mint("derby", 1, null);
    for (String other : new String[] {"derb", "derby2", "derby-2", "", "cup"}) {
      assertEquals(Optional.empty(), entries.read(other, ticket, NOW), other);
    }
  }

  @Test
  void anyChangedDigitSpoilsAnEntry() {
    String ticket = entries.mint("derby", 3, NOW.plusSeconds(60));
    for (int at = 0; at < ticket.length(); at++) {
      for (char digit : (DIGITS + "=+/ .").toCharArray()) {
        if (digit != ticket.charAt(at)) {
          String changed = ticket.substring(0, at) + digit + ticket.substring(at + 1);
          assertEquals(Optional.empty(), read(changed), changed);
        }
      }
    }
  }

  @Test
  void whatIsNoEntryAtAllIsRefusedQuietly() {
    String ticket = entries.mint("derby", 1, null);
    PlaceTickets places = new HmacPlaceTickets(PlaceTicketsTest.key(1));
    String[] foreign = {
      "",
      "hge1.",
      ticket + "A",
      ticket + "=",
      " " + ticket,
      ticket.substring(0, ticket.length() - 1),
      "hge1." + "A".repeat(58),
      "hge1." + "\u00e9".repeat(58),
      "x".repeat(65_536),
      places.write(places.newPlace("derby", 1, 1, 1)),
      new HmacEntryTickets(PlaceTicketsTest.key(2)).mint("derby", 1, null),
    };
    for (String text : foreign) {
      assertEquals(Optional.empty(), read(text), text);
    }
  }

  @Test
  void anEntryIsNoPlaceTicket() {
    PlaceTickets places = new HmacPlaceTickets(PlaceTicketsTest.key(1));
    assertEquals(Optional.empty(), places.read("derby", entries.mint("derby", 1, null)));
  }

  @Test
  void oneEntryIsOnePlaceInOneLifeOfTheEvent() {
    EntryTicket entry = read(entries.mint("derby", 2, null)).orElseThrow();
    PlaceTicket place = entries.place(entry, 7, 40);
    assertEquals(place, entries.place(entry, 7, 40));
    assertEquals(place, new HmacEntryTickets(PlaceTicketsTest.key(1)).place(entry, 7, 40));
    assertEquals(
        new PlaceTicket("derby", 7, 2, 40, place.placeId()), place, "lane and arrival are told");
    Set<String> names = new HashSet<>();
    names.add(place.placeId());
    names.add(entries.place(entry, 8, 40).placeId());
    names.add(entries.place(new EntryTicket("derby", 3, entry.id()), 7, 40).placeId());
    names.add(entries.place(new EntryTicket("derby2", 2, entry.id()), 7, 40).placeId());
    EntryTicket other = read(entries.mint("derby", 2, null)).orElseThrow();
    names.add(entries.place(other, 7, 40).placeId());
    assertEquals(5, names.size());
    assertNotEquals(entry.id(), place.placeId());
  }

  @Test
  void thePlaceOfAnEntryIsWrittenAsAnyOther() {
    PlaceTickets places = new HmacPlaceTickets(PlaceTicketsTest.key(1));
    EntryTicket entry = read(entries.mint("derby", 2, null)).orElseThrow();
    PlaceTicket place = entries.place(entry, 7, 40);
    assertEquals(Optional.of(place), places.read("derby", places.write(place)));
  }

  @Test
  void thereIsNoEntryForTheGeneralLaneNorForTheDistantPast() {
    assertThrows(IllegalArgumentException.class, () -> mint(0, null));
    assertThrows(IllegalArgumentException.class, () -> mint(-1, null));
    assertThrows(IllegalArgumentException.class, () -> mint(65_536, null));
    assertThrows(IllegalArgumentException.class, () -> mint(1, Instant.EPOCH));
    assertThrows(IllegalArgumentException.class, () -> mint(1, Instant.MIN));
  }

  private void mint(int lane, @Nullable Instant expires) {
    assertNotEquals("", entries.mint("derby", lane, expires));
  }

  // docs/tokens.md, written out once more with nothing of ours.
  @Test
  void theMacIsMadeUnderAKeyOfItsOwnOverTheRecordAndTheEvent() throws Exception {
    byte[] sealed =
        Base64.getUrlDecoder()
            .decode(entries.mint("derby", 258, Instant.ofEpochSecond(5)).substring(5));
    byte[] head = {1, 1, 2, 0, 0, 0, 0, 0, 0, 0, 5};
    assertArrayEquals(head, Arrays.copyOf(sealed, head.length));
    byte[] context = "headgate-entry-v1\0\0\0\0\5derby".getBytes(UTF_8);
    byte[] message =
        ByteBuffer.allocate(27 + context.length).put(sealed, 0, 27).put(context).array();
    byte[] key = hmac(PlaceTicketsTest.key(1), "headgate-entry-v1".getBytes(UTF_8));
    assertArrayEquals(Arrays.copyOf(hmac(key, message), 16), Arrays.copyOfRange(sealed, 27, 43));
  }

  private static byte[] hmac(byte[] key, byte[] message) throws GeneralSecurityException {
    Mac mac = Mac.getInstance("HmacSHA256");
    mac.init(new SecretKeySpec(key, "HmacSHA256"));
    return mac.doFinal(message);
  }
}
