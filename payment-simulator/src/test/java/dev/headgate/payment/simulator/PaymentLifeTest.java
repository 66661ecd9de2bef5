package dev.headgate.payment.simulator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.headgate.payment.simulator.TestSimulator.Reply;
import io.vertx.core.json.JsonObject;
import java.net.URI;
import java.net.http.HttpRequest;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PaymentLifeTest {
  private static final String INTENTS = "/v1/payment_intents";
  private final TestSimulator sim = new TestSimulator();

  @AfterEach
  void stop() {
    sim.close();
  }

  /** How to get into a state, what is tried there, and the state or the error that comes of it. */
  @ParameterizedTest
  @CsvSource(
      textBlock =
          """
          new,        confirm, succeeded
          new,        capture, payment_intent_unexpected_state
          new,        cancel,  canceled
          new,        refund,  charge_not_captured
          declined,   confirm, succeeded
          declined,   cancel,  canceled
          asking,     confirm, succeeded
          asking,     capture, payment_intent_unexpected_state
          asking,     cancel,  canceled
          processing, confirm, payment_intent_unexpected_state
          processing, capture, payment_intent_unexpected_state
          processing, cancel,  canceled
          processing, refund,  charge_not_captured
          authorised, confirm, payment_intent_unexpected_state
          authorised, capture, succeeded
          authorised, cancel,  canceled
          authorised, refund,  charge_not_captured
          paid,       confirm, payment_intent_unexpected_state
          paid,       capture, payment_intent_unexpected_state
          paid,       cancel,  payment_intent_unexpected_state
          paid,       refund,  succeeded
          canceled,   confirm, payment_intent_unexpected_state
          canceled,   capture, payment_intent_unexpected_state
          canceled,   cancel,  payment_intent_unexpected_state
          canceled,   refund,  charge_not_captured
          """)
  void eachStateAllowsWhatStripeAllows(String from, String verb, String expected) {
    String id = inState(from);
    Reply reply =
        switch (verb) {
          case "refund" -> sim.post("/v1/refunds", null, "payment_intent", id);
          case "confirm" -> sim.confirm(id, "second", "pm_card_visa");
          default -> sim.post(INTENTS + "/" + id + "/" + verb, null);
        };
    assertEquals(expected, reply.status() == 200 ? reply.state() : reply.code());
    boolean ends = "paid".equals(from) || "succeeded".equals(expected);
    assertEquals(ends ? 1 : 0, sim.entry(id).charges());
  }

  private String inState(String name) {
    boolean later = name.equals("authorised");
    String id = later ? sim.create("o1", "capture_method", "manual") : sim.create("o1");
    String before =
        switch (name) {
          case "declined" -> "pm_card_chargeDeclined";
          case "asking" -> "pm_card_authenticationRequired";
          case "processing" -> "pm_sim_neverSettles";
          case "authorised", "paid" -> "pm_card_mastercard";
          default -> "";
        };
    if (!before.isEmpty()) {
      assertTrue(sim.confirm(id, "first", before).status() < 500);
    }
    if (name.equals("canceled")) {
      assertEquals("canceled", sim.post(INTENTS + "/" + id + "/cancel", null).state());
    }
    return id;
  }

  @ParameterizedTest
  @CsvSource(
      textBlock =
          """
          pm_card_visa_chargeDeclined,             card_declined, generic_decline
          pm_card_chargeDeclined,                  card_declined, generic_decline
          pm_card_chargeDeclinedInsufficientFunds, card_declined, insufficient_funds
          pm_card_chargeDeclinedExpiredCard,       expired_card,  expired_card
          """)
  void aDeclinedCardIs402WithThePaymentAsItIsNow(String method, String code, String declined) {
    String id = sim.create("o1");
    Reply reply = sim.confirm(id, "k", method);
    assertEquals(402, reply.status());
    assertEquals("card_error", reply.error().getString("type"));
    assertEquals(code, reply.code());
    assertEquals(declined, reply.error().getString("decline_code"));
    JsonObject intent = reply.error().getJsonObject("payment_intent");
    assertEquals(id, intent.getString("id"));
    assertEquals("requires_payment_method", intent.getString("status"));
    JsonObject last = intent.getJsonObject("last_payment_error");
    assertEquals(declined, last.getString("decline_code"));
    assertEquals(0, sim.simulator.ledger().chargesOf("o1"));
  }

  @Test
  void anAuthorisedPaymentHoldsMoneyAndTakesNoneUntilItIsCaptured() {
    String id = sim.create("o1", "capture_method", "manual");
    Reply reserved = sim.confirm(id, "k", "pm_card_visa");
    assertEquals("requires_capture", reserved.state());
    assertEquals(2_000, reserved.json().getInteger("amount_capturable"));
    assertEquals(0, sim.simulator.ledger().chargedCents("o1"));

    Reply taken = sim.post(INTENTS + "/" + id + "/capture", "c", "amount_to_capture", "1500");
    assertEquals("succeeded", taken.state());
    assertEquals(1_500, taken.json().getInteger("amount_received"));
    assertEquals(1_500, sim.simulator.ledger().chargedCents("o1"));
  }

  @Test
  void refundsAddUpToWhatWasTakenAndNoFurther() {
    String id = sim.pay("o1", "pm_card_visa");
    Reply part = sim.post("/v1/refunds", "r1", "payment_intent", id, "amount", "500");
    assertEquals("succeeded", part.state());
    assertEquals(part.json(), sim.get("/v1/refunds/" + part.id()).json());
    Reply again = sim.post("/v1/refunds", "r1", "payment_intent", id, "amount", "500");
    assertEquals(part.id(), again.id());
    assertEquals(
        "amount_too_large",
        sim.post("/v1/refunds", "r2", "payment_intent", id, "amount", "1501").code());
    assertEquals(
        1_500, sim.post("/v1/refunds", "r3", "payment_intent", id).json().getInteger("amount"));
    assertEquals(
        "charge_already_refunded", sim.post("/v1/refunds", "r4", "payment_intent", id).code());
    assertEquals(2_000, sim.simulator.ledger().refundedCents("o1"));
    JsonObject charge =
        sim.get(INTENTS + "/" + id + "?expand%5B%5D=latest_charge")
            .json()
            .getJsonObject("latest_charge");
    assertEquals(2_000, charge.getInteger("amount_refunded"));
    assertEquals(true, charge.getBoolean("refunded"));
  }

  @Test
  void paymentsAreListedNewestFirstInPages() {
    List<String> ids = List.of(sim.create("o1"), sim.create("o2"), sim.create("o3"));
    Reply first = sim.get(INTENTS + "?limit=2");
    assertEquals(List.of(ids.get(2), ids.get(1)), idsOf(first));
    assertEquals(true, first.json().getBoolean("has_more"));
    Reply second = sim.get(INTENTS + "?limit=2&starting_after=" + ids.get(1));
    assertEquals(List.of(ids.get(0)), idsOf(second));
    assertEquals(false, second.json().getBoolean("has_more"));
    assertEquals(400, sim.get(INTENTS + "?limit=0").status());
  }

  private static List<String> idsOf(Reply list) {
    return list.json().getJsonArray("data").stream()
        .map(each -> ((JsonObject) each).getString("id"))
        .toList();
  }

  @ParameterizedTest
  @CsvSource(
      textBlock =
          """
          amount=0&currency=eur,                                 amount
          amount=-1&currency=eur,                                amount
          amount=1.5&currency=eur,                               amount
          amount=100000000&currency=eur,                         amount
          currency=eur,                                          amount
          amount=100,                                            currency
          amount=100&currency=euro,                              currency
          amount=100&currency=eur&amount=200,                    amount
          amount=100&currency=eur&confirm=true,                  confirm
          amount=100&currency=eur&capture_method=sometime,       capture_method
          amount=100&currency=eur&payment_method=pm_card_nobody, payment_method
          """)
  void whatIsWrongIsNamedAndMakesNothing(String body, String parameter) {
    Reply reply =
        sim.send(sim.request(INTENTS).POST(HttpRequest.BodyPublishers.ofString(body)).build());
    assertEquals(4, reply.status() / 100);
    assertEquals(parameter, reply.error().getString("param"));
    assertEquals(List.of(), sim.simulator.ledger().entries());
  }

  @Test
  void aWrongKeyGetsNothingAndIsNotRepeated() {
    Reply reply =
        sim.send(
            HttpRequest.newBuilder(URI.create(sim.simulator.apiBase() + INTENTS))
                .header("Authorization", "Bearer sk_live_guess")
                .build());
    assertEquals(401, reply.status());
    assertFalse(reply.response().body().contains("sk_"));
  }

  @Test
  void whatDoesNotExistIsMissing() {
    assertEquals("resource_missing", sim.find("pi_none").code());
    assertEquals("resource_missing", sim.get("/v1/refunds/re_none").code());
    assertEquals("resource_missing", sim.confirm("pi_none", "k", "pm_card_visa").code());
    assertEquals(404, sim.get("/v1/customers").status());
    assertNull(sim.simulator.ledger().payment("pi_none"));
  }
}
