package dev.headgate.payment.simulator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.headgate.payment.simulator.TestSimulator.Reply;
import dev.headgate.payment.simulator.WebhookSink.Delivery;
import io.vertx.core.json.JsonObject;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What each of the methods does that Stripe has none for. */
class SpecialMethodsTest {
  private static final String SUCCEEDED = "payment_intent.succeeded";
  private static final String CANCELED = "payment_intent.canceled";
  private final TestSimulator sim = new TestSimulator();

  @AfterEach
  void stop() {
    sim.close();
  }

  @Test
  void aSlowPaymentIsProcessingAndLockedUntilItsAnswer() {
    AtomicInteger tries = new AtomicInteger();
    Waits.until(() -> isLockedWhileProcessing("o" + tries.incrementAndGet()));
    Waits.until(() -> sim.sink.of(SUCCEEDED).size() == tries.get());
  }

  /** False where it was paid before the other had asked. */
  private boolean isLockedWhileProcessing(String order) {
    String id = sim.create(order);
    CompletableFuture<HttpResponse<String>> paying =
        sim.postLater(confirmOf(id), "k-" + order, "payment_method", "pm_sim_slow");
    Waits.until(() -> Set.of("processing", "succeeded").contains(sim.find(id).state()));
    Reply cancel = sim.post("/v1/payment_intents/" + id + "/cancel", "c-" + order);
    boolean processing = sim.find(id).state().equals("processing");
    assertEquals("succeeded", TestSimulator.reply(paying).state());
    assertEquals(1, sim.entry(id).charges());
    if (processing) {
      assertEquals(429, cancel.status());
      assertEquals("lock_timeout", cancel.code());
    }
    return processing;
  }

  @Test
  void aLostResponseChargesAndItsWebhookIsLate() {
    String id = sim.create("o1");
    long before = System.nanoTime();
    assertTrue(
        TestSimulator.unanswered(
            sim.postLater(confirmOf(id), "k", "payment_method", "pm_sim_lostResponse")));
    assertEquals(1, sim.simulator.ledger().chargesOf("o1"));
    assertEquals("succeeded", sim.find(id).state());
    Waits.until(() -> sim.sink.of(SUCCEEDED).size() == 1);
    long late = sim.sink.of(SUCCEEDED).get(0).arrivedNanos() - before;
    assertTrue(late >= 300_000_000L, "after " + late + " ns");

    Reply retried = sim.post(confirmOf(id), "k", "payment_method", "pm_sim_lostResponse");
    assertEquals("succeeded", retried.state());
    assertEquals(1, sim.simulator.ledger().chargesOf("o1"));
  }

  @Test
  void aDuplicatedWebhookComesThreeTimesUnderTwoIds() {
    String id = sim.pay("o1", "pm_sim_duplicateWebhook");
    Waits.until(() -> sim.sink.of(SUCCEEDED).size() == 3);
    Set<String> ids = sim.sink.of(SUCCEEDED).stream().map(Delivery::id).collect(Collectors.toSet());
    assertEquals(2, ids.size());
    assertTrue(
        sim.sink.of(SUCCEEDED).stream().allMatch(each -> each.object().getString("id").equals(id)));
  }

  @Test
  void whatNeverSettlesIsProcessingUntilItIsCancelled() {
    String id = sim.pay("o1", "pm_sim_neverSettles");
    assertEquals("processing", sim.find(id).state());
    assertEquals("canceled", sim.post("/v1/payment_intents/" + id + "/cancel", "c").state());
    Waits.until(() -> sim.sink.of(CANCELED).size() == 1);
    assertEquals(0, sim.entry(id).charges());
  }

  @Test
  void aSilentCancellationTellsNobody() {
    String id = sim.pay("o1", "pm_sim_cancelSilently");
    Waits.until(() -> sim.find(id).state().equals("canceled"));
    // What is sent after it arrives; it never does.
    String other = sim.pay("o2", "pm_sim_neverSettles");
    assertEquals("canceled", sim.post("/v1/payment_intents/" + other + "/cancel", "c").state());
    Waits.until(() -> !sim.sink.of(CANCELED).isEmpty());
    assertEquals(other, sim.sink.of(CANCELED).get(0).object().getString("id"));
    assertEquals(1, sim.sink.of(CANCELED).size());
  }

  @Test
  void aLateSuccessComesAfterTheCancellationWasPromised() {
    String id = sim.pay("o1", "pm_sim_lateSuccess");
    assertEquals("processing", sim.find(id).state());
    assertEquals("canceled", sim.post("/v1/payment_intents/" + id + "/cancel", "c").state());
    assertEquals("canceled", sim.find(id).state());
    Waits.until(() -> sim.sink.of(SUCCEEDED).size() == 1);
    assertEquals("succeeded", sim.find(id).state());
    assertEquals(2_000, sim.simulator.ledger().chargedCents("o1"));
    assertEquals("succeeded", sim.post("/v1/refunds", "r", "payment_intent", id).state());
    assertEquals(2_000, sim.simulator.ledger().refundedCents("o1"));
  }

  @Test
  void aWebhookCanComeBeforeTheAnswer() {
    String id = sim.pay("o1", "pm_sim_webhookFirst");
    assertEquals(1, sim.sink.of(SUCCEEDED).size(), "taken before the answer of " + id);
  }

  @Test
  void withoutWebhooksOnlyTheCreationIsTold() {
    String silent = sim.pay("o1", "pm_sim_noWebhook");
    assertEquals("succeeded", sim.post("/v1/refunds", "r", "payment_intent", silent).state());
    String told = sim.pay("o2", "pm_card_visa");
    Waits.until(() -> sim.sink.of(SUCCEEDED).size() == 1);
    assertEquals(told, sim.sink.of(SUCCEEDED).get(0).object().getString("id"));
    assertEquals(List.of(), sim.sink.of("charge.refunded"));
  }

  @Test
  void reorderedWebhooksTellTheEndBeforeTheBeginning() {
    sim.pay("o1", "pm_sim_reorderedWebhooks");
    Waits.until(() -> sim.sink.of("payment_intent.created").size() == 2);
    List<Delivery> told = sim.sink.deliveries();
    int end = sim.sink.types().indexOf(SUCCEEDED);
    int middle = sim.sink.types().indexOf("payment_intent.processing");
    assertTrue(end < middle, sim.sink.types().toString());
    assertTrue(middle < told.size() - 1, sim.sink.types().toString());
    Delivery stale = told.get(middle);
    assertEquals("processing", stale.object().getString("status"));
    assertTrue(stale.event().getLong("created") < told.get(end).event().getLong("created"));
  }

  @Test
  void aPendingRefundSettlesLater() {
    String id = sim.pay("o1", "pm_sim_pendingRefund");
    Reply refund = sim.post("/v1/refunds", "r", "payment_intent", id);
    assertEquals("pending", refund.state());
    Waits.until(() -> sim.get("/v1/refunds/" + refund.id()).state().equals("succeeded"));
    Waits.until(() -> sim.sink.of("charge.refunded").size() == 1);
  }

  @Test
  void everyMethodIsListedWithASentence() {
    JsonObject cards = sim.get("/sim/cards").json();
    assertEquals(TestCard.values().length, cards.getJsonArray("cards").size());
    for (Object each : cards.getJsonArray("cards")) {
      JsonObject card = (JsonObject) each;
      assertTrue(TestCard.named(card.getString("paymentMethod")).isPresent());
      assertTrue(card.getString("does").endsWith("."), card.encode());
    }
  }

  private static String confirmOf(String id) {
    return "/v1/payment_intents/" + id + "/confirm";
  }
}
