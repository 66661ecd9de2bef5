package dev.headgate.booking.http;

import dev.headgate.booking.admission.Binding;
import dev.headgate.booking.hold.Hold;
import dev.headgate.booking.map.EventCard;
import dev.headgate.booking.seat.Times;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** What one holds, how long, and the way to pay for it. Its script does the paying. */
final class PaymentPage {
  private static final String PAGE = Pages.text("payment.html");
  private static final String FORM = Pages.text("payment-form.html");

  private PaymentPage() {}

  /**
   * @param binding what its script proves; null where no proof is needed
   */
  static String of(
      Hold hold, EventCard event, ShopHttp.Till till, @Nullable Binding binding, Reader reader) {
    Words words = reader.words();
    String currency = till.currency(hold.event());
    String total = Pages.escaped(words.money(hold.totalCents(), currency));
    String until = words.clock(hold.expiresAt(), till.zone(hold.event()));
    return Pages.filled(
        PAGE,
        reader,
        Map.ofEntries(
            Map.entry("key", Pages.key(binding)),
            Map.entry("form", form(hold, total, till, reader)),
            Map.entry("lines", lines(hold, currency, words)),
            Map.entry("hidden", hold.isLive() ? "" : " hidden"),
            Map.entry("until", Pages.escaped(words.say("time.until", Map.of("until", until)))),
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
  static String gone(Hold hold, Reader reader) {
    Words words = reader.words();
    boolean released = hold.status().equals("released");
    List<String> seats = Pages.seatIds(hold);
    return Pages.message(
        words.say(released ? "page.gave-back" : "page.ran-out"),
        words.say("page.on-sale-again", Map.of("seats", words.list(seats), "n", seats.size())),
        "/events/" + hold.event() + "/seats",
        reader);
  }

  private static String form(Hold hold, String total, ShopHttp.Till till, Reader reader) {
    if (!hold.isLive()) {
      return panel(
          reader.say(hold.status().equals("converted") ? "page.bought" : "page.being-paid"));
    }
    return switch (till.cards()) {
      case NONE -> panel(reader.say("page.sells-nothing"));
      case REAL -> panel(reader.say("page.no-form"));
      case TEST ->
          Pages.filled(
              FORM,
              reader,
              Map.of(
                  "cards", TestCards.choices(reader),
                  "pay", reader.words().html("page.pay", Map.of("total", total))));
    };
  }

  private static String panel(String text) {
    return "<p class=\"panel\" id=\"message\" role=\"status\">" + Pages.escaped(text) + "</p>";
  }

  private static String lines(Hold hold, String currency, Words words) {
    return hold.seats().stream()
        .map(
            seat ->
                "<tr><td><bdi>"
                    + Pages.escaped(seat.id())
                    + "</bdi></td><td><bdi>"
                    + Pages.escaped(seat.ticketType())
                    + "</bdi></td><td>"
                    + Pages.escaped(words.money(seat.priceCents(), currency))
                    + "</td></tr>")
        .collect(Collectors.joining());
  }
}
