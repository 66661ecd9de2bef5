package dev.headgate.booking.map;

import io.vertx.core.json.Json;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The part of an event's map that hardly ever changes, with every seat's JSON written already but
 * for its state.
 */
final class SeatPlan {
  private final EventCard card;
  private final int version;
  private final List<Section> sections;
  private final int allocated;

  SeatPlan(EventCard card, int version, List<Section> sections) {
    this.card = card;
    this.version = version;
    this.sections = sections;
    this.allocated =
        (int)
            sections.stream()
                .flatMap(section -> section.rows().stream())
                .flatMap(row -> row.seats().stream())
                .filter(Seat::allocated)
                .count();
  }

  /** A section, its rows in the order of the plan. */
  record Section(String id, String name, List<Row> rows) {
    static Section of(String id, String name) {
      return new Section(id, name, new ArrayList<>());
    }

    int seats() {
      return rows.stream().mapToInt(row -> row.seats().size()).sum();
    }
  }

  /** A row of seats. */
  record Row(String label, List<Seat> seats) {}

  /** A seat: what stands before its state in JSON, and what after. */
  @SuppressWarnings("ArrayRecordComponent") // Never compared; the bytes are copied out as they are.
  record Seat(byte[] before, byte[] after, boolean allocated) {
    static Seat of(
        String id, @Nullable Long priceCents, @Nullable String ticketType, String marks) {
      String before = "{\"id\":" + Json.encode(id) + ",\"state\":\"";
      String after =
          "\",\"priceCents\":" + priceCents + ",\"ticketType\":" + Json.encode(ticketType) + marks;
      return new Seat(bytes(before), bytes(after + "}"), priceCents != null);
    }
  }

  EventCard card() {
    return card;
  }

  int version() {
    return version;
  }

  List<Section> sections() {
    return sections;
  }

  /** How many seats are sold here: the projection has one state for each. */
  int allocated() {
    return allocated;
  }

  static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
