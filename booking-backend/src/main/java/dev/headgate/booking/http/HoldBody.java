package dev.headgate.booking.http;

import dev.headgate.booking.hold.Wish;
import dev.headgate.booking.map.EventCard;
import dev.headgate.booking.seat.SeatList;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** What a request for seats says, checked before any row is looked at. */
final class HoldBody {
  static final Set<String> FIELDS = Set.of("seats", "best");

  private static final Set<String> OF_BEST =
      Set.of("section", "count", "maxPriceCents", "ticketType");
  private static final int MAX_TEXT = 64;

  private final EventCard event;
  private final JsonArray invalid = new JsonArray();

  private HoldBody(EventCard event) {
    this.event = event;
  }

  static Wish wish(Map<String, @Nullable Object> body, EventCard event) {
    if (!body.containsKey("best")) {
      return exact(body.get("seats"), event.maxSeatsPerHold());
    }
    if (body.containsKey("seats")) {
      throw new ProblemException(Problem.badRequest("Send one of seats and best, not both."));
    }
    return new HoldBody(event).best(body.get("best"));
  }

  private static Wish exact(@Nullable Object sent, int max) {
    SeatList list = SeatList.of(sent, max);
    if (list.isValid()) {
      return new Wish.Exact(list.seats());
    }
    JsonArray faults = new JsonArray();
    list.faults()
        .forEach(
            fault ->
                faults.add(
                    new JsonObject().put("seat", fault.seat()).put("reason", fault.reason())));
    throw new ProblemException(
        Problem.of(
                400,
                "invalid-seats",
                "The seats cannot be asked for",
                "See what is wrong with each.")
            .with("invalid", faults)
            .with("maxSeats", max));
  }

  private Wish best(@Nullable Object sent) {
    if (!(sent instanceof Map<?, ?> best)) {
      add("best", "expected an object");
      throw refused();
    }
    refuseUnknown(best);
    Integer count = count(best.get("count"));
    Long most = most(best.get("maxPriceCents"));
    String section = text("section", best.get("section"));
    String type = text("ticketType", best.get("ticketType"));
    if (section != null && event.sections().stream().noneMatch(s -> s.id().equals(section))) {
      add("section", "no such section");
    }
    if (best.keySet().stream().noneMatch(key -> !"count".equals(key))) {
      add("section", "expected section, maxPriceCents or ticketType");
    }
    if (count == null || !invalid.isEmpty()) {
      throw refused();
    }
    return new Wish.Best(count, section, most, type);
  }

  private static void refuseUnknown(Map<?, ?> best) {
    Set<String> unknown = new TreeSet<>();
    best.keySet().forEach(key -> unknown.add("best." + key));
    OF_BEST.forEach(known -> unknown.remove("best." + known));
    if (!unknown.isEmpty()) {
      throw new ProblemException(
          Problem.badRequest("Unknown fields: " + String.join(", ", unknown) + ".")
              .with("unknown", List.copyOf(unknown)));
    }
  }

  private @Nullable Integer count(@Nullable Object sent) {
    int max = event.maxSeatsPerHold();
    if (sent instanceof Long count && count >= 1 && count <= max) {
      return count.intValue();
    }
    add("count", "expected a whole number from 1 to " + max);
    return null;
  }

  private @Nullable Long most(@Nullable Object sent) {
    boolean isPrice = sent instanceof Long cents && cents >= 0;
    if (sent != null && !isPrice) {
      add("maxPriceCents", "expected a whole number of cents");
    }
    return isPrice ? (Long) sent : null;
  }

  private @Nullable String text(String field, @Nullable Object sent) {
    if (sent instanceof String text && isText(text)) {
      return text;
    }
    if (sent != null) {
      add(field, "expected a text of 1 to " + MAX_TEXT + " characters");
    }
    return null;
  }

  private static boolean isText(String text) {
    return !text.isBlank()
        && text.length() <= MAX_TEXT
        && text.chars().noneMatch(Character::isISOControl);
  }

  private void add(String field, String reason) {
    invalid.add(new JsonObject().put("field", field).put("reason", reason));
  }

  private ProblemException refused() {
    return new ProblemException(
        Problem.of(400, "invalid-best", "This cannot be looked for", "See what is wrong with each.")
            .with("invalid", invalid)
            .with("maxSeats", event.maxSeatsPerHold()));
  }
}
