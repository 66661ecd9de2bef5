package dev.headgate.booking.account;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.headgate.booking.account.Accounts.Begun;
import dev.headgate.booking.config.ShopConfig;
import dev.headgate.booking.store.Database;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** So many in a window, and not one more. */
class RequestLimitTest {
  private static final Duration MINUTE = Duration.ofMinutes(1);
  private static final long SECOND = 1_000_000_000L;

  @Test
  void theWindowBeginsWithTheFirstAndWhatIsRefusedIsToldHowLongToWait() {
    RequestLimit limit = new RequestLimit(2, MINUTE);
    long begin = Long.MAX_VALUE - 30 * SECOND;
    assertEquals(Duration.ZERO, limit.ask("a", begin));
    assertEquals(Duration.ZERO, limit.ask("a", begin + 10 * SECOND));
    assertEquals(Duration.ofSeconds(40), limit.ask("a", begin + 20 * SECOND));
    assertEquals(Duration.ZERO, limit.ask("b", begin + 20 * SECOND));
    assertEquals(Duration.ofNanos(1), limit.ask("a", begin + 60 * SECOND - 1));
    assertEquals(Duration.ZERO, limit.ask("a", begin + 60 * SECOND));
    assertEquals(Duration.ZERO, limit.ask("a", begin + 61 * SECOND));
    assertEquals(Duration.ofSeconds(58), limit.ask("a", begin + 62 * SECOND));
  }

  @Test
  void exactlySoManyPassHoweverManyAskAtOnce() {
    RequestLimit limit = new RequestLimit(137, MINUTE);
    long passed =
        IntStream.range(0, 20_000).parallel().filter(i -> limit.ask("a", i).isZero()).count();
    assertEquals(137, passed);
  }

  @Test
  void theMemoryIsBoundedWhoeverAsks() {
    RequestLimit limit = new RequestLimit(1, MINUTE, 100);
    for (int i = 0; i < 10_000; i++) {
      assertEquals(Duration.ZERO, limit.ask("customer" + i, i));
    }
    assertTrue(limit.remembered() <= 100, limit.remembered() + " remembered");
  }

  @Test
  void everybodyTogetherGetsThreeThousandCodesAMinute(@TempDir Path folder) {
    AtomicInteger asked = new AtomicInteger();
    Accounts accounts =
        new PgAccounts(
            new AwayDatabase(asked),
            Codes.under(ShopConfig.Session.keptIn(folder.resolve("a.key"))),
            ShopConfig.Accounts.defaults());
    int refused = 0;
    for (int i = 0; i < 3_100; i++) {
      Future<Begun> begun =
          accounts.begin(Address.email("fan" + i + "@example.com").orElseThrow(), null);
      if (begun.succeeded() && begun.result() instanceof Begun.TooMany many) {
        assertTrue(many.pause().compareTo(MINUTE) <= 0);
        refused++;
      }
    }
    assertEquals(100, refused);
    assertEquals(3_000, asked.get());
  }

  /** Counts who comes, and does nothing for them. */
  private record AwayDatabase(AtomicInteger asked) implements Database {
    @Override
    public Future<RowSet<Row>> transaction(List<Statement> statements) {
      asked.incrementAndGet();
      return Future.failedFuture("away");
    }

    @Override
    public <T> Future<T> inTransaction(Function<Transaction, Future<T>> work) {
      return Future.failedFuture("away");
    }

    @Override
    public Future<RowSet<Row>> query(Statement statement) {
      return Future.failedFuture("away");
    }

    @Override
    public Future<RowSet<Row>> browse(Statement statement) {
      return Future.failedFuture("away");
    }

    @Override
    public Load load() {
      return new Load(0, 0, 0);
    }

    @Override
    public Future<Void> close() {
      return Future.succeededFuture();
    }
  }
}
