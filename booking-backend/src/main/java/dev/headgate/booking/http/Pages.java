package dev.headgate.booking.http;

import dev.headgate.booking.admission.Binding;
import dev.headgate.booking.hold.Hold;
import dev.headgate.booking.http.Visitors.Entrant;
import dev.headgate.booking.map.EventCard;
import dev.headgate.booking.seat.Times;
import dev.headgate.booking.ticket.Money;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
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

  static String event(EventCard event) {
    String sale =
        event.onSaleAt() == null
            ? "On sale now"
            : "On sale from " + Times.written(event.onSaleAt());
    String sections =
        event.sections().stream()
            .map(
                section ->
                    "<tr><th scope=\"row\">"
                        + escaped(section.name())
                        + "</th><td>"
                        + section.seats()
                        + " seats</td><td>"
                        + prices(section.priceFromCents(), section.priceToCents())
                        + "</td></tr>")
            .collect(Collectors.joining());
    return framed(
        event.title(),
        "<h1>"
            + escaped(event.title())
            + "</h1><p>"
            + escaped(event.venue())
            + ". "
            + sale
            + ". "
            + prices(event.priceFromCents(), event.priceToCents())
            + ".</p><p><a class=\"action\" href=\"/events/"
            + event.id()
            + "/seats\">Choose seats</a></p><table>"
            + sections
            + "</table>");
  }

  static String seats(EventCard event, Entrant entrant) {
    return filled(
        SEATS,
        Map.of(
            "key", key(entrant.binding()),
            "serverTime", Times.written(entrant.now()),
            "title", escaped(event.title()),
            "venue", escaped(event.venue()),
            "event", escaped(event.id()),
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

  private static String prices(@Nullable Long from, @Nullable Long to) {
    if (from == null || to == null) {
      return "not on sale";
    }
    return from.equals(to) ? Money.written(from) : Money.written(from) + " to " + Money.written(to);
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
