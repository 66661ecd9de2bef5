package dev.headgate.payment.simulator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.headgate.payment.simulator.TestSimulator.Reply;
import dev.headgate.payment.simulator.WebhookSink.Delivery;
import java.net.http.HttpRequest;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FaultsTest {
  private static final String INTENTS = "/v1/payment_intents";
  private static final String SUCCEEDED = "payment_intent.succeeded";
  private static final int ALWAYS = 1_000;
  private final TestSimulator sim = new TestSimulator();

  @AfterEach
  void stop() {
    sim.close();
  }

  @Test
  void aBusyProcessorDoesNothing() {
    sim.simulator.faults(Faults.none().with(Fault.BUSY, ALWAYS));
    assertEquals(429, newIntent("k").status());
    assertEquals(List.of(), sim.simulator.ledger().entries());
    sim.simulator.faults(Faults.none());
    assertEquals(200, newIntent("k").status());
  }

  @Test
  void anErrorBeforeTheWorkDoesNothing() {
    sim.simulator.faults(Faults.none().with(Fault.ERROR_BEFORE, ALWAYS));
    assertEquals(500, newIntent("k").status());
    assertEquals(List.of(), sim.simulator.ledger().entries());
  }

  @Test
  void anErrorAfterTheWorkHasDoneItAndTheKeyFindsItAgain() {
    sim.simulator.faults(Faults.none().with(Fault.ERROR_AFTER, ALWAYS));
    assertEquals(500, newIntent("k").status());
    assertEquals(1, sim.simulator.ledger().entries().size());
    sim.simulator.faults(Faults.none());
    Reply again = newIntent("k");
    assertEquals(200, again.status());
    assertEquals(sim.simulator.ledger().entries().get(0).id(), again.id());
  }

  @Test
  void aRememberedErrorIsAllThatTheKeyEverFinds() {
    String id = sim.create("o1");
    sim.simulator.faults(Faults.none().with(Fault.ERROR_REMEMBERED, ALWAYS));
    assertEquals(500, sim.confirm(id, "k", "pm_card_visa").status());
    sim.simulator.faults(Faults.none());
    assertEquals(500, sim.confirm(id, "k", "pm_card_visa").status());
    assertEquals("succeeded", sim.find(id).state());
    assertEquals(1, sim.simulator.ledger().chargesOf("o1"));
  }

  @Test
  void aDroppedAnswerHasDoneTheWork() {
    sim.simulator.faults(Faults.none().with(Fault.DROP_ANSWER, ALWAYS));
    assertTrue(
        TestSimulator.unanswered(sim.postLater(INTENTS, "k", "amount", "100", "currency", "eur")));
    assertEquals(1, sim.simulator.ledger().entries().size());
  }

  @Test
  void aDelayedAnswerHasDoneTheWorkBefore() {
    Faults slow = Faults.none().delaying(Duration.ofMillis(400), Duration.ofMillis(1));
    sim.simulator.faults(slow.with(Fault.DELAY, ALWAYS));
    long before = System.nanoTime();
    var sent = sim.postLater(INTENTS, "k", "amount", "100", "currency", "eur");
    Waits.until(() -> sim.simulator.ledger().entries().size() == 1);
    assertEquals(200, TestSimulator.reply(sent).status());
    assertTrue(System.nanoTime() - before >= 400_000_000L);
  }

  @Test
  void lostWebhooksNeverCome() {
    sim.simulator.faults(Faults.none().with(Fault.LOSE_WEBHOOK, ALWAYS));
    sim.pay("o1", "pm_card_visa");
    sim.simulator.faults(Faults.none());
    sim.create("o2");
    Waits.until(() -> !sim.sink.deliveries().isEmpty());
    assertEquals(List.of("payment_intent.created"), sim.sink.types());
    assertEquals("o2", orderOf(sim.sink.deliveries().get(0)));
  }

  @Test
  void duplicatedWebhooksComeTwiceUnderOneId() {
    sim.simulator.faults(Faults.none().with(Fault.DUPLICATE_WEBHOOK, ALWAYS));
    sim.pay("o1", "pm_card_visa");
    Waits.until(() -> sim.sink.of(SUCCEEDED).size() == 2);
    assertEquals(1, sim.sink.of(SUCCEEDED).stream().map(Delivery::id).distinct().count());
  }

  @Test
  void delayedWebhooksComeLater() {
    sim.simulator.faults(
        Faults.none()
            .delaying(Duration.ofMillis(1), Duration.ofMillis(400))
            .with(Fault.DELAY_WEBHOOK, ALWAYS));
    long before = System.nanoTime();
    sim.create("o1");
    Waits.until(() -> sim.sink.deliveries().size() == 1);
    assertTrue(sim.sink.deliveries().get(0).arrivedNanos() - before >= 400_000_000L);
  }

  @Test
  void aWebhookHeldBackComesAfterTheNextOneOfItsPayment() {
    Faults faults = Faults.none().delaying(Duration.ofMillis(1), Duration.ofSeconds(60));
    sim.simulator.faults(faults.with(Fault.REORDER_WEBHOOK, ALWAYS));
    String id = sim.create("o1");
    sim.simulator.faults(Faults.none());
    assertEquals("succeeded", sim.confirm(id, "k", "pm_card_visa").state());
    Waits.until(() -> sim.sink.deliveries().size() == 2);
    assertEquals(List.of(SUCCEEDED, "payment_intent.created"), sim.sink.types());
  }

  @Test
  void aWebhookHeldBackComesAnywayWhenNothingFollows() {
    Faults faults = Faults.none().delaying(Duration.ofMillis(1), Duration.ofMillis(200));
    sim.simulator.faults(faults.with(Fault.REORDER_WEBHOOK, ALWAYS));
    sim.create("o1");
    Waits.until(() -> sim.sink.deliveries().size() == 1);
  }

  @Test
  void aSeedDecidesWhomTheyBefallAndHowManyIsAsAsked() {
    List<Integer> some = victims(Faults.seeded(7).with(Fault.BUSY, 250));
    assertEquals(some, victims(Faults.seeded(7).with(Fault.BUSY, 250)));
    assertNotEquals(some, victims(Faults.seeded(8).with(Fault.BUSY, 250)));
    assertEquals(List.of(), victims(Faults.seeded(7)));
    assertEquals(4_000, victims(Faults.seeded(7).with(Fault.BUSY, ALWAYS)).size());
    // Of 4,000 at a quarter the standard deviation is 27: six of them.
    assertEquals(1_000, some.size(), 165);
  }

  private static List<Integer> victims(Faults faults) {
    return IntStream.range(0, 4_000)
        .filter(i -> faults.befalls(Fault.BUSY, "order-" + i / 2, i % 2))
        .boxed()
        .toList();
  }

  @Test
  void aRetryIsAnotherThrowOfTheDice() {
    Faults half = Faults.seeded(3).with(Fault.BUSY, 500);
    sim.simulator.faults(half);
    for (int i = 1; i <= 20; i++) {
      int expected = half.befalls(Fault.BUSY, "k", i) ? 429 : 200;
      assertEquals(expected, newIntent("k").status(), "call " + i);
    }
    assertEquals(1, sim.simulator.ledger().entries().size());
  }

  @Test
  void faultsAreSetOverHttpForASimulatorInAProcessOfItsOwn() {
    assertEquals(200, setFaults("{\"seed\":5,\"busy\":1000,\"delayMillis\":20}").status());
    assertEquals(429, newIntent("k").status());
    assertEquals(200, setFaults("{}").status());
    assertEquals(200, newIntent("k").status());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"busy\":1001}",
        "{\"busy\":-1}",
        "{\"busy\":\"all\"}",
        "{\"busy\":0.5}",
        "{\"buzy\":1}",
        "{\"delayMillis\":0}",
        "[]",
        "{"
      })
  void wrongFaultsAreRefusedAndChangeNothing(String body) {
    assertEquals(400, setFaults(body).status());
    assertEquals(200, newIntent("k").status());
  }

  @Test
  void aFormOfSomeWebPageCannotSetFaults() {
    Reply reply = sim.post("/sim/faults", null, "{\"busy\":1000}", "");
    assertEquals(415, reply.status());
    assertEquals(200, newIntent("k").status());
  }

  @Test
  void aChanceIsPerMille() {
    assertThrows(IllegalArgumentException.class, () -> Faults.none().with(Fault.BUSY, 1_001));
    assertThrows(IllegalArgumentException.class, () -> Faults.none().with(Fault.BUSY, -1));
  }

  private Reply setFaults(String json) {
    return sim.send(
        sim.request("/sim/faults")
            .header("Content-Type", "application/json")
            .POST(HttpRequest.BodyPublishers.ofString(json))
            .build());
  }

  private Reply newIntent(String key) {
    return sim.post(INTENTS, key, "amount", "100", "currency", "eur");
  }

  private static String orderOf(Delivery delivery) {
    return delivery.object().getJsonObject("metadata").getString("order_id");
  }
}
