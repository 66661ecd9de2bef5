package dev.headgate.booking.http;

import dev.headgate.booking.account.OrderKeys;
import dev.headgate.booking.order.Order;
import dev.headgate.booking.seat.Times;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Orders as JSON, with what they mean for the fan in a sentence. */
final class OrderJson {
  private static final Duration SOON = Duration.ofSeconds(20);
  private static final int SOON_MILLIS = 1_000;
  private static final int LATER_MILLIS = 5_000;

  private final OrderKeys keys;

  OrderJson(OrderKeys keys) {
    this.keys = keys;
  }

  JsonObject of(Order order) {
    return new JsonObject()
        .put("orderId", order.orderId())
        .put("orderUrl", keys.path(order.orderId()))
        .put("holdId", order.holdId())
        .put("event", order.event())
        .put("title", order.title())
        .put("venue", order.venue())
        .put("status", order.status())
        .put("reason", order.reason())
        .put("message", message(order))
        .put("amountCents", order.amountCents())
        .put("currency", order.currency())
        .put("seats", seats(order))
        .put("tickets", tickets(order))
        .put("redirectUrl", order.redirectUrl())
        .put("declineCode", order.declineCode())
        .put("refundDueCents", order.refundDueCents())
        .put("refundedCents", order.refundedCents())
        .put("startsAt", written(order.startsAt()))
        .put("createdAt", Times.written(order.createdAt()))
        .put("confirmedAt", written(order.confirmedAt()))
        .put("endedAt", written(order.endedAt()))
        .put("serverTime", Times.written(order.serverTime()))
        .put("pollAfterMillis", pollAfter(order));
  }

  private static JsonArray seats(Order order) {
    JsonArray seats = new JsonArray();
    for (Order.Line line : order.lines()) {
      seats.add(
          new JsonObject()
              .put("id", line.seat())
              .put("section", line.section())
              .put("ticketType", line.ticketType())
              .put("priceCents", line.priceCents()));
    }
    return seats;
  }

  private JsonArray tickets(Order order) {
    String key = "?t=" + keys.of(order.orderId());
    String base = "/orders/" + order.orderId() + "/tickets/";
    JsonArray tickets = new JsonArray();
    for (Order.Ticket ticket : order.tickets()) {
      tickets.add(
          new JsonObject()
              .put("id", ticket.ticketId())
              .put("seat", ticket.seat())
              .put("png", base + ticket.ticketId() + ".png" + key)
              .put("pdf", base + ticket.ticketId() + ".pdf" + key)
              .put("txt", base + ticket.ticketId() + ".txt" + key));
    }
    return tickets;
  }

  /** Never that it failed while nobody knows. */
  private static String message(Order order) {
    return switch (order.status()) {
      case "pending_payment" ->
          order.redirectUrl() == null
              ? "Your payment is being confirmed. Do not pay again: your seats are kept."
              : "Your bank wants to hear from you. Your seats are kept.";
      case "confirmed" -> "Your tickets are here.";
      case "failed" -> failed(order.reason());
      case "refund_due" ->
          "Your payment came when the seats could no longer be yours. It is being refunded.";
      default -> "Your payment was refunded.";
    };
  }

  private static String failed(String reason) {
    return reason.equals("declined")
        ? "The card was declined, and nothing was taken. The seats are back on sale."
        : "The payment was not made, and nothing was taken. The seats are back on sale.";
  }

  private static @Nullable Integer pollAfter(Order order) {
    if (!order.status().equals("pending_payment") && !order.status().equals("refund_due")) {
      return null;
    }
    boolean isFresh = order.serverTime().isBefore(order.createdAt().plus(SOON));
    return isFresh ? SOON_MILLIS : LATER_MILLIS;
  }

  private static @Nullable String written(@Nullable Instant instant) {
    return instant == null ? null : Times.written(instant);
  }
}
