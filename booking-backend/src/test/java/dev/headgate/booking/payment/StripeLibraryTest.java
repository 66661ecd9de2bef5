package dev.headgate.booking.payment;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;

import com.stripe.StripeClient;
import com.stripe.model.PaymentIntent;
import com.stripe.param.PaymentIntentConfirmParams;
import com.stripe.param.PaymentIntentCreateParams;
import com.stripe.param.PaymentIntentListParams;
import com.sun.net.httpserver.HttpServer;
import dev.headgate.booking.config.ShopConfig;
import dev.headgate.payment.simulator.Simulator;
import dev.headgate.payment.simulator.SimulatorSettings;
import io.vertx.core.Vertx;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Instant;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The simulator speaks as Stripe does: its own library, as it comes, finds nothing odd. */
class StripeLibraryTest {
  private final Vertx vertx = Vertx.vertx();
  private final Simulator simulator =
      Outcomes.of(Simulator.start(vertx, SimulatorSettings.defaults()));
  private final Queue<Notice> notices = new ConcurrentLinkedQueue<>();
  private final HttpServer shop;

  StripeLibraryTest() throws Exception {
    shop = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
  }

  @BeforeEach
  void listen() {
    StripeNotices reader = new StripeNotices(List.of("whsec_simulator"));
    shop.createContext(
        "/",
        exchange -> {
          byte[] body = exchange.getRequestBody().readAllBytes();
          String signature =
              String.valueOf(exchange.getRequestHeaders().getFirst("Stripe-Signature"));
          notices.add(reader.verify(body, List.of(signature), Instant.now()));
          exchange.sendResponseHeaders(200, -1);
          exchange.close();
        });
    shop.start();
    simulator.webhooksTo(URI.create("http://127.0.0.1:" + shop.getAddress().getPort() + "/"));
  }

  @AfterEach
  void stop() {
    Outcomes.of(simulator.close());
    Outcomes.of(vertx.close());
    shop.stop(0);
  }

  @Test
  void theLibraryWithItsOwnClientPaysAndLists() throws Exception {
    StripeClient client =
        StripeClient.builder()
            .setApiKey("sk_test_simulator")
            .setApiBase(simulator.apiBase().toString())
            .build();
    PaymentIntent created =
        client
            .v1()
            .paymentIntents()
            .create(
                PaymentIntentCreateParams.builder()
                    .setAmount(500L)
                    .setCurrency("eur")
                    .putMetadata("order_id", "o1")
                    .build());
    PaymentIntent paid =
        client
            .v1()
            .paymentIntents()
            .confirm(
                created.getId(),
                PaymentIntentConfirmParams.builder().setPaymentMethod("pm_card_visa").build());
    assertEquals("succeeded", paid.getStatus());
    assertEquals(500L, paid.getAmountReceived());
    List<PaymentIntent> listed =
        client
            .v1()
            .paymentIntents()
            .list(PaymentIntentListParams.builder().setLimit(5L).build())
            .getData();
    assertEquals(List.of(paid), listed);
  }

  @Test
  void itsWebhooksAreGenuineAndReadable() {
    PaymentProcessor payments =
        PaymentProcessor.stripe(
            vertx,
            ShopConfig.Payment.at(simulator.apiBase(), "sk_test_simulator", "whsec_simulator"));
    Charge charge = Outcomes.of(payments.create(new NewCharge("o1", "k1", 500, "eur", false, "x")));
    Charge paid =
        Outcomes.of(
            payments.confirm(
                charge.ref(), new Confirmation("k2", "pm_card_visa", "https://a.example/")));
    Refunded refund = Outcomes.of(payments.refund(charge.ref(), 200, "k3"));
    assertEquals(200, refund.cents());
    await().until(() -> notices.size() == 3);
    assertEquals(charge, told("payment_intent.created"));
    assertEquals(paid, told("payment_intent.succeeded"));
    assertEquals(Outcomes.of(payments.find(charge.ref())), told("charge.refunded"));
    Outcomes.of(payments.close());
  }

  private Charge told(String type) {
    return notices.stream()
        .filter(each -> each.type().equals(type))
        .map(Notice::charge)
        .findFirst()
        .orElseThrow();
  }
}
