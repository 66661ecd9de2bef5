package dev.headgate.booking.payment;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.headgate.booking.config.ShopConfig;
import dev.headgate.booking.payment.Charge.State;
import dev.headgate.payment.simulator.Fault;
import dev.headgate.payment.simulator.Faults;
import dev.headgate.payment.simulator.Simulator;
import dev.headgate.payment.simulator.SimulatorSettings;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Stripe's library against a server that speaks its API. */
class StripePaymentsTest {
  private static final int ALWAYS = 1_000;
  private static final Duration SLOW = Duration.ofSeconds(3);
  private static final Duration IMPATIENT = Duration.ofSeconds(1);
  private final Vertx vertx = Vertx.vertx();
  private Simulator simulator;
  private PaymentProcessor payments;

  StripePaymentsTest() {
    simulator =
        Outcomes.of(
            Simulator.start(
                vertx, SimulatorSettings.defaults().with(SimulatorSettings.Times.allOf(SLOW))));
    payments = payments("sk_test_simulator", Duration.ofSeconds(30));
  }

  private PaymentProcessor payments(String key, Duration timeout) {
    ShopConfig.Payment settings =
        ShopConfig.Payment.at(simulator.apiBase(), key, "whsec_simulator");
    return PaymentProcessor.stripe(
        vertx,
        settings.withTimes(
            timeout, settings.investigate(), settings.reconcileEvery(), settings.firstCheck()));
  }

  @BeforeEach
  void nothingGoesWrong() {
    simulator.faults(Faults.none());
  }

  @AfterEach
  void stop() {
    Outcomes.of(payments.close());
    Outcomes.of(simulator.close());
    Outcomes.of(vertx.close());
  }

  private Charge create(String orderId, boolean later) {
    return Outcomes.of(
        payments.create(new NewCharge(orderId, "create-" + orderId, 2_000, "EUR", later, "Derby")));
  }

  private Future<Charge> confirm(Charge charge, String method) {
    return payments.confirm(charge.ref(), confirmation("confirm-" + charge.orderId(), method));
  }

  private static Confirmation confirmation(String key, String method) {
    return new Confirmation(key, method, "https://shop.example/orders/1");
  }

  @Test
  void aNewChargeKnowsItsOrderAndTookNothing() {
    Charge charge = create("o1", false);
    assertEquals(new Charge(charge.ref(), State.NEW, 2_000, 0, 0, "o1", null, null), charge);
    assertEquals(charge, create("o1", false));
    assertEquals(charge, Outcomes.of(payments.find(charge.ref())));
    assertEquals(1, simulator.ledger().of("o1").size());
  }

  @Test
  void aConfirmedChargeTookTheMoneyOnceHoweverOftenItIsConfirmed() {
    Charge charge = create("o1", false);
    List<Future<Charge>> fifty =
        IntStream.range(0, 50).mapToObj(i -> confirm(charge, "pm_card_visa")).toList();
    for (Future<Charge> each : fifty) {
      Charge paid = Outcomes.of(each);
      assertEquals(State.SUCCEEDED, paid.state());
      assertEquals(2_000, paid.receivedCents());
    }
    assertEquals(1, simulator.ledger().chargesOf("o1"));
  }

  @Test
  void fiftyConfirmationsWithKeysOfTheirOwnChargeOnceAndTheOthersAreRefused() {
    Charge charge = create("o1", false);
    List<Future<Charge>> fifty =
        IntStream.range(0, 50)
            .mapToObj(i -> payments.confirm(charge.ref(), confirmation("k" + i, "pm_card_visa")))
            .toList();
    long paid = 0;
    for (Future<Charge> each : fifty) {
      await().until(each::isComplete);
      if (each.succeeded()) {
        paid++;
      } else {
        assertEquals("REFUSED payment_intent_unexpected_state", Outcomes.wordsOf(each));
      }
    }
    assertEquals(1, paid);
    assertEquals(1, simulator.ledger().chargesOf("o1"));
  }

  @ParameterizedTest
  @CsvSource(
      textBlock =
          """
          pm_card_visa_chargeDeclined,             generic_decline
          pm_card_chargeDeclinedInsufficientFunds, insufficient_funds
          pm_card_chargeDeclinedExpiredCard,       expired_card
          """)
  void aDeclinedCardIsAnAnswerWithItsReasonAndAnotherCardMayPay(String method, String reason) {
    Charge charge = create("o1", false);
    Charge declined = Outcomes.of(confirm(charge, method));
    assertEquals(
        new Charge(charge.ref(), State.DECLINED, 2_000, 0, 0, "o1", null, reason), declined);
    assertEquals(declined, Outcomes.of(payments.find(charge.ref())));
    Charge paid =
        Outcomes.of(payments.confirm(charge.ref(), confirmation("again", "pm_card_mastercard")));
    assertEquals(State.SUCCEEDED, paid.state());
    assertNull(paid.declineCode());
  }

