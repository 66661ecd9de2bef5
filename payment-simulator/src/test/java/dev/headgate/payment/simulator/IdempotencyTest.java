package dev.headgate.payment.simulator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.headgate.payment.simulator.TestSimulator.Reply;
import java.net.http.HttpResponse;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class IdempotencyTest {
  private static final String INTENTS = "/v1/payment_intents";
  private final TestSimulator sim = new TestSimulator();

  @AfterEach
  void stop() {
    sim.close();
  }

  @Test
  void fiftyCallsAtOnceWithOneKeyMakeOnePayment() {
    List<CompletableFuture<HttpResponse<String>>> sent =
        IntStream.range(0, 50)
            .mapToObj(i -> sim.postLater(INTENTS, "k", "amount", "100", "currency", "eur"))
            .toList();
    Set<String> ids = new HashSet<>();
    sent.forEach(each -> ids.add(TestSimulator.reply(each).id()));
    assertEquals(1, ids.size());
    assertEquals(1, sim.simulator.ledger().entries().size());
  }

  @Test
  void fiftyConfirmationsAtOnceWithOneKeyChargeOnce() {
    String id = sim.create("o1");
    List<CompletableFuture<HttpResponse<String>>> sent =
        IntStream.range(0, 50)
            .mapToObj(
                i ->
                    sim.postLater(
                        INTENTS + "/" + id + "/confirm", "k", "payment_method", "pm_card_visa"))
            .toList();
    sent.forEach(each -> assertEquals("succeeded", TestSimulator.reply(each).state()));
    assertEquals(1, sim.simulator.ledger().chargesOf("o1"));
  }

  @Test
  void fiftyConfirmationsAtOnceWithTheirOwnKeysChargeOnce() {
    String id = sim.create("o1");
    List<CompletableFuture<HttpResponse<String>>> sent =
        IntStream.range(0, 50)
            .mapToObj(
                i ->
                    sim.postLater(
                        INTENTS + "/" + id + "/confirm", "k" + i, "payment_method", "pm_card_visa"))
            .toList();
    List<Reply> replies = sent.stream().map(TestSimulator::reply).toList();
    assertEquals(1, replies.stream().filter(each -> each.status() == 200).count());
    assertEquals(
        49,
        replies.stream()
            .filter(each -> each.code().equals("payment_intent_unexpected_state"))
            .count());
    assertEquals(1, sim.simulator.ledger().chargesOf("o1"));
    assertEquals(2_000, sim.simulator.ledger().chargedCents("o1"));
  }

  @Test
  void theSameParametersInAnotherOrderAreTheSameCall() {
    Reply first = sim.post(INTENTS, "k", "amount", "100", "currency", "eur");
    Reply again = sim.post(INTENTS, "k", "currency", "eur", "amount", "100");
    assertEquals(first.json(), again.json());
    assertFalse(first.isReplay());
    assertTrue(again.isReplay());
  }

  @Test
  void otherParametersOrAnotherPathUnderOneKeyAreRefused() {
    Reply first = sim.post(INTENTS, "k", "amount", "100", "currency", "eur");
    Reply other = sim.post(INTENTS, "k", "amount", "101", "currency", "eur");
    assertEquals(400, other.status());
    assertEquals("idempotency_error", other.error().getString("type"));
    Reply elsewhere = sim.post(INTENTS + "/" + first.id() + "/cancel", "k");
    assertEquals("idempotency_error", elsewhere.error().getString("type"));
    assertEquals("requires_payment_method", sim.find(first.id()).state());
  }

  @Test
  void aKeyInUseIsAConflict() {
    String id = sim.create("o1");
    String path = INTENTS + "/" + id + "/confirm";
    CompletableFuture<HttpResponse<String>> slow =
        sim.postLater(path, "k", "payment_method", "pm_sim_slow");
    Waits.until(() -> "processing".equals(sim.find(id).state()));
    Reply second = sim.post(path, "k", "payment_method", "pm_sim_slow");
    assertEquals(409, second.status());
    assertEquals("idempotency_key_in_use", second.code());
    assertEquals("succeeded", TestSimulator.reply(slow).state());
    Reply third = sim.post(path, "k", "payment_method", "pm_sim_slow");
    assertEquals("succeeded", third.state());
    assertEquals(1, sim.simulator.ledger().chargesOf("o1"));
  }

  @Test
  void withoutAKeyEachCallIsItsOwn() {
    Reply first = sim.post(INTENTS, null, "amount", "100", "currency", "eur");
    Reply second = sim.post(INTENTS, null, "amount", "100", "currency", "eur");
    assertNotEquals(first.id(), second.id());
  }

  @Test
  void aBanksNoIsRememberedAndAMalformedCallIsNot() {
    String id = sim.create("o1");
    Reply declined = sim.confirm(id, "k", "pm_card_chargeDeclined");
    Reply again = sim.confirm(id, "k", "pm_card_chargeDeclined");
    assertEquals(402, again.status());
    assertTrue(again.isReplay());
    assertEquals(declined.json(), again.json());

    assertEquals(400, sim.post(INTENTS, "m", "amount", "x", "currency", "eur").status());
    assertEquals(200, sim.post(INTENTS, "m", "amount", "100", "currency", "eur").status());
  }

  @Test
  void aKeyOfMoreThan255CharactersIsRefused() {
    String key = "k".repeat(256);
    assertEquals(400, sim.post(INTENTS, key, "amount", "100", "currency", "eur").status());
    assertEquals(List.of(), sim.simulator.ledger().entries());
  }
}
