package dev.headgate.booking.store;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import dev.headgate.booking.config.EventSettings;
import dev.headgate.booking.config.EventSettings.Block;
import dev.headgate.booking.config.Venue;
import dev.headgate.booking.seat.SeatName;
import java.sql.Array;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Brings an event's venue, settings, seats and prices to what the configuration says. A seat that
 * it no longer sells is withdrawn where it is free, and never where it is held, being paid for or
 * sold. What did not change is not touched. A statement a table, whatever the number of rows.
 */
final class EventImport {
  private static final Logger LOG = LoggerFactory.getLogger(EventImport.class);
  private static final int SHOWN = 20;

  private static final String SEATS = Sql.beside(EventImport.class, "seats");
  private static final String ROWS = Sql.beside(EventImport.class, "rows");
  private static final String BLOCK = Sql.beside(EventImport.class, "block");
  private static final String ALLOCATION = Sql.beside(EventImport.class, "allocation");
  private static final String EVENT =
      """
      INSERT INTO event (event_id, venue_id, title, on_sale_at, closes_at, hold_seconds,
                         max_seats_per_hold, max_tickets_per_customer, currency, capture,
                         late_payment, after_refund, starts_at,
                         max_holds_per_customer, extension_seconds)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      ON CONFLICT (event_id) DO UPDATE
         SET title = excluded.title, on_sale_at = excluded.on_sale_at,
             closes_at = excluded.closes_at, hold_seconds = excluded.hold_seconds,
             max_seats_per_hold = excluded.max_seats_per_hold,
             max_tickets_per_customer = excluded.max_tickets_per_customer,
             currency = excluded.currency, capture = excluded.capture,
             late_payment = excluded.late_payment, after_refund = excluded.after_refund,
             starts_at = excluded.starts_at,
             max_holds_per_customer = excluded.max_holds_per_customer,
             extension_seconds = excluded.extension_seconds
       WHERE event.venue_id = excluded.venue_id
      """;

  private final Connection connection;
  private final String process;

  /** {@code process} is how audit rows name this one. */
  EventImport(Connection connection, String process) {
    this.connection = connection;
    this.process = process;
  }

  private record PlannedSeat(String section, SeatName name, int ordinal, Venue.Row row) {}

  /**
   * Does it.
   *
   * @return whether seats were put on sale
   */
  boolean run(EventSettings event) throws SQLException {
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
    run(ROWS, venue.id());
    writeEvent(event);
    writeBlocks(event, seats);
    return writeAllocation(event, seats);
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
            timestamp(event.sales().startsAt()),
            event.limits().holdsPerCustomer(),
            (int) event.limits().extension().toSeconds());
    if (written != 1) {
      throw new SQLException("event " + event.id() + " is in another venue already");
    }
  }

  private void writeBlocks(EventSettings event, List<PlannedSeat> seats) throws SQLException {
    List<Block> blocks = event.selling().blocks();
    for (Block block : blocks) {
      run(
          BLOCK,
          event.id(),
          block.name(),
          block.price().ticketType(),
          block.price().cents(),
          texts(seats.stream().filter(block(block)).map(s -> s.name().written()).toArray()),
          timestamp(block.releaseAt()));
    }
    run(
        "DELETE FROM seat_block WHERE event_id = ? AND released_at IS NULL AND name <> ALL (?)",
        event.id(),
        texts(blocks.stream().map(Block::name).toArray()));
  }

  private static Predicate<PlannedSeat> block(Block block) {
    return seat -> block.has(seat.section(), seat.name().row(), seat.name().written());
  }

  private Set<String> released(EventSettings event) throws SQLException {
    Set<String> names = new HashSet<>();
    try (PreparedStatement sql =
        connection.prepareStatement(
            "SELECT name FROM seat_block WHERE event_id = ? AND released_at IS NOT NULL")) {
      sql.setString(1, event.id());
      try (ResultSet rows = sql.executeQuery()) {
        while (rows.next()) {
          names.add(rows.getString("name"));
        }
      }
    }
    return names;
  }

  private boolean writeAllocation(EventSettings event, List<PlannedSeat> seats)
      throws SQLException {
    Set<String> released = released(event);
    List<PlannedSeat> sold = new ArrayList<>(seats.size());
    List<EventSettings.Price> prices = new ArrayList<>(seats.size());
    for (PlannedSeat seat : seats) {
      EventSettings.Price price = price(event, seat, released);
      if (price != null) {
        sold.add(seat);
        prices.add(price);
      }
    }
    Array ids = texts(sold.stream().map(s -> s.name().written()).toArray());
    Array sections = texts(sold.stream().map(PlannedSeat::section).toArray());
    Array ordinals = array("int4", sold.stream().map(PlannedSeat::ordinal).toArray());
    Array types = texts(prices.stream().map(EventSettings.Price::ticketType).toArray());
    Array cents = array("int8", prices.stream().map(EventSettings.Price::cents).toArray());
    try (PreparedStatement sql = connection.prepareStatement(ALLOCATION)) {
      sql.setArray(1, ids);
      sql.setArray(2, sections);
      sql.setArray(3, ordinals);
      sql.setArray(4, types);
      sql.setArray(5, cents);
      sql.setString(6, event.id());
      sql.setString(7, event.venue().id());
      sql.setString(8, process);
      try (ResultSet rows = sql.executeQuery()) {
        return tell(event.id(), rows);
      }
    }
  }

  private static EventSettings.@Nullable Price price(
      EventSettings event, PlannedSeat seat, Set<String> released) {
    EventSettings.Price own = event.priceOf(seat.section(), seat.name().written());
    for (Block block : event.selling().blocks()) {
      if (block(block).test(seat)) {
        return released.contains(block.name()) ? block.price() : null;
      }
    }
    return own;
  }

  private static boolean tell(String event, ResultSet rows) throws SQLException {
    boolean told = rows.next();
    Array kept = told ? rows.getArray("kept") : null;
    if (kept != null) {
      List<String> seats = List.of((String[]) kept.getArray());
      LOG.warn(
          "{}: {} seats are no longer for sale but somebody has them, so they stay: {}",
          event,
          seats.size(),
          seats.subList(0, Math.min(SHOWN, seats.size())));
    }
    return told && rows.getInt("added") > 0;
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
