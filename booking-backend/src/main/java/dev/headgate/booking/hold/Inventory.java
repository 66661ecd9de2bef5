package dev.headgate.booking.hold;

import dev.headgate.booking.store.Database;
import dev.headgate.booking.store.Database.Statement;
import dev.headgate.booking.store.Sql;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.Tuple;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Blocks of seats that are kept back and put on sale later. Failures are {@link
 * dev.headgate.booking.store.StoreException}s.
 */
public final class Inventory {
  private static final String BLOCKS = Sql.beside(Inventory.class, "blocks");

  private final Database database;
  private final String process;

  /** The blocks in this database; {@code process} is how audit rows name this one. */
  public Inventory(Database database, String process) {
    this.database = database;
    this.process = process;
  }

  /** A block that is on sale now, and how many of its seats that added. */
  public record Released(String event, String block, int seats) {}

  /** Releases every block whose time has come, each once, whoever else tries meanwhile. */
  public Future<List<Released>> tick() {
    return released(null, null);
  }

  /** Releases a block now; empty where there is none of this name or it was released before. */
  public Future<List<Released>> release(String event, String block) {
    return released(event, block);
  }

  private Future<List<Released>> released(@Nullable String event, @Nullable String block) {
    return database
        .transaction(List.of(new Statement(BLOCKS, Tuple.of(event, block, process))))
        .map(Inventory::released);
  }

  private static List<Released> released(RowSet<Row> rows) {
    List<Released> released = new ArrayList<>(rows.size());
    for (Row row : rows) {
      released.add(
          new Released(row.getString("event_id"), row.getString("name"), row.getInteger("seats")));
    }
    return released;
  }
}
