package dev.headgate.booking.notice;

import static dev.headgate.booking.notice.PostOffice.done;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.icegreen.greenmail.util.GreenMail;
import com.icegreen.greenmail.util.ServerSetup;
import dev.headgate.booking.FreePort;
import dev.headgate.booking.config.ShopConfig;
import dev.headgate.booking.store.Database;
import dev.headgate.booking.ticket.TicketFace;
import dev.headgate.booking.ticket.Tickets;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import jakarta.mail.Message;
import jakarta.mail.MessagingException;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Each message goes out at least once, and twice only when nobody could know. */
class OutboxTest {
  private final PostOffice office = new PostOffice();
  private final ScriptedSmtp scripted = new ScriptedSmtp();
  private final GreenMail mailbox = new GreenMail(new ServerSetup(0, "127.0.0.1", "smtp"));

  @BeforeEach
  void open() {
    mailbox.start();
  }

  @AfterEach
  void close() {
    office.close();
    scripted.close();
    mailbox.stop();
  }

  private int port() {
    return mailbox.getSmtp().getPort();
  }

  /** Ticks until everything has been sent or given up. */
  private void tickUntilQuiet(Notices... senders) {
    await()
        .atMost(Duration.ofSeconds(60))
        .until(
            () -> {
              for (Notices sender : senders) {
                done(sender.tick());
              }
              return office.count("next_try_at IS NOT NULL") == 0;
            });
  }

  private static String messageId(Message mail) {
    try {
      return mail.getHeader("Message-ID")[0];
    } catch (MessagingException unreadable) {
      throw new IllegalStateException(unreadable);
    }
  }

  private static String messageId(String text) {
    return text.lines()
        .filter(line -> line.startsWith("Message-ID:"))
        .findFirst()
        .orElseThrow()
        .substring("Message-ID:".length())
        .strip();
  }

  @Test
  void oneRowIsOneMailUnderTheIdOfItsRow() {
    String messageId = office.letter("order1", "tickets", "fan@example.org");
    Notices sender = office.sender(port());
    done(sender.tick());
    done(sender.tick());
    assertEquals(1, mailbox.getReceivedMessages().length);
    assertEquals(
        "<" + messageId + "@tickets.example>", messageId(mailbox.getReceivedMessages()[0]));
    assertEquals(1, office.count("sent_at IS NOT NULL AND tries = 1 AND last_error IS NULL"));
    assertEquals(1, office.counter("email", "sent").get());
  }

  @Test
  void aMailServerThatWasDownGetsTheMailOnceItIsUp() {
    int port = FreePort.next();
    String unused = office.letter("order1", "tickets", "fan@example.org");
    Notices sender = office.sender(port);
    await()
        .until(
            () -> {
              done(sender.tick());
              return office.count("tries >= 3 AND sent_at IS NULL AND last_error <> ''") == 1;
            });
    GreenMail up = new GreenMail(new ServerSetup(port, "127.0.0.1", "smtp"));
    up.start();
    try {
      tickUntilQuiet(sender);
      assertEquals(1, up.getReceivedMessages().length);
      assertEquals(1, office.count("sent_at IS NOT NULL"));
    } finally {
      up.stop();
    }
  }

  @Test
  void whoDiesBetweenSendingAndMarkingMakesItGoOutAgainUnderTheSameId() {
    String unused = office.letter("order1", "tickets", "fan@example.org");
    Database dying = office.database();
    AtomicBoolean isFirst = new AtomicBoolean(true);
    scripted.beforeAcknowledging =
        (recipient, text) -> {
          if (isFirst.getAndSet(false)) {
            done(dying.close());
          }
        };
    Pace shortLease =
        new Pace(
            4,
            Duration.ofSeconds(20),
            Duration.ofMillis(500),
            Duration.ofMillis(20),
            Duration.ofMillis(100),
            3);
    Future<Void> lastWords = office.sender(dying, scripted.port(), shortLease).tick();
    await().until(() -> !isFirst.get());
    tickUntilQuiet(office.sender(scripted.port()));
    done(lastWords);
    assertEquals(2, scripted.accepted.size());
    assertEquals(1, Set.copyOf(scripted.accepted.stream().map(t -> messageId(t)).toList()).size());
    assertEquals(1, office.count("sent_at IS NOT NULL AND tries = 2"));
  }

