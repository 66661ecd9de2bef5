package dev.headgate.booking.hold;

import dev.headgate.booking.hold.Hold.HeldSeat;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What the rows of this package's statements mean. */
final class HoldRows {
  private HoldRows() {}

  static Optional<Hold> first(RowSet<Row> rows) {
    return rows.size() == 0 ? Optional.empty() : Optional.of(stored(rows.iterator().next()));
  }

  /** The hold that {@code hold.sql} has just made. */
  static Hold granted(String event, String holdId, Row row) {
    Instant now = instant(row, "now");
    return new Hold(
        holdId,
        event,
        "active",
        seats(row),
        row.getLong("total_cents"),
        now,
        instant(row, "deadline"),
        null,
        new Hold.MoreTime(row.getInteger("extension_seconds"), false),
        now);
  }

  static Hold stored(Row row) {
    return new Hold(
        row.getString("hold_id"),
        row.getString("event_id"),
        row.getString("status"),
        seats(row),
        row.getLong("total_cents"),
        instant(row, "created_at"),
        instant(row, "deadline"),
        optionalInstant(row, "ended_at"),
        new Hold.MoreTime(row.getInteger("extension_seconds"), row.getValue("extended_at") != null),
        instant(row, "now"));
  }

  private static List<HeldSeat> seats(Row row) {
    List<String> ids = texts(row, "seat_ids");
    List<String> types = texts(row, "ticket_types");
    Long[] prices = row.getArrayOfLongs("prices_cents");
    List<HeldSeat> seats = new ArrayList<>(ids.size());
    for (int i = 0; i < ids.size(); i++) {
      seats.add(new HeldSeat(ids.get(i), prices[i], types.get(i)));
    }
    return seats;
  }

  static List<String> seatIds(RowSet<Row> rows) {
    List<String> ids = new ArrayList<>(rows.size());
    rows.forEach(row -> ids.add(row.getString("seat_id")));
    return ids;
  }

  static List<String> texts(Row row, String column) {
    String[] texts = row.getArrayOfStrings(column);
    return texts == null ? List.of() : List.of(texts);
  }

  static Instant instant(Row row, String column) {
    return row.getOffsetDateTime(column).toInstant();
  }

  static @Nullable Instant optionalInstant(Row row, String column) {
    OffsetDateTime time = row.getOffsetDateTime(column);
    return time == null ? null : time.toInstant();
  }
}
