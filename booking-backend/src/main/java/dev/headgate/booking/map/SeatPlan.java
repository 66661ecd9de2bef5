package dev.headgate.booking.map;

import io.vertx.core.json.Json;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
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
  private final List<String> seats = new ArrayList<>();
  // Of each section the first seat on sale; one more for the end.
  private final int[] firsts;

  SeatPlan(EventCard card, int version, List<Section> sections) {
    this.card = card;
    this.version = version;
    this.sections = sections;
    this.firsts = new int[sections.size() + 1];
    for (int i = 0; i < sections.size(); i++) {
      for (Row row : sections.get(i).rows()) {
        row.seats().stream().filter(Seat::allocated).map(Seat::id).forEach(seats::add);
      }
      firsts[i + 1] = seats.size();
    }
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
  record Seat(String id, byte[] before, byte[] after, boolean allocated) {
    static Seat of(
        String id, @Nullable Long priceCents, @Nullable String ticketType, String marks) {
      String before = "{\"id\":" + Json.encode(id) + ",\"state\":\"";
      String after =
          "\",\"priceCents\":" + priceCents + ",\"ticketType\":" + Json.encode(ticketType) + marks;
      return new Seat(id, bytes(before), bytes(after + "}"), priceCents != null);
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
    return seats.size();
  }

  /** Whether these states are of this plan. */
  boolean fits(int otherVersion, String states) {
    return otherVersion == version && states.length() == seats.size();
  }

  /** The id of the n-th seat on sale. */
  String seat(int index) {
    return seats.get(index);
  }

  /** The section of the n-th seat on sale, as an index. */
  int sectionOf(int index) {
    int found = Arrays.binarySearch(firsts, index);
    int at = found >= 0 ? found : -found - 2;
    while (firsts[at + 1] == index) {
      at++; // a section of which nothing is on sale begins where the next one does
    }
    return at;
  }

  /** The counts of each section. */
  List<Counts> counts(String states) {
    List<Counts> counts = new ArrayList<>(sections.size());
    for (int i = 0; i < sections.size(); i++) {
      counts.add(Counts.of(states, firsts[i], firsts[i + 1]));
    }
    return counts;
  }

  static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
