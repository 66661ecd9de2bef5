package dev.headgate.booking.order;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import dev.headgate.booking.order.Decision.Act;
import dev.headgate.booking.payment.Charge;
import dev.headgate.booking.payment.Charge.State;
import java.util.Locale;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Two seats for 90 euros. */
class OrderRulesTest {
  private static final long AMOUNT = 9_000;
  private static final int SEATS = 2;

  /** An order and what is known of its payment. Seats as paying/held/free. */
  private static Standing standing(String status, String seats, String policy) {
    String[] counts = seats.split("/", -1);
    return new Standing(
        "o",
        Standing.Status.valueOf(status.toUpperCase(Locale.ROOT)),
        AMOUNT,
        SEATS,
        policy.contains("unknown") ? null : "p",
        !policy.contains("second") && !policy.contains("unknown"),
        policy.contains("settled"),
        policy.contains("declined"),
        policy.contains("refunded") ? AMOUNT : 0,
        policy.contains("honour"),
        !policy.contains("keep"),
        Integer.parseInt(counts[0]),
        Integer.parseInt(counts[1]),
        Integer.parseInt(counts[2]));
  }

  private static Charge charge(String state, long received, long refunded) {
    return new Charge("pi", State.valueOf(state), AMOUNT, received, refunded, "o", null, null);
  }

  @ParameterizedTest
  @CsvSource({
    // In time: the seats wait for the money.
    "pending_payment, 2/0/0, '',        SUCCEEDED, 9000, 0,    SELL,      NOTHING",
    "pending_payment, 2/0/0, '',        CANCELLED, 0,    0,    FAIL,      NOTHING",
    "pending_payment, 2/0/0, '',        DECLINED,  0,    0,    RECORD,    CANCEL",
    "pending_payment, 2/0/0, '',        PROCESSING, 0,   0,    RECORD,    NOTHING",
    "pending_payment, 2/0/0, '',        ACTION_REQUIRED, 0, 0, RECORD,    NOTHING",
    "pending_payment, 2/0/0, '',        NEW,       0,    0,    RECORD,    NOTHING",
    // The wrong amount buys nothing; more than the price does.
    "pending_payment, 2/0/0, '',        SUCCEEDED, 8999, 0,    GIVE_BACK, NOTHING",
    "pending_payment, 2/0/0, '',        SUCCEEDED, 9001, 0,    SELL,      NOTHING",
    // Given back by the seller before anybody knew that it was paid.
    "pending_payment, 2/0/0, '',        SUCCEEDED, 9000, 9000, GIVE_BACK, NOTHING",
    // A part of it given back leaves the tickets.
    "pending_payment, 2/0/0, '',        SUCCEEDED, 9000, 4000, SELL,      NOTHING",
    // Money first reserved: the hold lives, has lost a seat, or has lost both.
    "pending_payment, 0/2/0, '',        AUTHORISED, 0,   0,    SECURE,    CAPTURE",
    "pending_payment, 2/0/0, '',        AUTHORISED, 0,   0,    RECORD,    CAPTURE",
    "pending_payment, 0/1/1, '',        AUTHORISED, 0,   0,    RECORD,    CANCEL",
    "pending_payment, 0/0/0, '',        AUTHORISED, 0,   0,    RECORD,    CANCEL",
    "failed,          0/0/2, '',        AUTHORISED, 0,   0,    RECORD,    CANCEL",
    "pending_payment, 0/2/0, '',        SUCCEEDED, 9000, 0,    SELL,      NOTHING",
    // The seats ran out of time, and one of them is somebody's.
    "pending_payment, 0/0/1, honour,    SUCCEEDED, 9000, 0,    GIVE_BACK, NOTHING",
    "pending_payment, 0/0/2, honour,    SUCCEEDED, 9000, 0,    SELL,      NOTHING",
    "pending_payment, 0/0/2, '',        SUCCEEDED, 9000, 0,    GIVE_BACK, NOTHING",
    // Too late: strict, and gentle.
    "failed,          0/0/2, '',        SUCCEEDED, 9000, 0,    GIVE_BACK, NOTHING",
    "failed,          0/0/2, 'settled', SUCCEEDED, 9000, 0,    GIVE_BACK, NOTHING",
    "failed,          0/0/2, honour,    SUCCEEDED, 9000, 0,    SELL,      NOTHING",
    "failed,          0/0/1, honour,    SUCCEEDED, 9000, 0,    GIVE_BACK, NOTHING",
    "failed,          0/0/2, honour,    SUCCEEDED, 8000, 0,    GIVE_BACK, NOTHING",
    "failed,          0/0/2, honour,    SUCCEEDED, 9000, 9000, GIVE_BACK, NOTHING",
    "failed,          0/0/2, '',        CANCELLED, 0,    0,    RECORD,    NOTHING",
    "failed,          0/0/2, 'settled', PROCESSING, 0,   0,    IGNORE,    NOTHING",
    // Again, or out of order.
    "confirmed,       0/0/0, settled,   SUCCEEDED, 9000, 0,    IGNORE,    NOTHING",
    "confirmed,       0/0/0, settled,   PROCESSING, 0,   0,    IGNORE,    NOTHING",
    "confirmed,       0/0/0, settled,   AUTHORISED, 0,   0,    IGNORE,    NOTHING",
    "confirmed,       0/0/0, settled,   DECLINED,  0,    0,    IGNORE,    NOTHING",
    "confirmed,       0/0/0, settled,   CANCELLED, 0,    0,    RECORD,    NOTHING",
    "refund_due,      0/0/0, settled,   SUCCEEDED, 9000, 0,    IGNORE,    NOTHING",
    "refunded,        0/0/0, 'settled refunded', SUCCEEDED, 9000, 9000, IGNORE, NOTHING",
    // Refunds of somebody else: in part, whole, whole again, and where tickets stay good.
    "confirmed,       0/0/0, settled,   SUCCEEDED, 9000, 4000, REFUNDED,  NOTHING",
    "confirmed,       0/0/0, settled,   SUCCEEDED, 9000, 9000, VOID,      NOTHING",
    "confirmed,       0/0/0, 'settled refunded', SUCCEEDED, 9000, 9000, IGNORE, NOTHING",
    "confirmed,       0/0/0, 'settled keep', SUCCEEDED, 9000, 9000, REFUNDED, NOTHING",
    "refund_due,      0/0/0, settled,   SUCCEEDED, 9000, 9000, REFUNDED,  NOTHING",
    // A second charge for the same order, whatever has become of that.
    "pending_payment, 2/0/0, unknown,   SUCCEEDED, 9000, 0,    EXTRA,     NOTHING",
    "confirmed,       0/0/0, unknown,   SUCCEEDED, 9000, 0,    EXTRA,     NOTHING",
    "failed,          0/0/2, unknown,   SUCCEEDED, 9000, 0,    EXTRA,     NOTHING",
    "confirmed,       0/0/0, unknown,   PROCESSING, 0,   0,    IGNORE,    NOTHING",
    "confirmed,       0/0/0, unknown,   AUTHORISED, 0,   0,    IGNORE,    CANCEL",
    "confirmed,       0/0/0, 'second settled', SUCCEEDED, 9000, 0, IGNORE, NOTHING",
    "confirmed,       0/0/0, 'second settled', SUCCEEDED, 9000, 9000, REFUNDED, NOTHING",
  })
  void thisFollows(
      String status,
      String seats,
      String policy,
      String state,
      long received,
      long refunded,
      Act act,
      Decision.Then then) {
    Decision decision =
        OrderRules.decide(standing(status, seats, policy), charge(state, received, refunded));
    assertEquals(act, decision.act());
    assertEquals(then, decision.then());
  }

