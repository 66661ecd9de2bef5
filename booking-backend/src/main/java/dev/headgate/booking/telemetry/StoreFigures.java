package dev.headgate.booking.telemetry;

import dev.headgate.booking.store.Database;
import dev.headgate.booking.store.Sql;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.MultiGauge;
import io.micrometer.core.instrument.Tags;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.Tuple;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What only the rows can say of holds, money and messages, read now and then on the connections for
 * browsing. While the database is away the last figures stay.
 */
public final class StoreFigures {
  private static final Logger LOG = LoggerFactory.getLogger(StoreFigures.class);
  private static final String FIGURES = Sql.beside(StoreFigures.class, "figures");

  /** Each figure with the name of its label; an empty one has none. */
  private static final Map<String, String> LABELS =
      Map.ofEntries(
          Map.entry("sweep_lag_seconds", ""),
          Map.entry("holds", "state"),
          Map.entry("orders", "status"),
          Map.entry("payments_unknown", ""),
          Map.entry("payment_pending_seconds", ""),
          Map.entry("payments_overdue", ""),
          Map.entry("notices_waiting", ""),
          Map.entry("refunds_due", ""),
          Map.entry("messages_waiting", ""),
          Map.entry("lock_waits", ""),
          Map.entry("dead_rows", "table"),
          Map.entry("live_rows", "table"),
          Map.entry("table_bytes", "table"));

  private final Database database;
  private final Map<String, MultiGauge> gauges = new HashMap<>();
  private final AtomicBoolean reading = new AtomicBoolean();
  private volatile int ordersPending;

  StoreFigures(Database database, MeterRegistry registry) {
    this.database = database;
    LABELS.forEach(
        (name, label) ->
            gauges.put(name, MultiGauge.builder("headgate_" + name).register(registry)));
  }

  /** Reads them once. */
  public Future<Void> tick() {
    if (!reading.compareAndSet(false, true)) {
      return Future.succeededFuture();
    }
    return database
        .browse(new Database.Statement(FIGURES, Tuple.tuple()))
        .onSuccess(this::show)
        .onFailure(failure -> LOG.warn("no figures: {}", failure.getMessage()))
        .onComplete(done -> reading.set(false))
        .<Void>mapEmpty()
        .otherwiseEmpty();
  }

  /** Orders whose payment is not known yet, as of the last reading. */
  public int ordersPending() {
    return ordersPending;
  }

  private void show(RowSet<Row> rows) {
    Map<String, List<MultiGauge.Row<?>>> figures = new HashMap<>();
    int pending = 0;
    for (Row row : rows) {
      String name = row.getString("name");
      String value = row.getString("label");
      double number = row.getDouble("value");
      String label = LABELS.getOrDefault(name, "");
      Tags tags = label.isEmpty() ? Tags.empty() : Tags.of(label, value);
      figures
          .computeIfAbsent(name, missing -> new ArrayList<>())
          .add(MultiGauge.Row.of(tags, number));
      pending += name.equals("orders") && value.equals("pending_payment") ? (int) number : 0;
    }
    ordersPending = pending;
    // A figure without rows is one whose last label is gone, too.
    gauges.forEach((name, gauge) -> gauge.register(figures.getOrDefault(name, List.of()), true));
  }
}