  @Test
  void aBankThatAsksTheCustomerSaysWhere() throws Exception {
    Charge charge = create("o1", false);
    Charge asking = Outcomes.of(confirm(charge, "pm_card_authenticationRequired"));
    assertEquals(State.ACTION_REQUIRED, asking.state());
    assertNotNull(asking.redirectUrl());
    HttpRequest approval =
        HttpRequest.newBuilder(URI.create(asking.redirectUrl()))
            .POST(HttpRequest.BodyPublishers.ofString("answer=approve"))
            .build();
    HttpResponse<Void> back =
        HttpClient.newHttpClient().send(approval, HttpResponse.BodyHandlers.discarding());
    assertTrue(
        back.headers()
            .firstValue("Location")
            .orElse("")
            .startsWith("https://shop.example/orders/1?payment_intent="));
    assertEquals(State.SUCCEEDED, Outcomes.of(payments.find(charge.ref())).state());
  }

  @Test
  void reservedMoneyIsTakenByCapturingAndFreedByCancelling() {
    Charge first = create("o1", true);
    Charge reserved = Outcomes.of(confirm(first, "pm_card_visa"));
    assertEquals(State.AUTHORISED, reserved.state());
    assertEquals(0, reserved.receivedCents());
    Charge taken = Outcomes.of(payments.capture(first.ref(), "capture-o1"));
    assertEquals(State.SUCCEEDED, taken.state());
    assertEquals(2_000, taken.receivedCents());
    assertEquals(taken, Outcomes.of(payments.capture(first.ref(), "capture-o1")));

    Charge second = create("o2", true);
    assertEquals(State.AUTHORISED, Outcomes.of(confirm(second, "pm_card_visa")).state());
    assertEquals(State.CANCELLED, Outcomes.of(payments.cancel(second.ref(), "cancel-o2")).state());
    assertEquals(
        "REFUSED payment_intent_unexpected_state",
        Outcomes.wordsOf(payments.capture(second.ref(), "capture-o2")));
    assertEquals(1, simulator.ledger().chargesOf("o1"));
    assertEquals(0, simulator.ledger().chargesOf("o2"));
  }

  @Test
  void cancellingAnswersTheChargeAsItIsWhenItIsTooLate() {
    Charge charge = create("o1", false);
    assertEquals(State.SUCCEEDED, Outcomes.of(confirm(charge, "pm_card_visa")).state());
    Charge paid = Outcomes.of(payments.cancel(charge.ref(), "cancel-o1"));
    assertEquals(State.SUCCEEDED, paid.state());
    assertEquals(2_000, paid.receivedCents());

    Charge other = create("o2", false);
    assertEquals(State.CANCELLED, Outcomes.of(payments.cancel(other.ref(), "c1")).state());
    assertEquals(State.CANCELLED, Outcomes.of(payments.cancel(other.ref(), "c2")).state());
  }

  @Test
  void refundsAreMadeOnceAKeyAndFoundWithTheCharge() {
    Charge charge = create("o1", false);
    assertEquals(State.SUCCEEDED, Outcomes.of(confirm(charge, "pm_card_visa")).state());
    Refunded part = Outcomes.of(payments.refund(charge.ref(), 500, "refund-1"));
    assertEquals(new Refunded(part.ref(), false, 500), part);
    assertEquals(part, Outcomes.of(payments.refund(charge.ref(), 500, "refund-1")));
    assertEquals(500, Outcomes.of(payments.find(charge.ref())).refundedCents());
    assertEquals(
        "REFUSED amount_too_large",
        Outcomes.wordsOf(payments.refund(charge.ref(), 1_501, "refund-2")));
    assertEquals(500, simulator.ledger().refundedCents("o1"));
  }

  @Test
  void aRefundMayBePending() {
    Charge charge = create("o1", false);
    assertEquals(State.SUCCEEDED, Outcomes.of(confirm(charge, "pm_sim_pendingRefund")).state());
    assertTrue(Outcomes.of(payments.refund(charge.ref(), 2_000, "refund-1")).pending());
  }

  @Test
  void anAnswerThatTakesTooLongIsUnknownAndFoundLater() {
    PaymentProcessor impatient = payments("sk_test_simulator", IMPATIENT);
    AtomicInteger tries = new AtomicInteger();
    // After a machine stood still, the answer may be there as soon as the end of patience.
    await().until(() -> isUnknownAndFoundLater(impatient, "o" + tries.incrementAndGet()));
  }

  /** False where the answer came in time. */
  private boolean isUnknownAndFoundLater(PaymentProcessor impatient, String order) {
    Charge charge = create(order, false);
    Future<Charge> late =
        impatient.confirm(charge.ref(), confirmation("confirm-" + order, "pm_sim_slow"));
    await().until(late::isComplete);
    if (late.succeeded()) {
      return false;
    }
    assertEquals("UNKNOWN no_answer", Outcomes.wordsOf(late));
    await().until(() -> Outcomes.of(payments.find(charge.ref())).state() == State.SUCCEEDED);
    assertEquals(State.SUCCEEDED, Outcomes.of(confirm(charge, "pm_sim_slow")).state());
    assertEquals(1, simulator.ledger().chargesOf(order));
    return true;
  }

