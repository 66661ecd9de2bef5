package dev.headgate.booking.check;

import dev.headgate.booking.store.Sql;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What happened, for whoever has to answer a customer. Reads only; blocks. */
public final class History {
  private static final String SQL = Sql.beside(History.class, "history");

  private History() {}

  /** What one may ask by. */
  public enum By {
    HOLD,
    ORDER,
    CUSTOMER,
    /** Our id of it or the processor's. */
    PAYMENT
  }

  /**
   * One thing that happened.
   *
   * @param what the change
   * @param delayMillis how long after its deadline a hold expired, and how long after its order was
   *     made anything became of that; null for everything else
   * @param process which process did it; empty where that is not kept
   */
  public record Entry(
      Instant at,
      String event,
      String what,
      String reason,
      String holdId,
      @Nullable String orderId,
      String customer,
      String seats,
      @Nullable Long delayMillis,
      String process) {}

  /** Everything that is known, oldest first; empty where nothing is. */
  public static List<Entry> of(Connection connection, By by, String id) throws SQLException {
    List<Entry> entries = new ArrayList<>();
    try (PreparedStatement query = connection.prepareStatement(SQL)) {
      List<By> parameters = List.of(By.values());
      for (int i = 0; i < parameters.size(); i++) {
        query.setString(i + 1, parameters.get(i) == by ? id : null);
      }
      try (ResultSet rows = query.executeQuery()) {
        while (rows.next()) {
          entries.add(entry(rows));
        }
      }
    }
    return entries;
  }

  private static Entry entry(ResultSet row) throws SQLException {
    long delay = row.getLong("delay_millis");
    Long delayMillis = row.wasNull() ? null : delay;
    return new Entry(
        row.getObject("at", OffsetDateTime.class).toInstant(),
        row.getString("event_id"),
        row.getString("action"),
        row.getString("reason"),
        row.getString("hold_id"),
        row.getString("order_id"),
        row.getString("customer_id"),
        row.getString("seats"),
        delayMillis,
        row.getString("process"));
  }
}
