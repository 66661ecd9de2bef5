package dev.headgate.booking.store;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import dev.headgate.booking.config.EventSettings;
import dev.headgate.booking.config.Venue;
import dev.headgate.booking.seat.SeatName;
import java.sql.Array;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Writes an event's venue, seats and allocation. What is there already stays as it is; only the
 * event's own settings follow the configuration. A statement a table, whatever the number of rows.
 */
final class EventImport {
  private static final String SEATS =
      """
      INSERT INTO seat (venue_id, seat_id, section_id, row_label, number, ordinal, accessible,
                        restricted_view)
      SELECT ?, s.* FROM unnest(?::text[], ?::text[], ?::text[], ?::int[], ?::int[], ?::bool[],
                                ?::bool[]) AS s
      ON CONFLICT DO NOTHING
      """;
  private static final String ALLOCATION =
      """
      WITH added AS (
        INSERT INTO event_seat (event_id, venue_id, seat_id, section_id, ordinal, ticket_type,
                                price_cents)
        SELECT ?, ?, s.* FROM unnest(?::text[], ?::text[], ?::int[], ?::text[], ?::bigint[]) AS s
        ON CONFLICT DO NOTHING
        RETURNING event_id
      )
      UPDATE event SET plan_version = plan_version + 1
       WHERE event_id IN (SELECT event_id FROM added)
      """;
  private static final String EVENT =
      """
      INSERT INTO event (event_id, venue_id, title, on_sale_at, closes_at, hold_seconds,
                         max_seats_per_hold, max_tickets_per_customer, currency, capture,
                         late_payment, after_refund, allows_guests, needs_phone, starts_at)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      ON CONFLICT (event_id) DO UPDATE
         SET title = excluded.title, on_sale_at = excluded.on_sale_at,
             closes_at = excluded.closes_at, hold_seconds = excluded.hold_seconds,
             max_seats_per_hold = excluded.max_seats_per_hold,
             max_tickets_per_customer = excluded.max_tickets_per_customer,
             currency = excluded.currency, capture = excluded.capture,
             late_payment = excluded.late_payment, after_refund = excluded.after_refund,
             allows_guests = excluded.allows_guests, needs_phone = excluded.needs_phone,
             starts_at = excluded.starts_at
       WHERE event.venue_id = excluded.venue_id
      """;

  private final Connection connection;

  EventImport(Connection connection) {
    this.connection = connection;
  }

  private record PlannedSeat(String section, SeatName name, int ordinal, Venue.Row row) {}

  void run(EventSettings event) throws SQLException {
    Venue venue = event.venue();
    run(
        "INSERT INTO venue (venue_id, name) VALUES (?, ?) ON CONFLICT DO NOTHING",
        venue.id(),
        venue.name());
    for (int i = 0; i < venue.sections().size(); i++) {
      Venue.Section section = venue.sections().get(i);
      run(
          "INSERT INTO section (venue_id, section_id, name, ordinal) VALUES (?, ?, ?, ?)"
              + " ON CONFLICT DO NOTHING",
          venue.id(),
          section.id(),
          section.name(),
          i);
    }
    List<PlannedSeat> seats = planned(venue);
    writeSeats(venue, seats);
    writeEvent(event);
    writeAllocation(event, seats);
  }

  private static List<PlannedSeat> planned(Venue venue) {
    List<PlannedSeat> seats = new ArrayList<>(venue.seats());
    for (Venue.Section section : venue.sections()) {
      for (Venue.Row row : section.rows()) {
        for (SeatName name : row.names()) {
          seats.add(new PlannedSeat(section.id(), name, seats.size(), row));
        }
      }
    }
    return seats;
  }

  private void writeSeats(Venue venue, List<PlannedSeat> seats) throws SQLException {
    run(
        SEATS,
        venue.id(),
        texts(seats.stream().map(s -> s.name().written()).toArray()),
        texts(seats.stream().map(PlannedSeat::section).toArray()),
        texts(seats.stream().map(s -> s.name().row()).toArray()),
        array("int4", seats.stream().map(s -> s.name().number()).toArray()),
        array("int4", seats.stream().map(PlannedSeat::ordinal).toArray()),
        array(
            "bool",
            seats.stream().map(s -> s.row().accessible().contains(s.name().number())).toArray()),
        array(
            "bool",
            seats.stream()
                .map(s -> s.row().restrictedView().contains(s.name().number()))
                .toArray()));
  }

  private void writeEvent(EventSettings event) throws SQLException {
    int written =
        run(
            EVENT,
            event.id(),
            event.venue().id(),
            event.title(),
            timestamp(event.onSaleAt()),
            timestamp(event.closesAt()),
            (int) event.limits().hold().toSeconds(),
            event.limits().seatsPerHold(),
            event.limits().ticketsPerCustomer(),
            event.sales().currency(),
            written(event.sales().capture()),
            written(event.sales().latePayment()),
            written(event.sales().afterRefund()),
            event.sales().guests(),
            event.sales().verifiedPhone(),
            timestamp(event.sales().startsAt()));
    if (written != 1) {
      throw new SQLException("event " + event.id() + " is in another venue already");
    }
  }

  private void writeAllocation(EventSettings event, List<PlannedSeat> seats) throws SQLException {
    List<PlannedSeat> sold = new ArrayList<>(seats.size());
    List<EventSettings.Price> prices = new ArrayList<>(seats.size());
    for (PlannedSeat seat : seats) {
      EventSettings.Price price = event.priceOf(seat.section(), seat.name().written());
      if (price != null) {
        sold.add(seat);
        prices.add(price);
      }
    }
    run(
        ALLOCATION,
        event.id(),
        event.venue().id(),
        texts(sold.stream().map(s -> s.name().written()).toArray()),
        texts(sold.stream().map(PlannedSeat::section).toArray()),
        array("int4", sold.stream().map(PlannedSeat::ordinal).toArray()),
        texts(prices.stream().map(EventSettings.Price::ticketType).toArray()),
        array("int8", prices.stream().map(EventSettings.Price::cents).toArray()));
  }

  private Array texts(Object[] values) throws SQLException {
    return array("text", values);
  }

  private Array array(String type, Object[] values) throws SQLException {
    return connection.createArrayOf(type, values);
  }

  private static String written(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT);
  }

  private static @Nullable Timestamp timestamp(@Nullable Instant instant) {
    return instant == null ? null : Timestamp.from(instant);
  }

  @CanIgnoreReturnValue
  private int run(String sql, @Nullable Object... parameters) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      for (int i = 0; i < parameters.length; i++) {
        statement.setObject(i + 1, parameters[i]);
      }
      return statement.executeUpdate();
    }
  }
}
