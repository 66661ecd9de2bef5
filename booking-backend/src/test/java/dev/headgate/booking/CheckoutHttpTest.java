package dev.headgate.booking;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.zxing.BinaryBitmap;
import com.google.zxing.RGBLuminanceSource;
import com.google.zxing.ReaderException;
import com.google.zxing.common.HybridBinarizer;
import com.google.zxing.qrcode.QRCodeReader;
import com.icegreen.greenmail.util.GreenMail;
import com.icegreen.greenmail.util.GreenMailUtil;
import com.icegreen.greenmail.util.ServerSetup;
import com.stripe.net.Webhook;
import dev.headgate.booking.config.EventSettings;
import dev.headgate.booking.config.EventSettings.Limits;
import dev.headgate.booking.config.ShopConfig;
import dev.headgate.payment.simulator.Simulator;
import dev.headgate.payment.simulator.SimulatorSettings;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import jakarta.mail.internet.MimeMessage;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Paying over HTTP, with a processor that answers over HTTP and sends webhooks. */
class CheckoutHttpTest {
  private static final AtomicInteger FANS = new AtomicInteger();
  private static final AtomicInteger SEATS = new AtomicInteger();
  private static Vertx vertx;
  private static Simulator simulator;
  private static final GreenMail MAIL =
      new GreenMail(new ServerSetup(0, "127.0.0.1", ServerSetup.PROTOCOL_SMTP));
  private static TestShop shop;

  @BeforeAll
  static void open() {
    vertx = Vertx.vertx();
    simulator =
        TestShop.await(
            Simulator.start(
                vertx,
                SimulatorSettings.defaults()
                    .with(SimulatorSettings.Times.allOf(Duration.ofMillis(900)))));
    shop =
        TestShop.with(
            EventSettings.generated("derby", "Derby", 2_000)
                .withLimits(new Limits(Duration.ofMinutes(10), 8, 1_000)),
            config -> config.withPayment(payment()).withNotices(notices()));
    simulator.webhooksTo(shop.at("/webhooks/payments"));
  }

  private static ShopConfig.Notices notices() {
    MAIL.start();
    return ShopConfig.Notices.by(
        URI.create("https://tickets.example"),
        new ShopConfig.Mail(
            "127.0.0.1", MAIL.getSmtp().getPort(), "tickets@shop.example", null, null, "disabled"));
  }

  private static ShopConfig.Payment payment() {
    SimulatorSettings.Secrets secrets = SimulatorSettings.Secrets.defaults();
    return ShopConfig.Payment.at(simulator.apiBase(), secrets.apiKey(), secrets.webhook())
        .withTimes(
            Duration.ofSeconds(30),
            Duration.ofMinutes(15),
            Duration.ofMillis(200),
            Duration.ofSeconds(3));
  }

  @AfterAll
  static void close() {
    shop.close();
    MAIL.stop();
    TestShop.await(simulator.close());
    TestShop.await(vertx.close());
  }

  /** A hold of one seat. */
  private record Basket(String holdId, String token, String session, String seat) {}

  private static Basket basket() {
    int number = SEATS.incrementAndGet();
    String seat = (char) ('A' + number / 50) + "-" + (number % 50 + 1);
    String token = shop.token("derby", "fan" + FANS.incrementAndGet());
    HttpResponse<String> held = shop.hold("derby", token, seat);
    assertEquals(201, held.statusCode(), held.body());
    String cookie = held.headers().firstValue("Set-Cookie").orElseThrow();
    return new Basket(
        TestShop.json(held).getString("holdId"), token, cookie.split(";", 2)[0], seat);
  }

  private static HttpRequest.Builder paying(Basket basket, String body) {
    return HttpRequest.newBuilder(shop.at("/holds/" + basket.holdId() + "/checkout"))
        .timeout(Duration.ofSeconds(60))
        .header("Cookie", basket.session())
        .POST(BodyPublishers.ofString(body));
  }

  private static HttpResponse<String> pay(Basket basket, String method) {
    return shop.send(
        paying(basket, "{\"paymentMethod\":\"" + method + "\",\"email\":\"fan@example.org\"}")
            .header("Idempotency-Key", "key-" + basket.holdId())
            .build());
  }

