package dev.headgate.booking.http;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * An order for people, made of the very JSON that programs are given: the two cannot disagree. Its
 * script looks whether the order has moved on and then shows this page again.
 */
final class OrderPage {
  private static final String PAGE = Pages.text("order.html");

  /** For who allows no script: the page asks for itself. */
  private static final String REFRESH =
      "<noscript><meta http-equiv=\"refresh\" content=\"5\"></noscript>";

  private final JsonObject order;
  private final String status;
  private final String currency;
  private final boolean waits;

  private OrderPage(JsonObject order) {
    this.order = order;
    this.status = order.getString("status");
    this.currency = order.getString("currency");
    this.waits = status.equals("pending_payment");
  }

  /** The page of an order in the form of {@code GET /orders/<id>}. */
  static String of(JsonObject order) {
    return new OrderPage(order).page();
  }

  private String page() {
    return Pages.filled(
        PAGE,
        Map.of(
            "body", body(),
            "lines", lines(),
            "headline", headline(),
            "refresh", waits ? REFRESH : "",
            "state", Pages.escaped(state()),
            "total", money("amountCents"),
            "order", text("orderId"),
            "event", text("event"),
            "venue", text("venue"),
            "title", text("title")));
  }

  private String headline() {
    return switch (status) {
      case "pending_payment" ->
          bank() == null
              ? "Your payment is being confirmed. Do not pay again."
              : "Your bank wants to ask you";
      case "confirmed" ->
          objects("tickets").count() == 1 ? "Here is your ticket" : "Here are your tickets";
      case "failed" -> "This payment did not go through";
      case "refund_due" -> "Your money is on its way back";
      case "refunded" -> "Your money was given back";
      default -> "Your order";
    };
  }

  /** What the script compares: whether there is something else to see. */
  private String state() {
    return Stream.of(
            status,
            order.getString("reason"),
            order.getLong("refundDueCents"),
            order.getLong("refundedCents"),
            objects("tickets").count(),
            bank() == null ? "" : "bank")
        .map(each -> Objects.toString(each, ""))
        .collect(Collectors.joining("/"));
  }

  private String body() {
    String words = told("told", text("message"));
    return switch (status) {
      case "pending_payment" -> pending();
      case "confirmed" -> words + extra() + tickets();
      case "failed" -> words + declined() + wayBack("Choose other seats");
      case "refund_due", "refunded" -> words + refund() + wayBack("Choose other seats");
      default -> words;
    };
  }

  private String pending() {
    String bank = bank();
    String stay = "This page shows the outcome by itself. You may close it and come back.";
    return bank == null
        ? told("told wait", "Your seats are kept until the outcome is known.") + told("soft", stay)
        : told("told", text("message"))
            + "<p class=\"told\"><a id=\"bank\" class=\"action\" href=\""
            + Pages.escaped(bank)
            + "\">Continue to your bank</a></p>"
            + told("soft", stay);
  }

  private String declined() {
    String code = order.getString("declineCode");
    return code == null
        ? ""
        : told("soft", "The bank's answer: " + Pages.escaped(code.replace('_', ' ')) + ".");
  }

  /** Money beside the price: a second charge never touches the tickets. */
  private String extra() {
    String due = isPositive("refundDueCents") ? money("refundDueCents") : null;
    String back = isPositive("refundedCents") ? money("refundedCents") : null;
    return (due == null
            ? ""
            : told("panel", due + " that was charged too much is on its way back to your card."))
        + (back == null ? "" : told("panel", back + " was given back to your card."))
        + (due == null && back == null ? "" : told("soft", "Your tickets stay good."));
  }

  private String refund() {
    String amount =
        status.equals("refunded")
            ? money("refundedCents") + " was given back"
            : money("refundDueCents") + " goes back";
    return told("told", "<strong>" + amount + "</strong> to the card you paid with.")
        + told("soft", "Banks take some days to show it. There is nothing for you to do.");
  }

  private String tickets() {
    return objects("tickets")
        .map(this::ticket)
        .collect(Collectors.joining("", "<ul class=\"tickets\">", "</ul>"));
  }

  private String ticket(JsonObject ticket) {
    String seat = Pages.escaped(ticket.getString("seat"));
    JsonObject line =
        objects("seats")
            .filter(each -> Objects.equals(each.getString("id"), ticket.getString("seat")))
            .findFirst()
            .orElseGet(JsonObject::new);
    return """
    <li class="ticket" data-ticket="%s"><div><h3>Seat %s</h3><p>%s</p>\
    <p><a href="%s" download="ticket-%s.pdf">PDF to print<span class="unseen">, seat %s</span></a></p></div>\
    <img src="%s" width="300" height="300" alt="QR code of the ticket for seat %s"></li>
    """
        .formatted(
            Pages.escaped(ticket.getString("id")),
            seat,
            where(line),
            Pages.escaped(ticket.getString("pdf")),
            seat,
            seat,
            Pages.escaped(ticket.getString("png")),
            seat);
  }

  private static String where(JsonObject line) {
    return Stream.of(section(line.getString("section")), line.getString("ticketType"))
        .filter(Objects::nonNull)
        .map(Pages::escaped)
        .collect(Collectors.joining(", "));
  }

  /** Sections go by their id, which is short, or by a name that says what it is. */
  private static @Nullable String section(@Nullable String section) {
    return section == null || section.length() > 3 ? section : "Section " + section;
  }

  private String lines() {
    return objects("seats")
        .map(
            seat ->
                "<tr><td>"
                    + Pages.escaped(seat.getString("id"))
                    + "</td><td>"
                    + where(seat)
                    + "</td><td>"
                    + Pages.money(seat.getLong("priceCents"), currency)
                    + "</td></tr>")
        .collect(Collectors.joining());
  }

  /** Only where a browser can go: another scheme would be a script. */
  private @Nullable String bank() {
    String url = order.getString("redirectUrl");
    boolean goes = url != null && (url.startsWith("https://") || url.startsWith("http://"));
    return waits && goes ? url : null;
  }

  private String wayBack(String words) {
    return "<p class=\"away\"><a class=\"action\" href=\"/events/"
        + text("event")
        + "/seats\">"
        + words
        + "</a></p>";
  }

  private static String told(String kind, String html) {
    return "<p class=\"" + kind + "\">" + html + "</p>";
  }

  private boolean isPositive(String name) {
    Long cents = order.getLong(name);
    return cents != null && cents > 0;
  }

  private String money(String name) {
    Long cents = order.getLong(name);
    return Pages.money(cents == null ? 0 : cents, currency);
  }

  private String text(String name) {
    return Pages.escaped(Objects.toString(order.getString(name), ""));
  }

  private Stream<JsonObject> objects(String name) {
    JsonArray array = order.getJsonArray(name);
    return array == null ? Stream.of() : array.stream().map(JsonObject.class::cast);
  }
}
