package dev.headgate.booking.http;

import dev.headgate.booking.admission.Binding;
import dev.headgate.booking.hold.Hold;
import dev.headgate.booking.http.Visitors.Entrant;
import dev.headgate.booking.map.EventCard;
import dev.headgate.booking.map.EventNow;
import dev.headgate.booking.seat.Times;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneId;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The shop's pages. Whatever is not ours is escaped on its way in. */
final class Pages {
  private static final Pattern PLACE = Pattern.compile("\\{\\{(=?[\\w.-]+)}}");
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

  static String events(List<EventCard> events, Reader reader) {
    String items =
        events.stream()
            .map(event -> "<li>" + link("/events/" + event.id(), event.title()) + "</li>")
            .collect(Collectors.joining());
    String title = reader.say("page.events");
    return framed(
        title, "<h1>" + escaped(title) + "</h1><ul class=\"plain\">" + items + "</ul>", reader);
  }

  static String event(EventNow now, ShopHttp.Till till, Reader reader) {
    EventCard event = now.card();
    String currency = till.currency(event.id());
    return filled(
        EVENT,
        reader,
        Map.of(
            "title", escaped(event.title()),
            "venue", escaped(event.venue()),
            "event", escaped(event.id()),
            "sale", sale(event, till.zone(event.id()), reader.words()),
            "prices", prices(event.priceFromCents(), event.priceToCents(), currency, reader),
            "free", free(now.all().free(), reader),
            "sections", sections(now, currency, reader)));
  }

  private static String sale(EventCard event, ZoneId zone, Words words) {
    Instant from = event.onSaleAt();
    Instant until = event.closesAt();
    Map<String, String> times = new HashMap<>();
    if (from != null) {
      times.put("from", time(from, words.moment(from, zone)));
    }
    if (until != null) {
      times.put("until", time(until, words.moment(until, zone)));
    }
    String begins = from == null ? "page.sale-now" : "page.sale-from";
    return words.html(until == null ? begins : begins + "-until", times);
  }

  private static String sections(EventNow now, String currency, Reader reader) {
    StringBuilder rows = new StringBuilder();
    for (int i = 0; i < now.card().sections().size(); i++) {
      EventCard.Section section = now.card().sections().get(i);
      rows.append("<tr><th scope=\"row\"><bdi>")
          .append(escaped(section.name()))
          .append("</bdi></th><td>")
          .append(free(now.sections().get(i).free(), reader))
          .append("</td><td>")
          .append(prices(section.priceFromCents(), section.priceToCents(), currency, reader))
          .append("</td></tr>");
    }
    return rows.toString();
  }

  private static String free(int seats, Reader reader) {
    return escaped(
        seats == 0
            ? reader.say("section.none")
            : reader.words().say("section.free", Map.of("n", seats)));
  }

  static String seats(EventCard event, String currency, Entrant entrant, Reader reader) {
    int max = event.maxSeatsPerHold();
    return filled(
        SEATS,
        reader,
        Map.of(
            "key", key(entrant.binding()),
            "serverTime", Times.written(entrant.now()),
            "title", escaped(event.title()),
            "limits",
                escaped(
                    reader.words().say("page.limits", Map.of("venue", event.venue(), "n", max))),
            "event", escaped(event.id()),
            "currency", escaped(currency),
            "max", String.valueOf(max)));
  }

  static String holds(String event, List<Hold> holds, ShopHttp.Till till, Reader reader) {
    Words words = reader.words();
    String items =
        holds.stream()
            .map(hold -> "<li>" + escaped(held(hold, till, words)) + "</li>")
            .collect(Collectors.joining());
    String body =
        items.isEmpty()
            ? "<p>" + escaped(words.say("page.no-seats")) + "</p>"
            : "<ul>" + items + "</ul>";
    String title = words.say("page.your-seats");
    String map = link("/events/" + event + "/seats", words.say("page.to-map"));
    return framed(title, "<h1>" + escaped(title) + "</h1>" + body + "<p>" + map + "</p>", reader);
  }

  private static String held(Hold hold, ShopHttp.Till till, Words words) {
    return words.say(
        "page.yours-until",
        Map.of(
            "seats", words.list(seatIds(hold)),
            "total", words.money(hold.totalCents(), till.currency(hold.event())),
            "until", words.clock(hold.expiresAt(), till.zone(hold.event()))));
  }

  static List<String> seatIds(Hold hold) {
    return hold.seats().stream().map(Hold.HeldSeat::id).toList();
  }

  /** A page of a sentence, with the way on; null is to the list of events. */
  static String message(String title, String text, @Nullable String seats, Reader reader) {
    String way =
        seats == null
            ? link("/events", reader.say("page.to-events"))
            : link(seats, reader.say("page.to-map"));
    return framed(
        title,
        "<h1>" + escaped(title) + "</h1><p>" + escaped(text) + "</p><p>" + way + "</p>",
        reader);
  }

  /** What is not there, as a page for a person and as a problem for a program. */
  static void failure(Exchange exchange, Throwable failure) {
    Problem problem = failure instanceof ProblemException known ? known.problem() : null;
    if (problem == null || !exchange.prefersHtml()) {
      exchange.failure(failure);
    } else if (problem.status() == 404) {
      Reader reader = Reader.of(exchange);
      String title = reader.say("page.not-yours");
      exchange.html(404, message(title, reader.say("page.not-yours-why"), null, reader));
    } else if (problem.code().equals(Visitors.PROOF_REQUIRED)) {
      exchange.unset("WWW-Authenticate").html(200, unlock(problem.members(), Reader.of(exchange)));
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
  private static String unlock(JsonObject needed, Reader reader) {
    return filled(
        UNLOCK,
        reader,
        Map.of(
            "jkt", escaped(needed.getString("jkt")),
            "ath", escaped(needed.getString("ath")),
            "serverTime", escaped(needed.getString("serverTime"))));
  }

  private static String framed(String title, String body, Reader reader) {
    return filled(FRAME, reader, Map.of("title", escaped(title), "body", body));
  }

  private static String link(String address, String text) {
    return "<a href=\"" + escaped(address) + "\">" + escaped(text) + "</a>";
  }

  private static String prices(
      @Nullable Long from, @Nullable Long to, String currency, Reader reader) {
    Words words = reader.words();
    if (from == null || to == null) {
      return escaped(words.say("price.none"));
    }
    String low = words.money(from, currency);
    String high = words.money(to, currency);
    return escaped(
        low.equals(high) ? low : words.say("price.range", Map.of("low", low, "high", high)));
  }

  private static String time(Instant instant, String written) {
    return "<time datetime=\"" + Times.written(instant) + "\">" + escaped(written) + "</time>";
  }

  /**
   * In one pass: what a value holds is never taken for a place of the template. A place that begins
   * with an equals sign is a message's.
   */
  static String filled(String template, Reader reader, Map<String, String> values) {
    return PLACE
        .matcher(template)
        .replaceAll(place -> Matcher.quoteReplacement(value(place.group(1), reader, values)));
  }

  private static String value(String name, Reader reader, Map<String, String> values) {
    if (name.startsWith("=")) {
      return escaped(reader.say(name.substring(1)));
    }
    String value =
        switch (name) {
          case "lang" -> reader.words().language();
          case "dir" -> reader.words().isRightToLeft() ? "rtl" : "ltr";
          case "languages" -> reader.languages();
          default -> values.get(name);
        };
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
