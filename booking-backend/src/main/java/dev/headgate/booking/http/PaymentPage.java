package dev.headgate.booking.http;

import dev.headgate.booking.admission.Binding;
import dev.headgate.booking.hold.Hold;
import dev.headgate.booking.map.EventCard;
import dev.headgate.booking.seat.Times;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** What one holds, how long, and the way to pay for it. Its script does the paying. */
final class PaymentPage {
  private static final String PAGE = Pages.text("payment.html");
  private static final String FORM = Pages.text("payment-form.html");
  private static final DateTimeFormatter CLOCK =
      DateTimeFormatter.ofPattern("HH:mm:ss 'UTC'", Locale.ROOT).withZone(ZoneOffset.UTC);

  private PaymentPage() {}

  /**
   * @param binding what its script proves; null where no proof is needed
   */
  static String of(Hold hold, EventCard event, ShopHttp.Till till, @Nullable Binding binding) {
    String currency = till.currency(hold.event());
    String total = Pages.money(hold.totalCents(), currency);
    return Pages.filled(
        PAGE,
        Map.ofEntries(
            Map.entry("key", Pages.key(binding)),
            Map.entry("form", form(hold, total, till)),
            Map.entry("lines", lines(hold, currency)),
            Map.entry("hidden", hold.isLive() ? "" : " hidden"),
            Map.entry("until", CLOCK.format(hold.expiresAt())),
            Map.entry("total", total),
            Map.entry("hold", Pages.escaped(hold.holdId())),
            Map.entry("event", Pages.escaped(hold.event())),
            Map.entry("status", Pages.escaped(hold.status())),
            Map.entry("expires", Times.written(hold.expiresAt())),
            Map.entry("serverTime", Times.written(hold.serverTime())),
            Map.entry("venue", Pages.escaped(event.venue())),
            Map.entry("title", Pages.escaped(event.title()))));
  }

  /** The page in place of a hold that is over. */
  static String gone(Hold hold) {
    boolean released = hold.status().equals("released");
    String seats = hold.seats().stream().map(seat -> seat.id()).collect(Collectors.joining(", "));
    return Pages.message(
        released ? "You gave these seats back" : "Your time ran out",
        "%s %s on sale again. Nothing was charged for this hold."
            .formatted(seats, hold.seats().size() == 1 ? "is" : "are"),
        "/events/" + hold.event() + "/seats");
  }

  private static String form(Hold hold, String total, ShopHttp.Till till) {
    if (!hold.isLive()) {
      return panel(
          hold.status().equals("converted")
              ? "You have bought these seats. Looking for your order …"
              : "These seats are being paid for. Do not pay again: looking for your order …");
    }
    return switch (till.cards()) {
      case NONE -> panel("This shop sells nothing at the moment. You can only hold seats.");
      case REAL ->
          panel("Cards are entered in the payment processor's own form, which is not set up here.");
      case TEST -> Pages.filled(FORM, Map.of("cards", TestCards.choices(), "total", total));
    };
  }

  private static String panel(String text) {
    return "<p class=\"panel\" id=\"message\" role=\"status\">" + text + "</p>";
  }

  private static String lines(Hold hold, String currency) {
    return hold.seats().stream()
        .map(
            seat ->
                "<tr><td>"
                    + Pages.escaped(seat.id())
                    + "</td><td>"
                    + Pages.escaped(seat.ticketType())
                    + "</td><td>"
                    + Pages.money(seat.priceCents(), currency)
                    + "</td></tr>")
        .collect(Collectors.joining());
  }
}