  @Test
  void whoDiesBeforeSendingLosesNothing() {
    String unused = office.letter("order1", "tickets", "fan@example.org");
    Outbox dying = new Outbox(office.vertx, office.database());
    assertEquals(1, done(dying.take("email", false, 10, Duration.ofMillis(300))).size());
    tickUntilQuiet(office.sender(port()));
    assertEquals(1, mailbox.getReceivedMessages().length);
  }

  @Test
  void whatOneHasTakenNobodyElseTakesBeforeItsLeaseIsOver() {
    String unused = office.letter("order1", "tickets", "fan@example.org");
    Outbox one = new Outbox(office.vertx, office.database());
    Outbox other = new Outbox(office.vertx, office.database());
    assertEquals(1, done(one.take("email", false, 10, Duration.ofHours(1))).size());
    assertEquals(List.of(), done(other.take("email", false, 10, Duration.ofHours(1))));
    assertEquals(1, office.count("tries = 1 AND next_try_at > now() + interval '59 minutes'"));
  }

  @Test
  void twoSendersSendTwoHundredMailsOnce() throws MessagingException {
    for (int i = 0; i < 200; i++) {
      String messageId = office.letter("order" + i, "refunded", "fan" + i + "@example.org");
      assertEquals("order" + i + "-refunded-email", messageId);
    }
    Notices one = office.sender(port());
    Notices other = office.sender(office.database(), port(), PostOffice.QUICK);
    var unused = done(Future.join(one.tick(), other.tick(), one.tick(), other.tick()));
    tickUntilQuiet(one, other);
    Message[] received = mailbox.getReceivedMessages();
    Set<String> ids = new HashSet<>();
    Set<String> recipients = new HashSet<>();
    for (Message mail : received) {
      ids.add(messageId(mail));
      recipients.add(mail.getRecipients(Message.RecipientType.TO)[0].toString());
    }
    assertEquals(200, received.length);
    assertEquals(200, ids.size());
    assertEquals(200, recipients.size());
    assertEquals(200, office.count("sent_at IS NOT NULL AND tries = 1"));
  }

  @Test
  void aRefusedRecipientIsGivenUpAfterAFewTriesAndStopsNobody() {
    scripted.onRecipient =
        recipient -> recipient.startsWith("gone") ? "550 no <" + recipient + ">" : "250 fine";
    for (int i = 0; i < 10; i++) {
      String unused = office.letter("gone" + i, "refunded", "gone" + i + "@example.org");
      unused = office.letter("here" + i, "refunded", "here" + i + "@example.org");
    }
    tickUntilQuiet(office.sender(scripted.port()));
    assertEquals(10, office.count("sent_at IS NOT NULL AND recipient LIKE 'here%'"));
    assertEquals(
        10,
        office.count(
            "given_up_at IS NOT NULL AND recipient LIKE 'gone%' AND tries = 3"
                + " AND last_error LIKE '550%'"));
    assertEquals(10, scripted.accepted.size());
    assertEquals(10, office.counter("email", "given-up").get());
    assertEquals(20, office.counter("email", "failed").get());
  }

  @Test
  void aGreylistedMailIsTriedAgain() {
    AtomicInteger asked = new AtomicInteger();
    scripted.onRecipient =
        recipient -> asked.incrementAndGet() <= 4 ? "451 4.7.1 come again" : "250 fine";
    String unused = office.letter("order1", "tickets", "fan@example.org");
    tickUntilQuiet(office.sender(scripted.port()));
    assertEquals(1, scripted.accepted.size());
    assertEquals(1, office.count("sent_at IS NOT NULL AND tries = 5"));
  }