  private static JsonObject order(String url) {
    return TestShop.json(shop.send(HttpRequest.newBuilder(shop.at(url)).build()));
  }

  /** The time for looking into this order's payment is over. */
  private static void late(JsonObject order) {
    shop.execute(
        "UPDATE payment SET created_at = created_at - interval '15 minutes', investigate_until ="
            + " clock_timestamp() - interval '1 second', next_check_at = clock_timestamp()"
            + " WHERE order_id = '"
            + order.getString("orderId")
            + "'");
  }

  private static String state(String seat) {
    return shop.text("SELECT state FROM event_seat WHERE seat_id = '" + seat + "'");
  }

  @Test
  void payingMakesAnOrderWithTicketsThatItsAddressOpens() {
    Basket basket = basket();
    HttpResponse<String> paid = pay(basket, "pm_card_visa");
    assertEquals(201, paid.statusCode(), paid.body());
    JsonObject order = TestShop.json(paid);
    assertEquals("confirmed", order.getString("status"));
    assertEquals(order.getString("orderUrl"), paid.headers().firstValue("Location").orElse(""));
    assertEquals(1, order.getJsonArray("tickets").size());
    assertEquals("confirmed", order(order.getString("orderUrl")).getString("status"));
    assertEquals(1, simulator.ledger().chargesOf(order.getString("orderId")));
    HttpResponse<String> again = pay(basket, "pm_card_visa");
    assertEquals(200, again.statusCode());
    assertEquals(order.getString("orderId"), TestShop.json(again).getString("orderId"));
  }

  @Test
  void anOrderIsForItsOwnerAndForWhoeverHasItsAddress() {
    Basket basket = basket();
    JsonObject order = TestShop.json(pay(basket, "pm_card_visa"));
    String bare = "/orders/" + order.getString("orderId");
    HttpRequest owner =
        HttpRequest.newBuilder(shop.at(bare)).header("Cookie", basket.session()).build();
    assertEquals(200, shop.send(owner).statusCode());
    HttpRequest stranger =
        HttpRequest.newBuilder(shop.at(bare)).header("Cookie", basket().session()).build();
    assertEquals(404, shop.send(stranger).statusCode());
    for (String query : List.of("", "?t=", "?t=AAAAAAAAAAAAAAAAAAAAAA", "?t=a&t=b")) {
      assertEquals(
          404, shop.send(HttpRequest.newBuilder(shop.at(bare + query)).build()).statusCode());
    }
    String ticket = order.getJsonArray("tickets").getJsonObject(0).getString("png");
    String withoutKey = ticket.substring(0, ticket.indexOf('?'));
    assertEquals(404, shop.send(HttpRequest.newBuilder(shop.at(withoutKey)).build()).statusCode());
  }

  @Test
  void whoseSessionIsNoneIsToldSoAndNotThatThereAreNoOrders() {
    Basket basket = basket();
    String mine = TestShop.json(pay(basket, "pm_card_visa")).getString("orderId");
    HttpRequest.Builder list = HttpRequest.newBuilder(shop.at("/orders"));
    HttpResponse<String> own = shop.send(list.copy().header("Cookie", basket.session()).build());
    JsonArray orders = TestShop.json(own).getJsonArray("orders");
    assertEquals(1, orders.size());
    assertEquals(mine, orders.getJsonObject(0).getString("orderId"));
    String forged = basket.session().replaceFirst("hgs1.", "hgs1.AAAA");
    for (HttpRequest.Builder stranger :
        List.of(
            list.copy(),
            list.copy().header("Cookie", forged),
            list.copy().header("Shop-Session", "hgs1."))) {
      HttpResponse<String> answer = shop.send(stranger.build());
      assertEquals(401, answer.statusCode(), answer.body());
      assertEquals("no-session", TestShop.code(answer));
    }
    HttpResponse<String> none = shop.send(list.copy().header("Cookie", basket().session()).build());
    assertEquals(0, TestShop.json(none).getJsonArray("orders").size());
  }

