package dev.headgate.booking.order;

import dev.headgate.booking.payment.Charge;
import io.vertx.core.json.JsonObject;
import org.jspecify.annotations.Nullable;

/**
 * What is kept of a notice: the part that is used, and nothing else of what the processor knows.
 */
final class ChargeText {
  private ChargeText() {}

  static String written(@Nullable Charge charge) {
    return charge == null
        ? ""
        : new JsonObject()
            .put("ref", charge.ref())
            .put("state", charge.state().name())
            .put("amount", charge.amountCents())
            .put("received", charge.receivedCents())
            .put("refunded", charge.refundedCents())
            .put("order", charge.orderId())
            .put("declined", charge.declineCode())
            .encode();
  }

  static @Nullable Charge read(String text) {
    if (text.isEmpty()) {
      return null;
    }
    JsonObject json = new JsonObject(text);
    return new Charge(
        json.getString("ref"),
        Charge.State.valueOf(json.getString("state")),
        json.getLong("amount"),
        json.getLong("received"),
        json.getLong("refunded"),
        json.getString("order"),
        null,
        json.getString("declined"));
  }
}