  @Test
  void whatCouldNotBeSentForTooLongIsGivenUp() {
    scripted.onRecipient = recipient -> "451 come again";
    String unused = office.letter("order1", "tickets", "fan@example.org");
    office.execute("UPDATE outbox SET created_at = now() - interval '49 hours'");
    Notices sender = office.sender(scripted.port());
    done(sender.tick());
    done(sender.tick());
    assertEquals(1, office.count("given_up_at IS NOT NULL AND tries = 1 AND next_try_at IS NULL"));
    assertEquals(1, office.counter("email", "given-up").get());
  }

  @Test
  void ticketsThatCannotBeDrawnAreTriedAgainAndHoldUpNothing() {
    AtomicInteger drawn = new AtomicInteger();
    office.tickets =
        new Tickets() {
          @Override
          public String text(TicketFace face) {
            return office.signed.text(face);
          }

          @Override
          public byte[] png(TicketFace face) {
            return office.signed.png(face);
          }

          @Override
          public byte[] pdf(List<TicketFace> faces) {
            if (faces.get(0).ticketId().equals("ticket-of-cursed") && drawn.incrementAndGet() < 3) {
              throw new IllegalStateException("no ink");
            }
            return office.signed.pdf(faces);
          }

          @Override
          public String publicKeys() {
            return office.signed.publicKeys();
          }
        };
    String unused = office.letter("cursed", "tickets", "fan@example.org");
    unused = office.letter("lucky", "tickets", "fan@example.org");
    Notices sender = office.sender(port());
    done(sender.tick());
    assertEquals(1, office.count("sent_at IS NOT NULL AND subject_id = 'lucky'"));
    tickUntilQuiet(sender);
    assertEquals(1, office.count("sent_at IS NOT NULL AND subject_id = 'cursed' AND tries = 3"));
  }

  @Test
  void anOrderThatIsNotFoundIsLookedForAgain() {
    office.insert("late", "refunded", "email", "fan@example.org", "");
    Notices sender = office.sender(port());
    done(sender.tick());
    assertEquals(1, office.count("tries >= 1 AND next_try_at IS NOT NULL"));
    office.orders.put("late", PostOffice.order("late", "Derby", "refunded"));
    tickUntilQuiet(sender);
    assertEquals(1, mailbox.getReceivedMessages().length);
  }

