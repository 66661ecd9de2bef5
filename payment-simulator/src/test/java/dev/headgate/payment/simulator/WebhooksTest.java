package dev.headgate.payment.simulator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.headgate.payment.simulator.WebhookSink.Delivery;
import io.vertx.core.json.JsonObject;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class WebhooksTest {
  private static final String SUCCEEDED = "payment_intent.succeeded";
  private final TestSimulator sim = new TestSimulator();

  @AfterEach
  void stop() {
    sim.close();
  }

  @Test
  void eachIsSignedAsStripeSignsIt() throws Exception {
    sim.pay("o1", "pm_card_visa");
    Waits.until(() -> sim.sink.deliveries().size() == 2);
    for (Delivery each : sim.sink.deliveries()) {
      String[] parts = each.signature().split(",", 2);
      String second = parts[0].substring("t=".length());
      Mac mac = Mac.getInstance("HmacSHA256");
      mac.init(new SecretKeySpec("whsec_simulator".getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
      byte[] expected = mac.doFinal((second + "." + each.body()).getBytes(StandardCharsets.UTF_8));
      assertEquals("v1=" + HexFormat.of().formatHex(expected), parts[1]);
    }
  }

  @Test
  void eachChangeIsToldWithThePaymentAsItWas() {
    String id = sim.create("o1", "capture_method", "manual");
    assertEquals(402, sim.confirm(id, "k1", "pm_card_chargeDeclined").status());
    assertEquals(200, sim.confirm(id, "k2", "pm_card_authenticationRequired").status());
    assertEquals("requires_capture", sim.confirm(id, "k3", "pm_card_visa").state());
    assertEquals("succeeded", sim.post("/v1/payment_intents/" + id + "/capture", "k4").state());
    assertEquals(200, sim.post("/v1/refunds", "k5", "payment_intent", id).status());
    Waits.until(() -> sim.sink.deliveries().size() == 6);
    assertEquals("requires_payment_method", stateIn("payment_intent.created"));
    assertEquals("requires_payment_method", stateIn("payment_intent.payment_failed"));
    assertEquals("requires_action", stateIn("payment_intent.requires_action"));
    assertEquals("requires_capture", stateIn("payment_intent.amount_capturable_updated"));
    assertEquals("succeeded", stateIn(SUCCEEDED));
    JsonObject charge = sim.sink.of("charge.refunded").get(0).object();
    assertEquals(id, charge.getString("payment_intent"));
    assertEquals(2_000, charge.getInteger("amount_refunded"));
    assertEquals("o1", charge.getJsonObject("metadata").getString("order_id"));
  }

  private String stateIn(String type) {
    List<Delivery> told = sim.sink.of(type);
    assertEquals(1, told.size(), type);
    return told.get(0).object().getString("status");
  }

  @Test
  void oneThatIsNotTakenIsSentAgainUnderItsIdUntilItIs() {
    sim.sink.refuse(3);
    sim.create("o1");
    Waits.until(() -> sim.sink.deliveries().size() == 4);
    assertEquals(1, sim.sink.deliveries().stream().map(Delivery::id).distinct().count());
    List<Delivery> told = sim.sink.deliveries();
    long first = told.get(1).arrivedNanos() - told.get(0).arrivedNanos();
    long second = told.get(2).arrivedNanos() - told.get(1).arrivedNanos();
    assertTrue(first >= 300_000_000L && second >= 600_000_000L, first + " " + second);
  }

  @Test
  void nobodyIsToldForEver() {
    try (TestSimulator two =
        new TestSimulator(
            SimulatorSettings.defaults()
                .with(
                    new SimulatorSettings.Times(
                        Duration.ofMillis(10),
                        Duration.ofMillis(10),
                        Duration.ofMillis(10),
                        Duration.ofMillis(10),
                        2)))) {
      two.sink.refuse(2);
      two.create("o1");
      Waits.until(() -> two.sink.deliveries().size() == 2);
      two.create("o2");
      Waits.until(() -> two.sink.deliveries().size() == 3);
      List<Delivery> told = two.sink.deliveries();
      assertEquals(told.get(0).id(), told.get(1).id());
      assertNotEquals(told.get(1).id(), told.get(2).id());
    }
  }

  @Test
  void thoseThatNobodyTookGoWhereTheyAreTurnedTo() {
    try (WebhookSink other = new WebhookSink()) {
      sim.sink.refuse(1_000);
      sim.create("o1");
      Waits.until(() -> !sim.sink.deliveries().isEmpty());
      sim.simulator.webhooksTo(other.uri());
      Waits.until(() -> other.of("payment_intent.created").size() == 1);
    }
  }
}
