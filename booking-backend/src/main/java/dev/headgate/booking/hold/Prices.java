package dev.headgate.booking.hold;

import dev.headgate.booking.price.PricePolicy;
import dev.headgate.booking.price.PricePolicy.Market;
import dev.headgate.booking.store.Database;
import dev.headgate.booking.store.Database.Statement;
import dev.headgate.booking.store.Sql;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.Tuple;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Keeps prices where their policies want them. Any number of processes may do so at once: a factor
 * is written only where nobody else wrote one meanwhile. Failures are {@link
 * dev.headgate.booking.store.StoreException}s.
 */
public final class Prices {
  private static final String MARKET = Sql.beside(Prices.class, "market");
  private static final String REPRICE = Sql.beside(Prices.class, "reprice");

  private final Database database;
  private final Map<String, PricePolicy> policies;
  private final String process;

  /** Policies by event; {@code process} is how audit rows name this one. */
  public Prices(Database database, Map<String, PricePolicy> policies, String process) {
    this.database = database;
    this.policies = Map.copyOf(policies);
    this.process = process;
  }

  /**
   * Moves every price at most one step.
   *
   * @return the events in which some price changed
   */
  public Future<List<String>> tick() {
    List<Future<@Nullable String>> events = new ArrayList<>();
    policies.forEach((event, policy) -> events.add(tick(event, policy)));
    return Future.all(events)
        .map(all -> all.<@Nullable String>list().stream().filter(Objects::nonNull).toList());
  }

  private Future<@Nullable String> tick(String event, PricePolicy policy) {
    return database
        .browse(new Statement(MARKET, Tuple.of(event)))
        .compose(
            rows -> {
              List<Future<Boolean>> written = new ArrayList<>();
              rows.forEach(row -> written.add(reprice(event, policy, row)));
              return Future.all(written);
            })
        .map(all -> all.<Boolean>list().contains(true) ? event : null);
  }

  private Future<Boolean> reprice(String event, PricePolicy policy, Row row) {
    Integer old = row.getInteger("per_mille");
    Instant now = HoldRows.instant(row, "now");
    int current = old == null ? PricePolicy.UNCHANGED : old;
    Instant changedAt = HoldRows.optionalInstant(row, "changed_at");
    int next = policy.next(current, changedAt, market(row, now), now);
    if (next == current) {
      return Future.succeededFuture(false);
    }
    Tuple written =
        Tuple.of(
            event,
            row.getString("ticket_type"),
            next,
            old,
            row.getOffsetDateTime("changed_at"),
            process);
    return database
        .transaction(List.of(new Statement(REPRICE, written)))
        .map(RowSet::size)
        .map(size -> size > 0);
  }

  private static Market market(Row row, Instant now) {
    Instant startsAt = HoldRows.optionalInstant(row, "starts_at");
    return new Market(
        row.getLong("seats"),
        row.getLong("free"),
        row.getLong("recent_holds"),
        startsAt == null ? null : Duration.between(now, startsAt));
  }
}
