package dev.headgate.booking.map;

import dev.headgate.booking.store.Database;
import dev.headgate.booking.store.Sql;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads an event's plan: every seat of its venue, with the event's price where it sells it. */
final class PlanReader {
  private static final String PLAN = Sql.beside(PlanReader.class, "plan");

  private final List<SeatPlan.Section> sections = new ArrayList<>();
  private final List<EventCard.Section> cards = new ArrayList<>();
  private @Nullable Long from;
  private @Nullable Long to;
  private @Nullable Long sectionFrom;
  private @Nullable Long sectionTo;

  private PlanReader() {}

  static Future<SeatPlan> read(Vertx vertx, Database database, String event) {
    return database
        .browse(new Database.Statement(PLAN, Tuple.of(event)))
        // Every seat is written as JSON: as much work as drawing a map.
        .compose(rows -> vertx.executeBlocking(() -> new PlanReader().plan(rows), false));
  }

  private SeatPlan plan(RowSet<Row> rows) {
    Row first = rows.iterator().next();
    for (Row row : rows) {
      add(row);
    }
    closeSection();
    EventCard card =
        new EventCard(
            first.getString("event_id"),
            first.getString("title"),
            first.getString("venue"),
            instant(first, "on_sale_at"),
            instant(first, "closes_at"),
            from,
            to,
            first.getInteger("max_seats_per_hold"),
            List.copyOf(cards));
    return new SeatPlan(card, first.getInteger("plan_version"), sections);
  }

  private void add(Row row) {
    String sectionId = row.getString("section_id");
    if (sections.isEmpty() || !last(sections).id().equals(sectionId)) {
      closeSection();
      sections.add(SeatPlan.Section.of(sectionId, row.getString("section")));
    }
    List<SeatPlan.Row> rows = last(sections).rows();
    String label = row.getString("row_label");
    if (rows.isEmpty() || !last(rows).label().equals(label)) {
      rows.add(new SeatPlan.Row(label, new ArrayList<>()));
    }
    last(rows).seats().add(seat(row));
  }

  private SeatPlan.Seat seat(Row row) {
    Long price = row.getLong("price_cents");
    if (price != null) {
      from = from == null ? price : Long.valueOf(Math.min(from, price));
      to = to == null ? price : Long.valueOf(Math.max(to, price));
      sectionFrom = sectionFrom == null ? price : Long.valueOf(Math.min(sectionFrom, price));
      sectionTo = sectionTo == null ? price : Long.valueOf(Math.max(sectionTo, price));
    }
    String marks =
        (row.getBoolean("accessible") ? ",\"accessible\":true" : "")
            + (row.getBoolean("restricted_view") ? ",\"restrictedView\":true" : "");
    return SeatPlan.Seat.of(row.getString("seat_id"), price, row.getString("ticket_type"), marks);
  }

  private void closeSection() {
    if (!sections.isEmpty()) {
      SeatPlan.Section section = last(sections);
      cards.add(
          new EventCard.Section(
              section.id(), section.name(), section.seats(), sectionFrom, sectionTo));
    }
    sectionFrom = null;
    sectionTo = null;
  }

  private static <T> T last(List<T> list) {
    return list.get(list.size() - 1);
  }

  private static @Nullable Instant instant(Row row, String column) {
    OffsetDateTime time = row.getOffsetDateTime(column);
    return time == null ? null : time.toInstant();
  }
}