  @Test
  void theTicketIsAPictureAPageAndTheTextThatThePictureHolds() throws Exception {
    JsonObject order = TestShop.json(pay(basket(), "pm_card_visa"));
    JsonObject ticket = order.getJsonArray("tickets").getJsonObject(0);
    HttpResponse<byte[]> png =
        shop.client.send(
            HttpRequest.newBuilder(shop.at(ticket.getString("png"))).build(),
            BodyHandlers.ofByteArray());
    assertEquals("image/png", png.headers().firstValue("Content-Type").orElse(""));
    assertEquals("PNG", new String(png.body(), 1, 3, StandardCharsets.US_ASCII));
    HttpResponse<byte[]> pdf =
        shop.client.send(
            HttpRequest.newBuilder(shop.at(ticket.getString("pdf"))).build(),
            BodyHandlers.ofByteArray());
    assertEquals("application/pdf", pdf.headers().firstValue("Content-Type").orElse(""));
    assertEquals("%PDF", new String(pdf.body(), 0, 4, StandardCharsets.US_ASCII));
    HttpResponse<String> text =
        shop.send(HttpRequest.newBuilder(shop.at(ticket.getString("txt"))).build());
    assertEquals("text/plain; charset=utf-8", text.headers().firstValue("Content-Type").orElse(""));
    assertEquals(scanned(png.body()), text.body());
  }

  private static String scanned(byte[] png) throws IOException, ReaderException {
    BufferedImage image = ImageIO.read(new ByteArrayInputStream(png));
    int width = image.getWidth();
    int[] pixels = image.getRGB(0, 0, width, image.getHeight(), null, 0, width);
    RGBLuminanceSource light = new RGBLuminanceSource(width, image.getHeight(), pixels);
    return new QRCodeReader().decode(new BinaryBitmap(new HybridBinarizer(light))).getText();
  }

  @Test
  void whileNobodyKnowsItSaysNotToPayAgainAndThenTheTicketsAreThere() {
    Basket basket = basket();
    HttpResponse<String> paid = pay(basket, "pm_sim_lostResponse");
    assertEquals(201, paid.statusCode());
    JsonObject order = TestShop.json(paid);
    assertEquals("pending_payment", order.getString("status"));
    assertTrue(order.getString("message").contains("Do not pay again"));
    assertNotEquals("available", state(basket.seat()));
    await().until(() -> order(order.getString("orderUrl")).getString("status").equals("confirmed"));
    assertEquals(1, simulator.ledger().chargesOf(order.getString("orderId")));
  }

  @Test
  void theTicketsComeByMailOnceAndTheLinkInItOpensThem() throws Exception {
    Basket basket = basket();
    HttpResponse<String> paid =
        shop.send(
            paying(basket, "{\"paymentMethod\":\"pm_card_visa\",\"email\":\"one@mailed.example\"}")
                .header("Idempotency-Key", "mailed")
                .build());
    assertEquals("confirmed", TestShop.json(paid).getString("status"));
    await()
        .until(
            () ->
                shop.number(
                        "SELECT count(*) FROM outbox WHERE recipient = 'one@mailed.example'"
                            + " AND sent_at IS NOT NULL")
                    == 1);
    MimeMessage[] mails = MAIL.getReceivedMessagesForDomain("mailed.example");
    assertEquals(1, mails.length);
    String raw = GreenMailUtil.getWholeMessage(mails[0]);
    assertTrue(raw.contains("application/pdf"));
    String url = TestShop.json(paid).getString("orderUrl");
    String text = raw.replace("=\r\n", "").replace("=3D", "=");
    assertTrue(text.contains("https://tickets.example" + url), "no link to the order");
    assertEquals("confirmed", order(url).getString("status"));
  }

  @Test
  void aDeclinedCardSaysSoAndTheSeatIsFree() {
    Basket basket = basket();
    JsonObject order = TestShop.json(pay(basket, "pm_card_visa_chargeDeclined"));
    assertEquals("failed", order.getString("status"));
    assertEquals("available", state(basket.seat()));
    assertEquals(0, simulator.ledger().chargedCents(order.getString("orderId")));
  }

