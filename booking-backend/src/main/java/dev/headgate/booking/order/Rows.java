package dev.headgate.booking.order;

import io.vertx.sqlclient.Row;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What an order's row means. */
final class Rows {
  private Rows() {}

  static Order order(Row row) {
    return new Order(
        row.getString("order_id"),
        row.getString("hold_id"),
        row.getString("event_id"),
        row.getString("title"),
        row.getString("venue"),
        row.getString("customer_id"),
        row.getString("status"),
        row.getString("reason"),
        row.getLong("amount_cents"),
        row.getString("currency"),
        lines(row),
        tickets(row),
        row.getString("redirect_url"),
        row.getString("decline_code"),
        row.getLong("refund_due"),
        row.getLong("refunded"),
        optional(row, "starts_at"),
        instant(row, "created_at"),
        optional(row, "confirmed_at"),
        optional(row, "ended_at"),
        instant(row, "now"));
  }

  private static List<Order.Line> lines(Row row) {
    String[] seats = row.getArrayOfStrings("seats");
    String[] sections = row.getArrayOfStrings("sections");
    String[] types = row.getArrayOfStrings("types");
    Long[] prices = row.getArrayOfLongs("prices");
    List<Order.Line> lines = new ArrayList<>(seats.length);
    for (int i = 0; i < seats.length; i++) {
      lines.add(new Order.Line(seats[i], sections[i], types[i], prices[i]));
    }
    return lines;
  }

  private static List<Order.Ticket> tickets(Row row) {
    String[] seats = row.getArrayOfStrings("seats");
    String[] ids = row.getArrayOfStrings("tickets");
    OffsetDateTime[] issued = row.getArrayOfOffsetDateTimes("issued");
    List<Order.Ticket> tickets = new ArrayList<>(seats.length);
    for (int i = 0; i < seats.length; i++) {
      if (ids[i] != null) {
        tickets.add(new Order.Ticket(ids[i], seats[i], issued[i].toInstant()));
      }
    }
    return tickets;
  }

  static Instant instant(Row row, String column) {
    return row.getOffsetDateTime(column).toInstant();
  }

  private static @Nullable Instant optional(Row row, String column) {
    OffsetDateTime time = row.getOffsetDateTime(column);
    return time == null ? null : time.toInstant();
  }
}
