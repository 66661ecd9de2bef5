package dev.headgate.payment.simulator;

import dev.headgate.payment.simulator.Intent.Status;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Which webhooks a change brings: as its card has it, then as the faults have it. */
final class Announcements {
  private static final int OUT_OF_ORDER_MILLIS = 100;

  private final Vertx vertx;
  private final Webhooks webhooks;
  private final IntentJson writer;
  private final SimulatorSettings.Times times;
  private final InstantSource clock;
  private final Dice dice;
  private final Map<String, Event> heldBack = new HashMap<>();

  Announcements(Simulator.Parts parts, Webhooks webhooks, IntentJson writer) {
    this.vertx = parts.vertx();
    this.times = parts.settings().times();
    this.clock = parts.clock();
    this.dice = parts.dice();
    this.webhooks = webhooks;
    this.writer = writer;
  }

  /** Tells of the state that the payment is in. Completes when it was taken or given up. */
  Future<Void> changed(Intent intent) {
    return changed(intent, typeOf(intent));
  }

  Future<Void> created(Intent intent) {
    return changed(intent, "payment_intent.created");
  }

  Future<Void> refunded(Intent intent) {
    return byCard(intent, event("charge.refunded", intent, Duration.ZERO));
  }

  private Future<Void> changed(Intent intent, String type) {
    return byCard(intent, event(type, intent, Duration.ZERO));
  }

  private Event event(String type, Intent intent, Duration ago) {
    return Event.of(
        type,
        clock.instant().minus(ago),
        intent.id(),
        type.startsWith("charge.") ? writer.charge(intent) : writer.intent(intent, false));
  }

  private static String typeOf(Intent intent) {
    return switch (intent.status()) {
      case SUCCEEDED -> "payment_intent.succeeded";
      case REQUIRES_CAPTURE -> "payment_intent.amount_capturable_updated";
      case REQUIRES_ACTION -> "payment_intent.requires_action";
      case PROCESSING -> "payment_intent.processing";
      case CANCELED -> "payment_intent.canceled";
      case REQUIRES_PAYMENT_METHOD -> "payment_intent.payment_failed";
      case REQUIRES_CONFIRMATION -> "payment_intent.created";
    };
  }

  private Future<Void> byCard(Intent intent, Event event) {
    TestCard card = intent.card() == null ? TestCard.VISA : intent.card();
    return switch (card) {
      case NO_WEBHOOK -> Future.succeededFuture();
      case CANCEL_SILENTLY ->
          intent.status() == Status.CANCELED ? Future.succeededFuture() : byFaults(event);
      case LOST_RESPONSE -> after(times.late(), event);
      case DUPLICATE_WEBHOOK ->
          Future.join(byFaults(event), byFaults(event), byFaults(event.retold())).mapEmpty();
      case REORDERED_WEBHOOKS -> outOfOrder(intent, event);
      default -> byFaults(event);
    };
  }

  /** The newest first, then what should have come before it, with the times of before. */
  private Future<Void> outOfOrder(Intent intent, Event event) {
    Intent before = intent.untouched().as(Status.PROCESSING);
    Intent first = intent.untouched();
    Event processing = event("payment_intent.processing", before, Duration.ofSeconds(1));
    Event created = event("payment_intent.created", first, Duration.ofSeconds(2));
    Future<Void> newest = byFaults(event);
    return Future.join(
            newest,
            newest.compose(taken -> after(Duration.ofMillis(OUT_OF_ORDER_MILLIS), processing)),
            newest.compose(taken -> after(Duration.ofMillis(2 * OUT_OF_ORDER_MILLIS), created)))
        .mapEmpty();
  }

  private Future<Void> byFaults(Event event) {
    String subject = event.type() + event.object().getJsonObject("metadata").getString("order_id");
    Dice.Throw thrown = dice.next(subject);
    if (thrown.befalls(Fault.LOSE_WEBHOOK)) {
      return Future.succeededFuture();
    }
    if (thrown.befalls(Fault.REORDER_WEBHOOK)) {
      return holdBack(event);
    }
    Future<Void> sent =
        thrown.befalls(Fault.DELAY_WEBHOOK) ? after(dice.webhookDelay(), event) : send(event);
    return thrown.befalls(Fault.DUPLICATE_WEBHOOK)
        ? Future.join(sent, send(event)).mapEmpty()
        : sent;
  }

  private Future<Void> send(Event event) {
    Future<Void> sent = webhooks.send(event);
    Event earlier = release(event.about());
    return earlier == null ? sent : sent.compose(taken -> webhooks.send(earlier));
  }

  private synchronized Future<Void> holdBack(Event event) {
    Event earlier = heldBack.put(event.about(), event);
    Future<Void> own = pause(dice.webhookDelay()).compose(due -> overtaken(event));
    return earlier == null ? own : Future.join(own, webhooks.send(earlier)).mapEmpty();
  }

  private synchronized @Nullable Event release(String about) {
    return heldBack.remove(about);
  }

  /** Nothing came to overtake it. */
  private Future<Void> overtaken(Event event) {
    synchronized (this) {
      if (!heldBack.remove(event.about(), event)) {
        return Future.succeededFuture();
      }
    }
    return webhooks.send(event);
  }

  private Future<Void> after(Duration delay, Event event) {
    return pause(delay).compose(due -> send(event));
  }

  private Future<Void> pause(Duration delay) {
    Promise<Void> over = Promise.promise();
    vertx.setTimer(delay.toMillis(), due -> over.complete());
    return over.future();
  }
}