  @Test
  void whatNeverSettlesIsCancelledInTime() {
    Basket basket = basket();
    JsonObject order = TestShop.json(pay(basket, "pm_sim_neverSettles"));
    assertEquals("pending_payment", order.getString("status"));
    late(order);
    await()
        .atMost(Duration.ofSeconds(60))
        .until(() -> order(order.getString("orderUrl")).getString("status").equals("failed"));
    assertEquals("available", state(basket.seat()));
  }

  @Test
  void moneyThatComesAfterItsSeatWasGivenBackIsRefunded() {
    Basket basket = basket();
    JsonObject order = TestShop.json(pay(basket, "pm_sim_lateSuccess"));
    String id = order.getString("orderId");
    late(order);
    await()
        .atMost(Duration.ofSeconds(60))
        .until(() -> order(order.getString("orderUrl")).getString("status").equals("refunded"));
    assertEquals(
        simulator.ledger().chargedCents(id), simulator.ledger().refundedCents(id), "money kept");
    assertTrue(simulator.ledger().chargedCents(id) > 0);
    assertEquals("available", state(basket.seat()));
  }

  @Test
  void fourClicksAreOnePayment() {
    Basket basket = basket();
    String body = "{\"paymentMethod\":\"pm_sim_duplicateWebhook\"}";
    List<CompletableFuture<HttpResponse<String>>> clicks = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      clicks.add(
          shop.client.sendAsync(
              paying(basket, body).header("Idempotency-Key", i < 2 ? "same" : "tab" + i).build(),
              BodyHandlers.ofString()));
    }
    List<HttpResponse<String>> answers = clicks.stream().map(CompletableFuture::join).toList();
    assertEquals(1, answers.stream().filter(answer -> answer.statusCode() == 201).count());
    String order =
        shop.text("SELECT order_id FROM shop_order WHERE hold_id = '" + basket.holdId() + "'");
    for (HttpResponse<String> answer : answers) {
      if (answer.statusCode() == 409) {
        assertEquals("in-progress", TestShop.code(answer));
        assertTrue(answer.headers().firstValue("Location").orElse("").contains(order));
        assertTrue(answer.headers().firstValue("Retry-After").isPresent());
      } else {
        assertEquals(order, TestShop.json(answer).getString("orderId"));
      }
    }
    assertEquals(1, simulator.ledger().chargesOf(order));
    await()
        .until(
            () ->
                shop.number("SELECT count(*) FROM webhook_inbox WHERE processed_at IS NULL") == 0);
    assertEquals(1, shop.number("SELECT count(*) FROM ticket WHERE order_id = '" + order + "'"));
  }

  @Test
  void keysAreReadStrictly() {
    Basket basket = basket();
    String body = "{\"paymentMethod\":\"pm_card_visa\"}";
    assertEquals(
        "idempotency-key-required", TestShop.code(shop.send(paying(basket, body).build())));
    for (String bad : List.of("", "k".repeat(256), "two words", "tab\tbed")) {
      HttpResponse<String> answer =
          shop.send(paying(basket, body).header("Idempotency-Key", bad).build());
      assertEquals(400, answer.statusCode(), bad);
      assertEquals("bad-idempotency-key", TestShop.code(answer), bad);
    }
    HttpResponse<String> two =
        shop.send(
            paying(basket, body)
                .header("Idempotency-Key", "a")
                .header("Idempotency-Key", "b")
                .build());
    assertEquals("bad-idempotency-key", TestShop.code(two));
    assertEquals(
        0,
        shop.number("SELECT count(*) FROM shop_order WHERE hold_id = '" + basket.holdId() + "'"));
    HttpResponse<String> longest =
        shop.send(paying(basket, body).header("Idempotency-Key", "k".repeat(255)).build());
    assertEquals(201, longest.statusCode());
    // The same fields in other words, then others.
    HttpResponse<String> spaced =
        shop.send(
            paying(basket, " { \"email\" : null , \"paymentMethod\" : \"pm_card_visa\" } ")
                .header("Idempotency-Key", "k".repeat(255))
                .build());
    assertEquals(200, spaced.statusCode());
    HttpResponse<String> other =
        shop.send(
            paying(basket, "{\"paymentMethod\":\"pm_card_mastercard\"}")
                .header("Idempotency-Key", "k".repeat(255))
                .build());
    assertEquals(422, other.statusCode());
    assertEquals("key-reused", TestShop.code(other));
  }

  @Test
  void bodiesAreReadStrictly() {
    Basket basket = basket();
    for (String bad :
        List.of(
            "",
            "[]",
            "{}",
            "{\"paymentMethod\":null}",
            "{\"paymentMethod\":7}",
            "{\"paymentMethod\":\"card\"}",
            "{\"paymentMethod\":\"pm_\"}",
            "{\"paymentMethod\":\"pm_a/../b\"}",
            "{\"paymentMethod\":\"pm_card_visa\",\"amountCents\":1}",
            "{\"paymentMethod\":\"pm_card_visa\",\"paymentMethod\":\"pm_card_visa\"}",
            "{\"paymentMethod\":\"pm_card_visa\",\"email\":\"nobody\"}",
            "{\"paymentMethod\":\"pm_card_visa\",\"email\":\"a@b\\r\\nBcc: c@d\"}",
            "{\"paymentMethod\":\"pm_card_visa\",\"email\":\"\\ud800@example.org\"}",
            "{\"paymentMethod\":\"pm_card_visa\",\"email\":\"fan@localhost\"}",
            "{\"paymentMethod\":\"pm_card_visa\",\"phone\":\"123\"}",
            // A number that whoever writes to it pays for.
            "{\"paymentMethod\":\"pm_card_visa\",\"phone\":\"+19002345678\"}",
            "{\"paymentMethod\":\"pm_card_visa\",\"customer\":\"x\"}")) {
      HttpResponse<String> answer =
          shop.send(paying(basket, bad).header("Idempotency-Key", "strict").build());
      assertEquals(400, answer.statusCode(), bad);
    }
    assertEquals("held", state(basket.seat()));
  }

  @Test
  void nobodyElseCanPayForAHoldAndNoOtherSiteCan() {
    Basket basket = basket();
    String body = "{\"paymentMethod\":\"pm_card_visa\"}";
    Basket other = basket();
    HttpRequest foreign =
        paying(new Basket(basket.holdId(), other.token(), other.session(), ""), body)
            .header("Idempotency-Key", "k")
            .build();
    assertEquals("unknown-hold", TestShop.code(shop.send(foreign)));
    HttpRequest crossSite =
        paying(basket, body)
            .header("Idempotency-Key", "k")
            .header("Sec-Fetch-Site", "cross-site")
            .build();
    assertEquals("cross-site", TestShop.code(shop.send(crossSite)));
    assertEquals("held", state(basket.seat()));
  }

  @Test
  void theWayBackFromTheBankNeedsNoCookieAndProvesNothing() {
    Basket basket = basket();
    JsonObject order = TestShop.json(pay(basket, "pm_card_authenticationRequired"));
    assertEquals("pending_payment", order.getString("status"));
    assertTrue(order.getString("redirectUrl").startsWith("http"));
    String url = order.getString("orderUrl");
    String back = url.replace("?", "/return?");
    for (String method : List.of("GET", "POST")) {
      HttpResponse<String> answer =
          shop.send(
              HttpRequest.newBuilder(shop.at(back + "&redirect_status=succeeded"))
                  .header("Sec-Fetch-Site", "cross-site")
                  .method(method, BodyPublishers.noBody())
                  .build());
      assertEquals(303, answer.statusCode());
      assertEquals(url, answer.headers().firstValue("Location").orElse(""));
    }
    assertEquals("pending_payment", order(url).getString("status"));
    assertEquals(
        404,
        shop.send(
                HttpRequest.newBuilder(shop.at("/orders/" + order.getString("orderId") + "/return"))
                    .build())
            .statusCode());
  }

  @Test
  void aSignedWebhookThatCannotBeReadIsNotCalledForged() throws Exception {
    long now = Instant.now().getEpochSecond();
    for (String body :
        List.of(
            "{}", "{\"id\":\"e\\u0000\",\"type\":\"x\",\"created\":1,\"data\":{\"object\":{}}}")) {
      String signed =
          Webhook.Util.computeHmacSha256(
              SimulatorSettings.Secrets.defaults().webhook(), now + "." + body);
      HttpResponse<String> answer =
          shop.send(
              HttpRequest.newBuilder(shop.at("/webhooks/payments"))
                  .header("Stripe-Signature", "t=" + now + ",v1=" + signed)
                  .POST(BodyPublishers.ofString(body))
                  .build());
      assertEquals(400, answer.statusCode(), body);
      assertEquals("unreadable-notice", TestShop.code(answer), body);
    }
  }

  @Test
  void aForgedWebhookChangesNothing() {
    long before = shop.number("SELECT count(*) FROM webhook_inbox");
    String body = "{\"id\":\"evt_forged\",\"type\":\"payment_intent.succeeded\"}";
    for (String signature :
        List.of("", "t=1,v1=00", "v1=00", "t=1764460800,v1=" + "0".repeat(64))) {
      HttpResponse<String> answer =
          shop.send(
              HttpRequest.newBuilder(shop.at("/webhooks/payments"))
                  .header("Stripe-Signature", signature)
                  .POST(BodyPublishers.ofString(body))
                  .build());
      assertEquals(400, answer.statusCode());
      assertEquals("bad-signature", TestShop.code(answer));
    }
    assertEquals(
        0, shop.number("SELECT count(*) FROM webhook_inbox WHERE notice_id = 'evt_forged'"));
    assertTrue(shop.number("SELECT count(*) FROM webhook_inbox") >= before);
  }

  @Test
  void aReleaseOfWhatIsBeingPaidIsRefused() {
    Basket basket = basket();
    JsonObject order = TestShop.json(pay(basket, "pm_sim_neverSettles"));
    HttpResponse<String> released = shop.release(basket.holdId(), basket.token());
    assertEquals(409, released.statusCode());
    assertEquals("paying", state(basket.seat()));
    assertNotEquals("failed", order.getString("status"));
  }

  @Test
  void aShopThatTakesNoMoneySaysSo() {
    try (TestShop free = TestShop.with(EventSettings.generated("free", "Free", 100))) {
      HttpResponse<String> held = free.hold("free", free.token("free", "fan"), "A-1");
      String id = TestShop.json(held).getString("holdId");
      HttpResponse<String> answer =
          free.send(
              free.request("/holds/" + id + "/checkout", free.token("free", "fan"))
                  .header("Idempotency-Key", "k")
                  .POST(BodyPublishers.ofString("{\"paymentMethod\":\"pm_card_visa\"}"))
                  .build());
      assertEquals(503, answer.statusCode());
      assertEquals("payments-off", TestShop.code(answer));
      assertFalse(answer.body().contains("sk_"));
    }
  }

  @Test
  void aWebhookThatCannotBeStoredIsNotTakenAndComesAgain() {
    Basket basket = basket();
    JsonObject order = TestShop.json(pay(basket, "pm_sim_lostResponse"));
    // No row can be written: whatever comes now is refused, and sent again later.
    shop.execute("ALTER ROLE " + shop.role + " SET default_transaction_read_only = on");
    shop.execute(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = '"
            + shop.role
            + "'");
    HttpResponse<String> refused = shop.hold("derby", shop.token("derby", "nobody"), "Z-1");
    assertEquals(503, refused.statusCode());
    shop.execute("ALTER ROLE " + shop.role + " RESET default_transaction_read_only");
    shop.execute(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = '"
            + shop.role
            + "'");
    await()
        .atMost(Duration.ofSeconds(60))
        .until(
            () ->
                shop.text(
                        "SELECT status FROM shop_order WHERE order_id = '"
                            + order.getString("orderId")
                            + "'")
                    .equals("confirmed"));
    assertEquals(1, simulator.ledger().chargesOf(order.getString("orderId")));
  }
}
