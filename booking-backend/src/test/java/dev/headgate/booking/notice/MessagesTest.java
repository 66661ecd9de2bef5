package dev.headgate.booking.notice;

import static dev.headgate.booking.notice.PostOffice.done;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.icegreen.greenmail.util.GreenMail;
import com.icegreen.greenmail.util.ServerSetup;
import dev.headgate.booking.config.ShopConfig;
import dev.headgate.booking.telemetry.ShopMetrics;
import jakarta.mail.BodyPart;
import jakarta.mail.Message;
import jakarta.mail.MessagingException;
import jakarta.mail.Multipart;
import jakarta.mail.Part;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.apache.pdfbox.Loader;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.apache.pdfbox.text.PDFTextStripper;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What the messages say, as a mail program reads them, and what they do not. */
class MessagesTest {
  private static final PostOffice OFFICE = new PostOffice();

  private final GreenMail mailbox = new GreenMail(new ServerSetup(0, "127.0.0.1", "smtp"));

  @BeforeEach
  void open() {
    mailbox.start();
    OFFICE.execute(
        "UPDATE outbox SET next_try_at = NULL, given_up_at = now()"
            + " WHERE next_try_at IS NOT NULL");
  }

  @AfterEach
  void close() {
    mailbox.stop();
  }

  @AfterAll
  static void closeOffice() {
    OFFICE.close();
  }

  private Message only() {
    Notices sender = OFFICE.sender(mailbox.getSmtp().getPort());
    done(sender.tick());
    assertEquals(1, mailbox.getReceivedMessages().length);
    return mailbox.getReceivedMessages()[0];
  }

  /** Every leaf of a message. */
  private static List<Part> parts(Part part) throws MessagingException, IOException {
    List<Part> leaves = new ArrayList<>();
    if (part.getContent() instanceof Multipart many) {
      for (int i = 0; i < many.getCount(); i++) {
        BodyPart each = many.getBodyPart(i);
        leaves.addAll(parts(each));
      }
    } else {
      leaves.add(part);
    }
    return leaves;
  }

  private static String content(Message mail, String type) throws MessagingException, IOException {
    for (Part part : parts(mail)) {
      if (part.isMimeType(type)) {
        return String.valueOf(part.getContent());
      }
    }
    throw new IllegalStateException("no part of type " + type);
  }

