package dev.headgate.booking.payment;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.headgate.booking.payment.Charge.State;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class StripeNoticesTest {
  private static final Instant NOW = Instant.ofEpochSecond(1_800_000_000);
  private static final String OLD = "whsec_old";
  private static final String NEW = "whsec_new";
  private final StripeNotices notices = new StripeNotices(List.of(OLD, NEW));

  private static String intentEvent(String type, String status, String more) {
    return """
        {"id":"evt_1","object":"event","type":"%s","created":1799999990,"data":{"object":
        {"id":"pi_1","amount":2000,"amount_received":1500,"status":"%s",
        "metadata":{"order_id":"o1"}%s}}}"""
        .formatted(type, status, more);
  }

  private static String signature(String body, String secret, Instant when) {
    try {
      Mac mac = Mac.getInstance("HmacSHA256");
      mac.init(new SecretKeySpec(secret.getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
      String signed = when.getEpochSecond() + "." + body;
      byte[] hash = mac.doFinal(signed.getBytes(StandardCharsets.UTF_8));
      return "t=" + when.getEpochSecond() + ",v1=" + HexFormat.of().formatHex(hash);
    } catch (GeneralSecurityException missing) {
      throw new AssertionError(missing);
    }
  }

  private Notice genuine(String body) {
    return verify(body, signature(body, NEW, NOW));
  }

  private Notice verify(String body, String... signatures) {
    return notices.verify(body.getBytes(StandardCharsets.UTF_8), List.of(signatures), NOW);
  }

  private String refusal(String body, String... signatures) {
    return String.valueOf(
        assertThrows(BadSignatureException.class, () -> verify(body, signatures)).getMessage());
  }

  @ParameterizedTest
  @CsvSource(
      textBlock =
          """
          payment_intent.created,                   requires_payment_method, NEW
          payment_intent.processing,                processing,              PROCESSING
          payment_intent.requires_action,           requires_action,         ACTION_REQUIRED
          payment_intent.amount_capturable_updated, requires_capture,        AUTHORISED
          payment_intent.succeeded,                 succeeded,               SUCCEEDED
          payment_intent.canceled,                  canceled,                CANCELLED
          payment_intent.partially_funded,          processing,              PROCESSING
          """)
  void aPaymentsNewsIsItsChargeAsItWasThen(String type, String status, State state) {
    Notice notice = genuine(intentEvent(type, status, ""));
    Charge charge = new Charge("pi_1", state, 2_000, 1_500, 0, "o1", null, null);
    assertEquals(new Notice("evt_1", type, Instant.ofEpochSecond(1_799_999_990), charge), notice);
  }

  @Test
  void aFailedPaymentSaysWhyAndAnActionWhere() {
    Notice failed =
        genuine(
            intentEvent(
                "payment_intent.payment_failed",
                "requires_payment_method",
                ",\"last_payment_error\":{\"code\":\"card_declined\","
                    + "\"decline_code\":\"lost_card\"}"));
    Charge declined = chargeOf(failed);
    assertEquals(State.DECLINED, declined.state());
    assertEquals("lost_card", declined.declineCode());
    Notice asking =
        genuine(
            intentEvent(
                "payment_intent.requires_action",
                "requires_action",
                ",\"next_action\":{\"redirect_to_url\":{\"url\":\"https://bank.example/\"}}"));
    assertEquals("https://bank.example/", chargeOf(asking).redirectUrl());
  }

  @Test
  void aRefundIsNewsOfThePaymentAndOfHowMuchWasGivenBack() {
    Notice notice =
        genuine(
            """
            {"id":"evt_2","type":"charge.refunded","created":1799999990,"data":{"object":
            {"id":"ch_1","payment_intent":"pi_1","amount":2000,"amount_captured":2000,
            "amount_refunded":500,"metadata":{"order_id":"o1"}}}}""");
    assertEquals(
        new Charge("pi_1", State.SUCCEEDED, 2_000, 2_000, 500, "o1", null, null), chargeOf(notice));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"id\":\"e\",\"type\":\"customer.created\",\"created\":1,\"data\":{\"object\":{}}}",
        "{\"id\":\"e\",\"type\":\"charge.refunded\",\"created\":1,"
            + "\"data\":{\"object\":{\"id\":\"c\"}}}",
        "{\"id\":\"e\",\"type\":\"charge.succeeded\",\"created\":1,"
            + "\"data\":{\"object\":{\"amount\":\"x\"}}}"
      })
  void otherNewsIsGenuineAndAboutNoChargeOfOurs(String body) {
    assertNull(genuine(body).charge());
  }

  @Test
  void aPaymentOfSomebodyElseHasNoOrder() {
    String body =
        intentEvent("payment_intent.succeeded", "succeeded", "")
            .replace("{\"order_id\":\"o1\"}", "{}");
    assertNull(chargeOf(genuine(body)).orderId());
  }

  @Test
  void eitherSecretWillDoAndSoWillEitherOfTwoSignatures() {
    String body = intentEvent("payment_intent.succeeded", "succeeded", "");
    String good = signature(body, OLD, NOW);
    assertEquals("evt_1", verify(body, good).eventId());
    String stranger = signature(body, "whsec_other", NOW);
    assertEquals("evt_1", verify(body, stranger + "," + good.split(",", 2)[1]).eventId());
    assertEquals("evt_1", verify(body, stranger, good).eventId());
  }

  @Test
  void aSignatureIsGoodForFiveMinutes() {
    String body = intentEvent("payment_intent.succeeded", "succeeded", "");
    assertEquals("evt_1", verify(body, signature(body, NEW, NOW.minusSeconds(300))).eventId());
    assertEquals("signature", refusal(body, signature(body, NEW, NOW.minusSeconds(301))));
  }

  @Test
  void whatIsNotSignedByUsOrWasChangedIsRefused() {
    String body = intentEvent("payment_intent.succeeded", "succeeded", "");
    String good = signature(body, NEW, NOW);
    assertEquals("signature", refusal(body, signature(body, "whsec_other", NOW)));
    assertEquals("signature", refusal(body.replace("1500", "9500"), good));
    assertEquals("signature", refusal(body + " ", good));
    assertEquals("signature", refusal(body));
    assertEquals("signature", refusal(body, good.replace("v1=", "v0=")));
    assertEquals("signature", refusal(body, good.replace("t=1800000000", "t=1800000001")));
    assertEquals("signature", refusal(body, "x", "x", "x", "x", good));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        ",",
        "=",
        "t=",
        "t=,v1=",
        "t=abc,v1=00",
        "t=1800000000",
        "v1=00",
        "t=-1,v1=0",
        "t=99999999999999999999,v1=00",
        "garbage"
      })
  void aMalformedSignatureIsRefused(String signature) {
    String body = intentEvent("payment_intent.succeeded", "succeeded", "");
    assertEquals("signature", refusal(body, signature));
  }

  @Test
  void bytesThatAreNoTextAreNotMadeIntoSome() {
    byte[] body = {'{', (byte) 0xff, '}'};
    String replaced = new String(body, StandardCharsets.UTF_8);
    String signed = signature(replaced, NEW, NOW);
    assertThrows(BadSignatureException.class, () -> notices.verify(body, List.of(signed), NOW));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "null",
        "[]",
        "{}",
        "{\"id\":\"e\"",
        "{\"id\":\"e\",\"type\":\"x\",\"created\":1,\"data\":{\"object\":{}}} {}",
        "{\"id\":\"e\",\"id\":\"f\",\"type\":\"x\",\"created\":1,\"data\":{\"object\":{}}}",
        "{\"id\":\"e\",\"type\":\"x\",\"created\":1,\"data\":{\"object\":{\"a\":1,\"a\":2}}}",
        "{\"id\":\"e\\u0000\",\"type\":\"x\",\"created\":1,\"data\":{\"object\":{}}}",
        "{\"id\":1,\"type\":\"x\",\"created\":1,\"data\":{\"object\":{}}}",
        "{\"id\":\"e\",\"type\":\"x\",\"created\":\"1\",\"data\":{\"object\":{}}}",
        "{\"id\":\"e\",\"type\":\"x\",\"created\":-1,\"data\":{\"object\":{}}}",
        "{\"id\":\"e\",\"type\":\"x\",\"created\":9223372036854775807,\"data\":{\"object\":{}}}",
        "{\"id\":\"e\",\"type\":\"x\",\"created\":1,\"data\":[]}",
        "{\"id\":\"e\",\"type\":\"payment_intent.succeeded\",\"created\":1,"
            + "\"data\":{\"object\":{}}}"
      })
  void whatIsSignedAndNotReadableIsRefusedAsThat(String body) {
    assertEquals("unreadable", refusal(body, signature(body, NEW, NOW)));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          "amount":2000           | "amount":-1
          "amount":2000           | "amount":2000.0
          "amount":2000           | "amount":99999999999999999999
          "status":"succeeded"    | "status":"teleported"
          "status":"succeeded"    | "status":null
          "id":"pi_1"             | "id":""
          {"order_id":"o1"}       | {"order_id":7}
          {"order_id":"o1"}       | "o1"
          """)
  void aChargeIsReadStrictly(String right, String wrong) {
    String body = intentEvent("payment_intent.succeeded", "succeeded", "").replace(right, wrong);
    assertEquals("unreadable", refusal(body, signature(body, NEW, NOW)));
  }

  private static Charge chargeOf(Notice notice) {
    @Nullable Charge charge = notice.charge();
    if (charge == null) {
      throw new AssertionError("no charge in " + notice.type());
    }
    return charge;
  }
}