  /** Every standing with every news: what must never follow, does not. */
  private static void everything(Consumer<Object[]> check) {
    for (Standing.Status status : Standing.Status.values()) {
      for (String seats : new String[] {"2/0/0", "0/2/0", "0/0/2", "1/0/1", "0/1/0", "0/0/0"}) {
        for (String policy :
            new String[] {"", "honour", "settled", "settled honour", "keep", "unknown", "second"}) {
          for (State state : State.values()) {
            for (long[] money : new long[][] {{0, 0}, {9_000, 0}, {8_000, 0}, {9_000, 9_000}}) {
              Standing standing = standing(status.name(), seats, policy);
              Charge charge = charge(state.name(), money[0], money[1]);
              check.accept(new Object[] {standing, charge, OrderRules.decide(standing, charge)});
            }
          }
        }
      }
    }
  }

  @Test
  void nothingIsSoldWithoutAllItsMoneyAndAllItsSeats() {
    everything(
        each -> {
          Standing standing = (Standing) each[0];
          Charge charge = (Charge) each[1];
          if (((Decision) each[2]).act() == Act.SELL) {
            assertEquals(State.SUCCEEDED, charge.state());
            assertEquals(true, charge.receivedCents() >= AMOUNT);
            assertEquals(true, standing.couldHaveItsSeats());
            assertNotEquals(Standing.Status.CONFIRMED, standing.status());
          }
        });
  }

  @Test
  void seatsGoBackOnlyWhenTheChargeCanTakeNoMoneyOrItsMoneyGoesBack() {
    everything(
        each -> {
          Charge charge = (Charge) each[1];
          Act act = ((Decision) each[2]).act();
          if (act == Act.FAIL) {
            assertEquals(State.CANCELLED, charge.state());
          }
          if (act == Act.GIVE_BACK || act == Act.VOID) {
            assertEquals(State.SUCCEEDED, charge.state());
          }
        });
  }

  @Test
  void moneyThatBuysNothingGoesBack() {
    everything(
        each -> {
          Standing standing = (Standing) each[0];
          Charge charge = (Charge) each[1];
          Act act = ((Decision) each[2]).act();
          boolean isNews =
              standing.status() == Standing.Status.PENDING_PAYMENT
                  || standing.status() == Standing.Status.FAILED;
          if (charge.state() == State.SUCCEEDED && standing.isOwn() && isNews) {
            assertEquals(true, act == Act.SELL || act == Act.GIVE_BACK);
          }
        });
  }

  @Test
  void aSecondChargeNeverMovesASeat() {
    everything(
        each -> {
          Act act = ((Decision) each[2]).act();
          if (!((Standing) each[0]).isOwn()) {
            assertEquals(
                true, act == Act.EXTRA || act == Act.IGNORE || act == Act.REFUNDED, act.name());
          }
        });
  }
}