  @Test
  void ticketsAreAttachedAndSaidInTextAndHtml() throws MessagingException, IOException {
    String unused = OFFICE.letter("order-tickets", "tickets", "fan@example.org");
    Message mail = only();
    assertEquals("Your tickets: Derby", mail.getSubject());
    assertEquals("Tickets <tickets@shop.example>", mail.getFrom()[0].toString());
    assertArrayEquals(new String[] {"auto-generated"}, mail.getHeader("Auto-Submitted"));
    List<Part> parts = parts(mail);
    assertEquals(3, parts.size());
    for (String body : List.of(content(mail, "text/plain"), content(mail, "text/html"))) {
      for (String part :
          List.of(
              "Headgate Arena, Thursday 24 December 2026, 19:00 UTC",
              "Section B, Row AA, Seat 12: premium, 45.00 EUR",
              "https://tickets.example/orders/order-tickets?t=secret-key")) {
        assertTrue(body.contains(part), part + " is missing in " + body);
      }
    }
    Part attached = parts.get(2);
    assertEquals("tickets.pdf", attached.getFileName());
    assertTrue(attached.getContentType().startsWith("application/pdf"));
    try (PDDocument pdf = Loader.loadPDF(attached.getInputStream().readAllBytes())) {
      assertEquals(1, pdf.getNumberOfPages());
      assertTrue(new PDFTextStripper().getText(pdf).contains("ticket-of-order-tickets"));
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          payment_failed | Payment not made:               | 45.00 EUR for Derby | insufficient funds
          refund_due     | Your money is coming back:      | giving back 45.00   | has no tickets
          refunded       | Refund made:                    | given back 45.00    | has no tickets
          extra_charge   | Charged twice, and given back:  | more than once      | tickets stay good
          """)
  void everyKindHasItsWords(String kind, String subject, String one, String other)
      throws MessagingException, IOException {
    String unused = OFFICE.letter("order-" + kind, kind, "fan@example.org");
    Message mail = only();
    assertEquals(subject + " Derby", mail.getSubject());
    assertEquals(2, parts(mail).size());
    for (String body : List.of(content(mail, "text/plain"), content(mail, "text/html"))) {
      assertTrue(body.contains(one) && body.contains(other), body);
      assertTrue(body.contains("https://tickets.example/orders/order-" + kind), body);
    }
  }

  @Test
  void anAmountInTheDetailIsTheOneThatIsNamed() throws MessagingException, IOException {
    OFFICE.orders.put("twice", PostOffice.order("twice", "Derby", "confirmed"));
    OFFICE.insert("twice", "extra_charge", "email", "fan@example.org", "1234");
    assertTrue(content(only(), "text/plain").contains("12.34 EUR"));
  }

  @Test
  void aCodeIsInTheMailAndNotInItsSubject() throws MessagingException, IOException {
    OFFICE.insert("signin-mail", "code", "email", "fan@example.org", "654321");
    Message mail = only();
    assertEquals("Your sign-in code", mail.getSubject());
    String text = content(mail, "text/plain");
    assertTrue(text.contains("Your code is 123456.") && text.contains("10 minutes"), text);
  }

  @Test
  void aTitleCannotWriteHeadersOrMarkup() throws MessagingException, IOException {
    String title = "Derby\r\nBcc: evil@example.org\u2028\u0085X: y <script>alert('1')</script>&";
    OFFICE.orders.put("evil", PostOffice.order("evil", title, "refunded"));
    OFFICE.insert("evil", "refunded", "email", "fan@example.org", "");
    Message mail = only();
    assertNull(mail.getHeader("Bcc"));
    assertNull(mail.getHeader("X"));
    assertEquals(1, mail.getAllRecipients().length);
    assertFalse(mail.getSubject().contains("\n"));
    String html = content(mail, "text/html");
    assertFalse(html.toLowerCase(Locale.ROOT).contains("<script"), html);
    assertTrue(html.contains("&lt;script&gt;alert(&#39;1&#39;)&lt;/script&gt;&amp;"), html);
    assertFalse(content(mail, "text/plain").contains("\nBcc"));
  }

  @Test
  void lettersOfOtherScriptsArrive() throws MessagingException, IOException {
    String title = "Łódź – 東京 🎫";
    OFFICE.orders.put("world", PostOffice.order("world", title, "confirmed"));
    OFFICE.insert("world", "tickets", "email", "fan@bücher.example", "");
    Message mail = only();
    assertEquals("Your tickets: " + title, mail.getSubject());
    assertTrue(content(mail, "text/plain").contains(title));
    assertTrue(content(mail, "text/html").contains(title));
    assertEquals(
        "fan@xn--bcher-kva.example", mail.getRecipients(Message.RecipientType.TO)[0].toString());
  }

  @Test
  void aLongSubjectOfAnyLettersArrivesWhole() throws MessagingException {
    String title = "🎫é東a".repeat(30);
    OFFICE.orders.put("long", PostOffice.order("long", title, "refunded"));
    OFFICE.insert("long", "refunded", "email", "fan@example.org", "");
    Message mail = only();
    assertEquals("Refund made: " + title, mail.getSubject());
    for (String line : mail.getHeader("Subject")[0].lines().toList()) {
      assertTrue(line.length() <= 78, line);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "fan",
        "@example.org",
        "fan@",
        "fan@example.org\r\nRCPT TO:<evil@example.org>",
        "fan@example.org,evil@example.org",
        "fan@example.org evil@example.org",
        "<fan@example.org>",
        "Fan <fan@example.org>",
        "\"fan\"@example.org",
        "fan@exa mple.org",
        "fan@example..org",
        "fan..x@example.org",
        "fan\u0000@example.org",
      })
  void anAddressThatIsNoneOrSeveralIsGivenUpAtOnce(String recipient) {
    assertThrows(NeverException.class, () -> Address.email(recipient));
    if (recipient.contains("\u0000")) {
      // PostgreSQL itself refuses this one.
      return;
    }
    String subject = "bad" + recipient.hashCode();
    OFFICE.orders.put(subject, PostOffice.order(subject, "Derby", "refunded"));
    OFFICE.insert(subject, "refunded", "email", recipient, "");
    Notices sender = OFFICE.sender(mailbox.getSmtp().getPort());
    done(sender.tick());
    assertEquals(0, mailbox.getReceivedMessages().length);
    assertEquals(
        1,
        OFFICE.count("given_up_at IS NOT NULL AND tries = 1 AND subject_id = '" + subject + "'"));
  }

  @Test
  void theSendersAddressIsChecked() {
    ShopConfig.Mail broken =
        new ShopConfig.Mail("h", 25, "a@b.example\r\nBcc: x@y.example", null, null, "disabled");
    assertThrows(
        IllegalArgumentException.class,
        () -> new SmtpMailer(OFFICE.vertx, broken, "tickets.example"));
  }

  @Test
  void aMessageIdThatIsNoAtomBecomesOneAndAlwaysTheSame() throws MessagingException {
    OFFICE.orders.put("odd:id", PostOffice.order("odd:id", "Derby", "refunded"));
    OFFICE.insert("odd:id", "refunded", "email", "fan@example.org", "");
    String first = only().getHeader("Message-ID")[0];
    assertTrue(first.matches("<[0-9a-f-]{36}@tickets\\.example>"), first);
    OFFICE.execute(
        "UPDATE outbox SET sent_at = NULL, next_try_at = now() WHERE subject_id = 'odd:id'");
    Notices sender = OFFICE.sender(mailbox.getSmtp().getPort());
    done(sender.tick());
    assertEquals(first, mailbox.getReceivedMessages()[1].getHeader("Message-ID")[0]);
  }

  private String logged(boolean logCodes, String kind, String channel, String recipient) {
    OFFICE.logged.clear();
    String subject = kind + channel + recipient.hashCode() + logCodes;
    OFFICE.orders.put(subject, PostOffice.order(subject, "Derby", "confirmed"));
    OFFICE.insert(subject, kind, channel, recipient, "654321");
    Notices sender =
        OFFICE.sender(
            OFFICE.shared,
            new LogMailer(logCodes, OFFICE.logged::add),
            PostOffice.QUICK,
            settings -> logCodes ? settings.loggingCodes() : settings);
    done(sender.tick());
    assertEquals(1, OFFICE.count("sent_at IS NOT NULL AND subject_id = '" + subject + "'"));
    assertEquals(1, OFFICE.logged.size());
    String line = OFFICE.logged.get(0);
    assertFalse(line.contains("\n"), line);
    return line;
  }

  @ParameterizedTest
  @CsvSource({
    "code, sms, +4915112345678",
    "tickets, sms, +4915112345678",
    "code, email, fan@example.org",
    "tickets, email, fan@example.org",
  })
  void whatIsOnlyLoggedShowsNoSecretAndNoAddress(String kind, String channel, String recipient) {
    String line = logged(false, kind, channel, recipient);
    for (String secret :
        List.of("123456", "654321", "secret-key", "fan@", "example.org", "15112345")) {
      assertFalse(line.contains(secret), line);
    }
    assertTrue(line.contains(kind) && line.contains(channel), line);
  }

  @ParameterizedTest
  @CsvSource({"sms, +4915112345678", "email, fan@example.org"})
  void aDemonstrationShowsTheCodesInItsLog(String channel, String recipient) {
    String line = logged(true, "code", channel, recipient);
    assertTrue(line.contains("123456"), line);
    assertFalse(line.contains("fan@") || line.contains("15112345"), line);
    String other = logged(true, "tickets", channel, recipient);
    assertFalse(other.contains("secret-key"), other);
  }

  @Test
  void aNumberThatIsNoneIsGivenUp() {
    for (String number : List.of("", "123", "+49 151", "0151\n22", "call me")) {
      assertThrows(NeverException.class, () -> Address.phone(number));
    }
  }

  @Test
  void everyKindHasItsLineForAPhone() {
    Writer writer = new Writer(OFFICE.sources());
    for (String kind :
        List.of("tickets", "payment_failed", "refund_due", "refunded", "extra_charge")) {
      Due due = new Due("m", "o", kind, "sms", "+491511234567", "4500", 1, 0);
      String status = kind.equals("payment_failed") ? "failed" : "confirmed";
      String text = writer.textMessage(due, PostOffice.order("o", "Derby\nX", status));
      assertTrue(text.startsWith("Derby X: "), text);
      assertTrue(text.endsWith(" https://tickets.example/orders/o?t=secret-key"), text);
      assertTrue(text.length() <= 160, text.length() + " characters");
      assertFalse(text.contains("\n"), text);
    }
  }

  @Test
  void pausesDoubleUpToTheLongestAndAreSpread() {
    Pace pace = Pace.usual();
    assertEquals(10_000, pace.pauseMillis(1, false, 1));
    assertEquals(5_000, pace.pauseMillis(1, false, 0));
    assertEquals(40_000, pace.pauseMillis(3, false, 1));
    assertEquals(900_000, pace.pauseMillis(60, false, 1));
    assertEquals(80_000, pace.pauseMillis(1, true, 1));
    assertTrue(pace.lease().compareTo(pace.patience()) > 0);
  }

  @Test
  void theMetricsTellMessagesByChannel() {
    ShopMetrics metrics = new ShopMetrics();
    metrics.messageTried("email", "sent");
    metrics.messageTried("email", "sent");
    metrics.messageTried("sms", "given-up");
    metrics.showMessages("email", () -> 42);
    String scrape = metrics.scrape();
    for (String line :
        List.of(
            "headgate_messages_tried_total{channel=\"email\",outcome=\"sent\"} 2.0",
            "headgate_messages_tried_total{channel=\"sms\",outcome=\"given-up\"} 1.0",
            "headgate_messages_oldest_seconds{channel=\"email\"} 42.0")) {
      assertTrue(scrape.contains(line), line + " is missing in " + scrape);
    }
  }
}
