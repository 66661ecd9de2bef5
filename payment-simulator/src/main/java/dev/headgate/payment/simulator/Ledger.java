package dev.headgate.payment.simulator;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the processor knows about everybody's money at one moment, whatever it told anybody.
 *
 * @param entries the payments, the oldest first
 */
public record Ledger(List<Entry> entries) {
  public Ledger {
    entries = List.copyOf(entries);
  }

  /** What was taken for an order, in cents, refunds not subtracted. */
  public long chargedCents(String orderId) {
    return of(orderId).stream().mapToLong(Entry::capturedCents).sum();
  }

  /** What was given back for an order, in cents. */
  public long refundedCents(String orderId) {
    return of(orderId).stream().mapToLong(Entry::refundedCents).sum();
  }

  /** How often money was taken for an order; more than one is a double charge. */
  public int chargesOf(String orderId) {
    return of(orderId).stream().mapToInt(Entry::charges).sum();
  }

  /** The payments of an order, the oldest first. */
  public List<Entry> of(String orderId) {
    return entries.stream().filter(entry -> orderId.equals(entry.orderId())).toList();
  }

  /** The payment of this id, or null. */
  public @Nullable Entry payment(String id) {
    return entries.stream().filter(entry -> entry.id().equals(id)).findFirst().orElse(null);
  }

  JsonObject json() {
    JsonArray intents = new JsonArray();
    entries.forEach(entry -> intents.add(entry.json()));
    return new JsonObject().put("intents", intents);
  }

  /**
   * One payment.
   *
   * @param id Stripe's name for it
   * @param orderId what its metadata call {@code order_id}
   * @param status in Stripe's words, such as {@code succeeded}
   * @param amountCents what was asked for
   * @param capturedCents what was taken
   * @param refundedCents what was given back
   * @param charges how often money was taken
   */
  public record Entry(
      String id,
      @Nullable String orderId,
      String status,
      long amountCents,
      long capturedCents,
      long refundedCents,
      int charges) {

    static Entry of(Intent intent) {
      return new Entry(
          intent.id(),
          intent.orderId(),
          intent.status().json(),
          intent.terms().amountCents(),
          intent.money().captured(),
          intent.money().refunded(),
          intent.charges());
    }

    private JsonObject json() {
      return new JsonObject()
          .put("id", id)
          .put("orderId", orderId)
          .put("status", status)
          .put("amountCents", amountCents)
          .put("capturedCents", capturedCents)
          .put("refundedCents", refundedCents)
          .put("charges", charges);
    }
  }
}
