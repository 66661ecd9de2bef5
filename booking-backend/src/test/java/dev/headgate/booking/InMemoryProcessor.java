package dev.headgate.booking;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import dev.headgate.booking.payment.BadSignatureException;
import dev.headgate.booking.payment.Charge;
import dev.headgate.booking.payment.Charge.State;
import dev.headgate.booking.payment.Confirmation;
import dev.headgate.booking.payment.NewCharge;
import dev.headgate.booking.payment.Notice;
import dev.headgate.booking.payment.PaymentProcessor;
import dev.headgate.booking.payment.ProcessorException;
import dev.headgate.booking.payment.Refunded;
import io.vertx.core.Future;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * A processor whose every answer a test can lose, refuse or hold up. What a payment method does is
 * in its name: {@code pm_ok}, {@code pm_declined}, {@code pm_processing}, {@code pm_bank}.
 */
final class InMemoryProcessor implements PaymentProcessor {
  private final Map<String, Charge> charges = new LinkedHashMap<>();
  private final Map<String, String> made = new LinkedHashMap<>();
  private final Map<String, Long> refunds = new LinkedHashMap<>();
  private final Map<String, Deque<Fault>> faults = new LinkedHashMap<>();
  private final List<String> calls = new ArrayList<>();
  private final Map<String, Boolean> captureLater = new LinkedHashMap<>();
  private final AtomicInteger numbers = new AtomicInteger();

  /** What goes wrong with one call. */
  enum Fault {
    /** It is done, and nobody hears of it. */
    LOST_ANSWER,
    /** It never arrives, and nobody knows. */
    LOST_CALL,
    BUSY,
    REFUSED
  }

  synchronized void next(String call, Fault... each) {
    faults.computeIfAbsent(call, none -> new ArrayDeque<>()).addAll(List.of(each));
  }

  synchronized void noFaults() {
    faults.clear();
  }

  @CanIgnoreReturnValue
  synchronized Charge put(
      String ref, @Nullable String order, State state, long received, long refunded) {
    Charge charge = new Charge(ref, state, received, received, refunded, order, null, null);
    charges.put(ref, charge);
    return charge;
  }

  synchronized Charge of(String order) {
    return charges.values().stream()
        .filter(charge -> order.equals(charge.orderId()))
        .findFirst()
        .orElseThrow();
  }

  synchronized void become(String ref, State state) {
    Charge was = known(ref);
    boolean paid = state == State.SUCCEEDED;
    charges.put(
        ref,
        new Charge(
            ref,
            state,
            was.amountCents(),
            paid ? was.amountCents() : 0,
            was.refundedCents(),
            was.orderId(),
            null,
            null));
  }

  synchronized long chargesOf(String order) {
    return charges.values().stream().filter(charge -> order.equals(charge.orderId())).count();
  }

  synchronized long refundsMade() {
    return refunds.size();
  }

  synchronized long asked(String call) {
    return calls.stream().filter(call::equals).count();
  }

  private Charge known(String ref) {
    return Objects.requireNonNull(charges.get(ref), ref);
  }

  /** Does the work unless a fault keeps it from arriving, and answers unless one loses that. */
  private <T> Future<T> call(String name, java.util.function.Supplier<T> work) {
    calls.add(name);
    Fault fault = faults.getOrDefault(name, new ArrayDeque<>()).poll();
    if (fault == Fault.LOST_CALL) {
      return failed(ProcessorException.Kind.UNKNOWN, "timeout");
    }
    if (fault == Fault.BUSY) {
      return failed(ProcessorException.Kind.BUSY, "rate_limit");
    }
    if (fault == Fault.REFUSED) {
      return failed(ProcessorException.Kind.REFUSED, "refused");
    }
    T result;
    try {
      result = work.get();
    } catch (ProcessorException refused) {
      return Future.failedFuture(refused);
    }
    return fault == Fault.LOST_ANSWER
        ? failed(ProcessorException.Kind.UNKNOWN, "timeout")
        : Future.succeededFuture(result);
  }

  private static <T> Future<T> failed(ProcessorException.Kind kind, String code) {
    return Future.failedFuture(new ProcessorException(kind, code));
  }

  @Override
  public synchronized Future<Charge> create(NewCharge wanted) {
    return call(
        "create",
        () -> {
          String ref =
              made.computeIfAbsent(
                  wanted.idempotencyKey(), none -> "pi_" + numbers.incrementAndGet());
          captureLater.put(ref, wanted.captureLater());
          return charges.computeIfAbsent(
              ref,
              none ->
                  new Charge(
                      ref, State.NEW, wanted.amountCents(), 0, 0, wanted.orderId(), null, null));
        });
  }

  @Override
  public synchronized Future<Charge> confirm(String ref, Confirmation confirmation) {
    return call(
        "confirm",
        () -> {
          Charge charge = known(ref);
          if (charge.state() != State.NEW) {
            return charge;
          }
          switch (confirmation.paymentMethod()) {
            case "pm_declined" -> declined(charge);
            case "pm_processing" -> become(ref, State.PROCESSING);
            case "pm_bank" -> become(ref, State.ACTION_REQUIRED);
            default ->
                become(
                    ref,
                    captureLater.getOrDefault(ref, false) ? State.AUTHORISED : State.SUCCEEDED);
          }
          return known(ref);
        });
  }

  private void declined(Charge charge) {
    charges.put(
        charge.ref(),
        new Charge(
            charge.ref(),
            State.DECLINED,
            charge.amountCents(),
            0,
            0,
            charge.orderId(),
            null,
            "card_declined"));
  }

  @Override
  public synchronized Future<Charge> capture(String ref, String idempotencyKey) {
    return call(
        "capture",
        () -> {
          if (known(ref).state() == State.AUTHORISED) {
            become(ref, State.SUCCEEDED);
          }
          return known(ref);
        });
  }

  @Override
  public synchronized Future<Charge> cancel(String ref, String idempotencyKey) {
    return call(
        "cancel",
        () -> {
          if (known(ref).state() != State.SUCCEEDED) {
            become(ref, State.CANCELLED);
          }
          return known(ref);
        });
  }

  @Override
  public synchronized Future<Charge> find(String ref) {
    return call("find", () -> known(ref));
  }

  @Override
  public synchronized Future<Refunded> refund(String ref, long cents, String idempotencyKey) {
    return call(
        "refund",
        () -> {
          Long before = refunds.get(idempotencyKey);
          if (before != null && before != cents) {
            throw new ProcessorException(ProcessorException.Kind.REFUSED, "idempotency_error");
          }
          if (before == null) {
            Charge was = known(ref);
            if (cents > was.receivedCents() - was.refundedCents()) {
              throw new ProcessorException(ProcessorException.Kind.REFUSED, "amount_too_large");
            }
            refunds.put(idempotencyKey, cents);
            charges.put(
                ref,
                new Charge(
                    ref,
                    was.state(),
                    was.amountCents(),
                    was.receivedCents(),
                    was.refundedCents() + cents,
                    was.orderId(),
                    null,
                    null));
          }
          return new Refunded("re_" + idempotencyKey, false, cents);
        });
  }

  @Override
  public Notice verify(byte[] body, List<String> signatures, Instant now) {
    throw new BadSignatureException("no webhooks here");
  }

  @Override
  public Future<Void> close() {
    return Future.succeededFuture();
  }
}
