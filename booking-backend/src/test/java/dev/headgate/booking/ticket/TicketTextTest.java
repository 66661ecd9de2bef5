package dev.headgate.booking.ticket;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.headgate.booking.config.ShopConfig;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Base64;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The text of a ticket: what a gate believes, and what it does not. */
class TicketTextTest {
  private final Path folder;
  private final TicketKey key;
  private final Tickets tickets;

  TicketTextTest(@TempDir Path folder) {
    this.folder = folder;
    this.key = TicketKey.in(folder.resolve("tickets.key"));
    this.tickets = new SignedTickets(key);
  }

  private Tickets under(String file) {
    return Tickets.signedWith(new ShopConfig.Tickets(folder.resolve(file)));
  }

  @Test
  void aGateReadsWhatWasSigned() {
    SignedTicket read = TicketReader.read(tickets.text(Faces.plain()), key.known()).orElseThrow();
    assertEquals(
        new SignedTicket(
            "tkt_AAAAAAAAAAAAAAAAAAAAAA",
            "derby",
            "AA-12",
            "premium",
            Instant.parse("2026-11-30T10:15:30Z")),
        read);
  }

  @Test
  void thePublishedKeysAreEnoughToReadOne() {
    String published = tickets.publicKeys();
    assertEquals(
        "AA-12",
        TicketReader.knowing(published).read(tickets.text(Faces.plain())).orElseThrow().seat());
    assertFalse(published.contains("\"d\""), "the secret half is published");
    assertTrue(published.contains("\"alg\":\"EdDSA\""), published);
  }

  @Test
  void theSameTicketIsAlwaysTheSameText() {
    assertEquals(tickets.text(Faces.plain()), tickets.text(Faces.plain()));
    assertEquals(tickets.text(Faces.plain()), under("tickets.key").text(Faces.plain()));
    assertNotEquals(tickets.text(Faces.plain()), tickets.text(Faces.seat("t".repeat(22), "A-1")));
  }

  @Test
  void noChangedLetterIsBelieved() {
    String text = tickets.text(Faces.plain());
    for (int at = 0; at < text.length(); at++) {
      for (char other : new char[] {'A', 'B', '_', '.', '=', ' '}) {
        if (text.charAt(at) == other) {
          continue;
        }
        String changed = text.substring(0, at) + other + text.substring(at + 1);
        assertEquals(Optional.empty(), TicketReader.read(changed, key.known()), "letter " + at);
      }
    }
  }

  @Test
  void noChangedBitIsBelieved() {
    String text = tickets.text(Faces.plain());
    byte[] bytes = Base64.getUrlDecoder().decode(text.substring("hgt1.".length()));
    for (int bit = 0; bit < bytes.length * 8; bit++) {
      byte[] changed = bytes.clone();
      changed[bit / 8] ^= (byte) (1 << bit % 8);
      String written = "hgt1." + Base64.getUrlEncoder().withoutPadding().encodeToString(changed);
      assertEquals(Optional.empty(), TicketReader.read(written, key.known()), "bit " + bit);
    }
  }

  @Test
  void noPartOfATicketIsBelieved() {
    String text = tickets.text(Faces.plain());
    for (int length = 0; length < text.length(); length++) {
      assertEquals(Optional.empty(), TicketReader.read(text.substring(0, length), key.known()));
      assertEquals(Optional.empty(), TicketReader.read(text.substring(length + 1), key.known()));
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", " ", "hgt1.", "hgt1.AAAA", "hgs1.AAAA", "hgt1.ü", "https://x.example"})
  void nothingElseIsATicket(String text) {
    assertEquals(Optional.empty(), TicketReader.read(text, key.known()));
    assertEquals(Optional.empty(), TicketReader.knowing(tickets.publicKeys()).read(text));
  }

  @ParameterizedTest
  @ValueSource(strings = {"=", " ", "\n", "A", "AAAA"})
  void nothingMayFollowATicket(String more) {
    assertEquals(
        Optional.empty(), TicketReader.read(tickets.text(Faces.plain()) + more, key.known()));
  }

  @Test
  void anotherShopsTicketIsNotBelieved() {
    String text = under("other.key").text(Faces.plain());
    assertEquals(Optional.empty(), TicketReader.read(text, key.known()));
    assertEquals(Optional.empty(), TicketReader.knowing(tickets.publicKeys()).read(text));
  }

  @Test
  void whatTheKeySignedForSomethingElseIsNoTicket() {
    byte[] signed = SignedTicket.of(Faces.plain()).bytes(KeyId.of(key.known()));
    String forged = new TicketText(signed, key.signature(signed)).written();
    assertEquals(Optional.empty(), TicketReader.read(forged, key.known()));
  }

  @Test
  void aLongTicketTypeIsCutAndNeverInTheMiddleOfALetter() {
    TicketFace face = Faces.longest();
    assertEquals("a very long ticket type,", SignedTicket.of(face).ticketType());
    TicketFace umlauts =
        new TicketFace(
            face.ticketId(),
            "e",
            "",
            "",
            "",
            "A-1",
            "ermäßigt für Schüler",
            1,
            "eur",
            Faces.ISSUED,
            null);
    String type = TicketReader.read(tickets.text(umlauts), key.known()).orElseThrow().ticketType();
    assertEquals("ermäßigt für Schüler", type);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "{}", "{\"keys\":[]}", "[]", "{\"keys\":[{\"kty\":\"OKP\"}]}"})
  void keysThatAreNoneAreRefused(String jwks) {
    assertThrows(IllegalArgumentException.class, () -> TicketReader.knowing(jwks));
  }
}
