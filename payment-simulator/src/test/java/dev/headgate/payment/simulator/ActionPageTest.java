package dev.headgate.payment.simulator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.headgate.payment.simulator.TestSimulator.Reply;
import io.vertx.core.json.JsonObject;
import java.net.URI;
import java.net.http.HttpRequest;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ActionPageTest {
  private final TestSimulator sim = new TestSimulator();

  @AfterEach
  void stop() {
    sim.close();
  }

  @Test
  void aCardholderIsAskedAndApproves() {
    String id = sim.create("o1");
    String page = pageOf(sim.confirm(id, "k", "pm_card_authenticationRequired"));
    Reply shown = sim.send(HttpRequest.newBuilder(URI.create(page)).build());
    assertEquals(200, shown.status());
    assertTrue(shown.response().body().contains("20.00 EUR"), shown.response().body());
    assertEquals(0, sim.entry(id).charges());

    Reply back = say(page, "approve");
    assertEquals(303, back.status());
    assertEquals(
        "http://127.0.0.1:9/orders/1?t=a&payment_intent=" + id + "&redirect_status=succeeded",
        back.response().headers().firstValue("Location").orElse(""));
    assertEquals("succeeded", sim.find(id).state());
    Waits.until(() -> sim.sink.of("payment_intent.succeeded").size() == 1);
  }

  @Test
  void aCardholderDeclinesAndAnotherCardMayBeTried() {
    String id = sim.create("o1");
    String page = pageOf(sim.confirm(id, "k", "pm_card_authenticationRequired"));
    Reply back = say(page, "decline");
    assertTrue(
        back.response().headers().firstValue("Location").orElse("").endsWith("_status=failed"));
    Reply found = sim.find(id);
    assertEquals("requires_payment_method", found.state());
    assertEquals(
        "payment_intent_authentication_failure",
        found.json().getJsonObject("last_payment_error").getString("code"));
    Waits.until(() -> sim.sink.of("payment_intent.payment_failed").size() == 1);
    assertEquals("succeeded", sim.confirm(id, "k2", "pm_card_visa").state());
  }

  @Test
  void anAnswerGivenTwiceChargesOnceAndOneAfterACancellationNothing() {
    String id = sim.create("o1");
    String page = pageOf(sim.confirm(id, "k", "pm_card_authenticationRequired"));
    assertEquals(303, say(page, "approve").status());
    assertEquals(303, say(page, "approve").status());
    assertEquals(1, sim.entry(id).charges());

    String other = sim.create("o2");
    String late = pageOf(sim.confirm(other, "k2", "pm_card_authenticationRequired"));
    assertEquals("canceled", sim.post("/v1/payment_intents/" + other + "/cancel", "c").state());
    assertEquals(303, say(late, "approve").status());
    assertEquals("canceled", sim.find(other).state());
    assertEquals(0, sim.entry(other).charges());
  }

  @Test
  void anUnknownPaymentHasNoPage() {
    assertEquals(404, sim.get("/sim/actions/pi_%3Cscript%3E").status());
  }

  private static String pageOf(Reply confirmed) {
    assertEquals("requires_action", confirmed.state());
    JsonObject next = confirmed.json().getJsonObject("next_action");
    assertEquals("redirect_to_url", next.getString("type"));
    return next.getJsonObject("redirect_to_url").getString("url");
  }

  private Reply say(String page, String word) {
    return sim.send(
        HttpRequest.newBuilder(URI.create(page))
            .header("Content-Type", "application/x-www-form-urlencoded")
            .POST(HttpRequest.BodyPublishers.ofString("answer=" + word))
            .build());
  }
}
