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
  private final Reader reader;
  private final Words words;
  private final String status;
  private final String currency;
  private final boolean waits;

  private OrderPage(JsonObject order, Reader reader) {
    this.order = order;
    this.reader = reader;
    this.words = reader.words();
    this.status = order.getString("status");
    this.currency = order.getString("currency");
    this.waits = status.equals("pending_payment");
  }

  /** The page of an order in the form of {@code GET /orders/<id>}. */
  static String of(JsonObject order, Reader reader) {
    return new OrderPage(order, reader).page();
  }

  private String page() {
    return Pages.filled(
        PAGE,
        reader,
        Map.ofEntries(
            Map.entry("body", body()),
            Map.entry("lines", lines()),
            Map.entry("headline", Pages.escaped(headline())),
            Map.entry("refresh", waits ? REFRESH : ""),
            Map.entry("state", Pages.escaped(state())),
            Map.entry("total", money("amountCents")),
            Map.entry("kept", words.html("page.order-kept", Map.of("id", number()))),
            Map.entry("order", text("orderId")),
            Map.entry("event", text("event")),
            Map.entry("venue", text("venue")),
            Map.entry("title", text("title"))));
  }

  private String number() {
    return "<span class=\"id\">" + text("orderId") + "</span>";
  }

  private String headline() {
    return switch (status) {
      case "pending_payment" -> words.say(bank() == null ? "page.confirming" : "page.bank");
      case "confirmed" -> words.say("page.tickets", Map.of("n", objects("tickets").count()));
      case "failed" -> words.say("page.failed");
      case "refund_due" -> words.say("page.refund-due");
      case "refunded" -> words.say("page.refunded");
      default -> words.say("page.order");
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
    return switch (status) {
      case "pending_payment" -> pending();
      case "confirmed" -> extra() + tickets();
      case "failed" -> failed() + otherSeats();
      case "refund_due" -> told("told", said("page.refund-why")) + refund() + otherSeats();
      case "refunded" -> refund() + otherSeats();
      default -> "";
    };
  }

  private String pending() {
    String bank = bank();
    String stay = told("soft", said("page.stay"));
    return bank == null
        ? told("told wait", said("page.kept")) + stay
        : told("told", said("page.bank-why"))
            + "<p class=\"told\"><a id=\"bank\" class=\"action\" href=\""
            + Pages.escaped(bank)
            + "\">"
            + said("page.to-bank")
            + "</a></p>"
            + stay;
  }

  private String failed() {
    boolean declined = "declined".equals(order.getString("reason"));
    String why = told("told", said(declined ? "page.declined" : "page.not-paid"));
    String code = order.getString("declineCode");
    if (code == null) {
      return why;
    }
    String key = "page.decline." + code;
    String answer = words.has(key) ? words.say(key) : code.replace('_', ' ');
    return why
        + told("soft", Pages.escaped(words.say("page.bank-answer", Map.of("answer", answer))));
  }

  /** Money beside the price: a second charge never touches the tickets. */
  private String extra() {
    String due = isPositive("refundDueCents") ? amount("page.too-much", "refundDueCents") : "";
    String back = isPositive("refundedCents") ? amount("page.given-back", "refundedCents") : "";
    String panels =
        Stream.of(due, back)
            .filter(text -> !text.isEmpty())
            .map(text -> told("panel", text))
            .collect(Collectors.joining());
    return panels.isEmpty() ? "" : panels + told("soft", said("page.stay-good"));
  }

  private String refund() {
    String amount =
        status.equals("refunded")
            ? amount("page.refund-went", "refundedCents")
            : amount("page.refund-goes", "refundDueCents");
    return told("told", amount) + told("soft", said("page.banks-slow"));
  }

  /** A sentence about an amount. */
  private String amount(String key, String name) {
    return words.html(key, Map.of("amount", "<strong>" + money(name) + "</strong>"));
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
    String name = words.html("page.seat-id", Map.of("id", seat));
    return """
    <li class="ticket" data-ticket="%s"><div><h3>%s</h3><p>%s</p>\
    <p><a href="%s" download="ticket-%s.pdf">%s<span class="unseen">, %s</span></a></p></div>\
    <img src="%s" width="300" height="300" alt="%s"></li>
    """
        .formatted(
            Pages.escaped(ticket.getString("id")),
            name,
            where(line),
            Pages.escaped(ticket.getString("pdf")),
            seat,
            said("page.pdf"),
            name,
            Pages.escaped(ticket.getString("png")),
            Pages.escaped(words.say("page.qr", Map.of("id", ticket.getString("seat")))));
  }

  private String where(JsonObject line) {
    return Stream.of(section(line.getString("section")), line.getString("ticketType"))
        .filter(Objects::nonNull)
        .map(part -> "<bdi>" + Pages.escaped(part) + "</bdi>")
        .collect(Collectors.joining(" · "));
  }

  /** Sections go by their id, which is short, or by a name that says what it is. */
  private @Nullable String section(@Nullable String section) {
    return section == null || section.length() > 3
        ? section
        : words.say("page.section-id", Map.of("id", section));
  }

  private String lines() {
    return objects("seats")
        .map(
            seat ->
                "<tr><td><bdi>"
                    + Pages.escaped(seat.getString("id"))
                    + "</bdi></td><td>"
                    + where(seat)
                    + "</td><td>"
                    + Pages.escaped(words.money(seat.getLong("priceCents"), currency))
                    + "</td></tr>")
        .collect(Collectors.joining());
  }

  /** Only where a browser can go: another scheme would be a script. */
  private @Nullable String bank() {
    String url = order.getString("redirectUrl");
    boolean goes = url != null && (url.startsWith("https://") || url.startsWith("http://"));
    return waits && goes ? url : null;
  }

  private String otherSeats() {
    return "<p class=\"away\"><a class=\"action\" href=\"/events/"
        + text("event")
        + "/seats\">"
        + said("page.other-seats")
        + "</a></p>";
  }

  private String said(String key) {
    return Pages.escaped(words.say(key));
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
    return Pages.escaped(words.money(cents == null ? 0 : cents, currency));
  }

  private String text(String name) {
    return Pages.escaped(Objects.toString(order.getString(name), ""));
  }

  private Stream<JsonObject> objects(String name) {
    JsonArray array = order.getJsonArray(name);
    return array == null ? Stream.of() : array.stream().map(JsonObject.class::cast);
  }
}