  @Test
  void aKeyThatIsStillAtWorkIsBusy() {
    AtomicInteger tries = new AtomicInteger();
    await().until(() -> isBusyWhileAtWork("o" + tries.incrementAndGet()));
  }

  /** False where the work was done before the others had asked. */
  private boolean isBusyWhileAtWork(String order) {
    Charge charge = create(order, false);
    Future<Charge> first = confirm(charge, "pm_sim_slow");
    await().until(() -> Outcomes.of(payments.find(charge.ref())).state() != State.NEW);
    Future<Charge> same = confirm(charge, "pm_sim_slow");
    await().until(same::isComplete);
    Future<Charge> cancelled = payments.cancel(charge.ref(), "c-" + order);
    await().until(cancelled::isComplete);
    boolean atWork = Outcomes.of(payments.find(charge.ref())).state() == State.PROCESSING;
    assertEquals(State.SUCCEEDED, Outcomes.of(first).state());
    if (atWork) {
      assertEquals("BUSY idempotency_key_in_use", Outcomes.wordsOf(same));
      assertEquals("BUSY lock_timeout", Outcomes.wordsOf(cancelled));
    }
    return atWork;
  }

  @Test
  void aLostAnswerIsUnknownTheMoneyTakenAndTheSameKeyFindsIt() {
    Charge charge = create("o1", false);
    assertEquals("UNKNOWN no_answer", Outcomes.wordsOf(confirm(charge, "pm_sim_lostResponse")));
    assertEquals(1, simulator.ledger().chargesOf("o1"));
    assertEquals(State.SUCCEEDED, Outcomes.of(payments.find(charge.ref())).state());
    assertEquals(State.SUCCEEDED, Outcomes.of(confirm(charge, "pm_sim_lostResponse")).state());
    assertEquals(1, simulator.ledger().chargesOf("o1"));
  }

  @ParameterizedTest
  @CsvSource(
      textBlock =
          """
          BUSY,             BUSY rate_limit,   NEW,       SUCCEEDED
          ERROR_BEFORE,     UNKNOWN api_error, NEW,       SUCCEEDED
          ERROR_AFTER,      UNKNOWN api_error, SUCCEEDED, SUCCEEDED
          ERROR_REMEMBERED, UNKNOWN api_error, SUCCEEDED, UNKNOWN api_error
          DROP_ANSWER,      UNKNOWN no_answer, SUCCEEDED, SUCCEEDED
          """)
  void eachFaultHasItsKindAndIsNotTriedAgainByItself(
      Fault fault, String words, State found, String again) {
    Charge charge = create("o1", false);
    simulator.faults(Faults.none().with(fault, ALWAYS));
    assertEquals(words, Outcomes.wordsOf(confirm(charge, "pm_card_visa")));
    simulator.faults(Faults.none());
    assertEquals(found, Outcomes.of(payments.find(charge.ref())).state());
    Future<Charge> retried = confirm(charge, "pm_card_visa");
    await().until(retried::isComplete);
    assertEquals(
        again, retried.succeeded() ? retried.result().state().name() : Outcomes.wordsOf(retried));
    assertEquals(1, simulator.ledger().chargesOf("o1"));
  }

  @Test
  void aWrongKeyIsRefusedWithoutRepeatingIt() {
    PaymentProcessor stranger = payments("sk_test_secret_of_mine", Duration.ofSeconds(30));
    ProcessorException refused = Outcomes.failureOf(stranger.find("pi_1"));
    assertEquals(ProcessorException.Kind.REFUSED, refused.kind());
    for (Throwable each = refused; each != null; each = each.getCause()) {
      assertFalse(String.valueOf(each.getMessage()).contains("sk_test"), each.toString());
    }
  }

  @Test
  void aKeyUsedForSomethingElseIsRefused() {
    Charge charge = create("o1", false);
    NewCharge other = new NewCharge("o1", "create-o1", 2_100, "EUR", false, "Derby");
    assertEquals("REFUSED idempotency_error", Outcomes.wordsOf(payments.create(other)));
    assertEquals(2_000, Outcomes.of(payments.find(charge.ref())).amountCents());
  }

  @Test
  void whatDoesNotExistIsRefusedAndANameIsNeverAPath() {
    assertEquals("REFUSED resource_missing", Outcomes.wordsOf(payments.find("pi_none")));
    assertEquals("REFUSED resource_missing", Outcomes.wordsOf(payments.find("../payment_intents")));
    Charge charge = create("o1", false);
    assertEquals("REFUSED resource_missing", Outcomes.wordsOf(confirm(charge, "pm_none")));
  }

  @Test
  void nothingThatIsClosedTakesMoney() {
    Charge charge = create("o1", false);
    Outcomes.of(payments.close());
    assertEquals("BUSY closed", Outcomes.wordsOf(confirm(charge, "pm_card_visa")));
    assertEquals(0, simulator.ledger().chargesOf("o1"));
  }
}