  @Test
  void aCodeDoesNotWaitBehindLetters() {
    CountDownLatch codeIsOut = new CountDownLatch(1);
    scripted.beforeAcknowledging =
        (recipient, text) -> {
          try {
            if (recipient.startsWith("code")) {
              codeIsOut.countDown();
            } else {
              codeIsOut.await();
            }
          } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
          }
        };
    for (int i = 0; i < 20; i++) {
      String messageId = office.letter("order" + i, "refunded", "fan" + i + "@example.org");
      assertEquals("order" + i + "-refunded-email", messageId);
    }
    Notices sender = office.sender(scripted.port());
    Future<Void> letters = sender.tick();
    await().until(() -> office.count("tries > 0") == 4);
    office.insert("signin", "code", "email", "code@example.org", "654321");
    office.insert("signin", "code", "sms", "+4915112345678", "654321");
    var unused = done(Future.join(letters, sender.tick()));
    tickUntilQuiet(sender);
    assertEquals(22, office.count("sent_at IS NOT NULL AND tries = 1"));
  }

  @Test
  void aCodeThatCameTooLateIsNotSent() {
    office.insert("signin", "code", "email", "fan@example.org", "654321");
    office.execute("UPDATE outbox SET created_at = now() - interval '11 minutes'");
    done(office.sender(port()).tick());
    assertEquals(0, mailbox.getReceivedMessages().length);
    assertEquals(1, office.count("given_up_at IS NOT NULL"));
  }

  @Test
  void whatIsNoLongerSoIsNotSaid() {
    String unused = office.letter("voided", "tickets", "fan@example.org");
    unused = office.letter("paid-late", "payment_failed", "fan@example.org");
    office.orders.put("voided", PostOffice.order("voided", "Derby", "refunded"));
    office.orders.put("paid-late", PostOffice.order("paid-late", "Derby", "refund_due"));
    done(office.sender(port()).tick());
    assertEquals(0, mailbox.getReceivedMessages().length);
    assertEquals(2, office.count("given_up_at IS NOT NULL AND last_error LIKE 'no longer so%'"));
  }

  @Test
  void theBacklogIsCountedByChannel() {
    scripted.onRecipient = recipient -> "451 come again";
    Pace patient =
        new Pace(
            1,
            Duration.ofSeconds(20),
            Duration.ofSeconds(60),
            Duration.ofHours(1),
            Duration.ofHours(1),
            3);
    Notices sender = office.sender(office.database(), scripted.port(), patient);
    for (int i = 0; i < 3; i++) {
      String unused = office.letter("order" + i, "refunded", "fan@example.org");
    }
    office.execute("UPDATE outbox SET created_at = now() - interval '90 seconds'");
    done(sender.tick());
    assertEquals(3, sender.backlog("email").waiting());
    assertTrue(sender.backlog("email").oldestSeconds() >= 90);
    assertEquals(new Notices.Backlog(0, 0), sender.backlog("sms"));
  }

  @Test
  void aClosedSenderBeginsNothing() {
    Notices sender = office.sender(port());
    done(sender.close());
    String unused = office.letter("order1", "tickets", "fan@example.org");
    done(sender.tick());
    assertEquals(1, office.count("tries = 0"));
  }

  @Test
  void closingWaitsForWhatIsUnderWay() {
    String unused = office.letter("order1", "tickets", "fan@example.org");
    CountDownLatch arrived = new CountDownLatch(1);
    Promise<Void> closed = Promise.promise();
    Notices sender = office.sender(scripted.port());
    scripted.beforeAcknowledging =
        (recipient, text) -> {
          sender.close().onComplete(closed);
          arrived.countDown();
        };
    Future<Void> tick = sender.tick();
    await().until(() -> arrived.getCount() == 0);
    done(tick);
    done(closed.future());
    assertEquals(1, office.count("sent_at IS NOT NULL"));
  }

  @Test
  void aPasswordIsNotSentToAServerWithoutTheTlsItMustHave() {
    ShopConfig.Mail strict =
        new ShopConfig.Mail(
            "127.0.0.1", scripted.port(), "tickets@shop.example", "user", "hunter2", "required");
    Notices sender =
        office.sender(
            office.shared,
            new SmtpMailer(office.vertx, strict, "tickets.example"),
            PostOffice.QUICK,
            settings -> settings);
    String unused = office.letter("order1", "tickets", "fan@example.org");
    done(sender.tick());
    assertEquals(List.of(), scripted.accepted);
    assertFalse(scripted.commands.stream().anyMatch(line -> line.startsWith("AUTH")));
    assertEquals(1, office.count("sent_at IS NULL AND next_try_at IS NOT NULL AND tries >= 1"));
  }

  @Test
  void aServerThatWantsALoginGetsIt() {
    mailbox.setUser("shop@shop.example", "user", "hunter2");
    ShopConfig.Mail login =
        new ShopConfig.Mail(
            "127.0.0.1", port(), "tickets@shop.example", "user", "hunter2", "optional");
    Notices sender =
        office.sender(
            office.shared,
            new SmtpMailer(office.vertx, login, "tickets.example"),
            PostOffice.QUICK,
            settings -> settings);
    String unused = office.letter("order1", "tickets", "fan@example.org");
    done(sender.tick());
    assertEquals(1, office.count("sent_at IS NOT NULL"));
  }
}
