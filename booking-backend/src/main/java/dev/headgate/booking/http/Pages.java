package dev.headgate.booking.http;

import dev.headgate.booking.admission.Binding;
import dev.headgate.booking.hold.Hold;
import dev.headgate.booking.http.Visitors.Entrant;
import dev.headgate.booking.map.EventCard;
import dev.headgate.booking.map.EventNow;
import dev.headgate.booking.seat.Times;
import dev.headgate.booking.ticket.Money;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The shop's pages. Whatever is not ours is escaped on its way in. */
final class Pages {
  private static final Pattern PLACE = Pattern.compile("\\{\\{(\\w+)}}");
  private static final String FRAME = text("frame.html");
  private static final String SEATS = text("seats.html");
  private static final String EVENT = text("event.html");
  private static final String UNLOCK = text("unlock.html");

  private Pages() {}

  static byte[] resource(String name) {
    try (InputStream file = Pages.class.getResourceAsStream(name)) {
      if (file == null) {
        throw new IllegalStateException("no resource " + name);
      }
      return file.readAllBytes();
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }

  static String events(List<EventCard> events) {
    String items =
        events.stream()
            .map(event -> "<li>" + link("/events/" + event.id(), event.title()) + "</li>")
            .collect(Collectors.joining());
    return framed("Events", "<h1>Events</h1><ul class=\"plain\">" + items + "</ul>");
  }

  static String event(EventNow now, String currency) {
    EventCard event = now.card();
    return filled(
        EVENT,
        Map.of(
            "title", escaped(event.title()),
            "venue", escaped(event.venue()),
            "event", escaped(event.id()),
            "sale", sale(event),
            "prices", prices(event.priceFromCents(), event.priceToCents(), currency),
            "free", free(now.all().free()),
            "sections", sections(now, currency)));
  }

  private static String sale(EventCard event) {
    String begins = event.onSaleAt() == null ? "On sale now" : "From " + time(event.onSaleAt());
    return event.closesAt() == null ? begins : begins + ", until " + time(event.closesAt());
  }

  private static String sections(EventNow now, String currency) {
    StringBuilder rows = new StringBuilder();
    for (int i = 0; i < now.card().sections().size(); i++) {
      EventCard.Section section = now.card().sections().get(i);
      rows.append("<tr><th scope=\"row\">")
          .append(escaped(section.name()))
          .append("</th><td>")
          .append(free(now.sections().get(i).free()))
          .append("</td><td>")
          .append(prices(section.priceFromCents(), section.priceToCents(), currency))
          .append("</td></tr>");
    }
    return rows.toString();
  }

  private static String free(int seats) {
    return seats == 0 ? "none free" : String.format(Locale.ROOT, "%,d free", seats);
  }

  static String seats(EventCard event, String currency, Entrant entrant) {
    return filled(
        SEATS,
        Map.of(
            "key", key(entrant.binding()),
            "serverTime", Times.written(entrant.now()),
            "title", escaped(event.title()),
            "venue", escaped(event.venue()),
            "event", escaped(event.id()),
            "currency", escaped(currency),
            "max", String.valueOf(event.maxSeatsPerHold())));
  }

  static String holds(String event, List<Hold> holds) {
    String items =
        holds.stream()
            .map(
                hold ->
                    "<li>"
                        + hold.seats().stream()
                            .map(seat -> escaped(seat.id()))
                            .collect(Collectors.joining(", "))
                        + ": "
                        + Money.written(hold.totalCents())
                        + ", yours until "
                        + Times.written(hold.expiresAt())
                        + "</li>")
            .collect(Collectors.joining());
    String body = items.isEmpty() ? "<p>You hold no seats.</p>" : "<ul>" + items + "</ul>";
    return framed(
        "Your seats",
        "<h1>Your seats</h1>"
            + body
            + "<p>"
            + link("/events/" + event + "/seats", "To the map")
            + "</p>");
  }

  /** A page of a sentence, with the way on; null is to the list of events. */
  static String message(String title, String text, @Nullable String seats) {
    String way =
        seats == null ? link("/events", "To the events") : link(seats, "To the map of seats");
    return framed(
        title, "<h1>" + escaped(title) + "</h1><p>" + escaped(text) + "</p><p>" + way + "</p>");
  }

  /** What is not there, as a page for a person and as a problem for a program. */
  static void failure(Exchange exchange, Throwable failure) {
    Problem problem = failure instanceof ProblemException known ? known.problem() : null;
    if (problem == null || !exchange.prefersHtml()) {
      exchange.failure(failure);
    } else if (problem.status() == 404) {
      String text = "Perhaps it belongs to another browser, or its address is not complete.";
      exchange.html(404, message("This is not one of yours", text, null));
    } else if (problem.code().equals(Visitors.PROOF_REQUIRED)) {
      exchange.unset("WWW-Authenticate").html(200, unlock(problem.members()));
    } else {
      exchange.failure(failure);
    }
  }

  /** What a script names in its proofs, as attributes; nothing where none is needed. */
  static String key(@Nullable Binding binding) {
    return binding == null
        ? ""
        : " data-jkt=\"%s\" data-ath=\"%s\""
            .formatted(escaped(binding.keyThumbprint()), escaped(binding.tokenHash()));
  }

  /**
   * Nobody can send a proof by going to an address: a page does it for them, and shows what it gets
   * in its own place. Itself it shows nothing.
   */
  private static String unlock(JsonObject needed) {
    return filled(
        UNLOCK,
        Map.of(
            "jkt", escaped(needed.getString("jkt")),
            "ath", escaped(needed.getString("ath")),
            "serverTime", escaped(needed.getString("serverTime"))));
  }

  private static String framed(String title, String body) {
    return filled(FRAME, Map.of("title", escaped(title), "body", body));
  }

  private static String link(String address, String text) {
    return "<a href=\"" + escaped(address) + "\">" + escaped(text) + "</a>";
  }

  private static String prices(@Nullable Long from, @Nullable Long to, String currency) {
    if (from == null || to == null) {
      return "not on sale";
    }
    return from.equals(to)
        ? money(from, currency)
        : money(from, currency) + " to " + money(to, currency);
  }

  /** An amount, which a script writes as the fan's language does. */
  static String money(long cents, String currency) {
    return "<data class=\"money\" value=\"%d\" data-currency=\"%s\">%s</data>"
        .formatted(cents, escaped(currency), Money.written(cents, currency));
  }

  /** An instant, which a script writes in the fan's own zone. */
  private static String time(Instant instant) {
    String written = Times.written(instant);
    return "<time datetime=\"" + written + "\">" + written + "</time>";
  }

  /** In one pass: what a value holds is never taken for a place of the template. */
  static String filled(String template, Map<String, String> values) {
    return PLACE
        .matcher(template)
        .replaceAll(place -> Matcher.quoteReplacement(value(values, place.group(1))));
  }

  private static String value(Map<String, String> values, String name) {
    String value = values.get(name);
    if (value == null) {
      throw new IllegalArgumentException("no value for {{" + name + "}}");
    }
    return value;
  }

  static String escaped(String text) {
    return text.replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("\"", "&quot;")
        .replace("'", "&#39;");
  }

  static String text(String name) {
    return new String(resource(name), StandardCharsets.UTF_8);
  }
}
