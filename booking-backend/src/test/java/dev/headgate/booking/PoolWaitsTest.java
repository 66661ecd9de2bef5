package dev.headgate.booking;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.headgate.booking.config.ShopConfig;
import dev.headgate.booking.store.Database;
import dev.headgate.booking.store.StoreException;
import dev.headgate.embedded.EmbeddedPostgres;
import io.vertx.core.AsyncResult;
import io.vertx.core.DeploymentOptions;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.VerticleBase;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.Tuple;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Event loops that want more connections than there are, and wait about as long as they may. */
class PoolWaitsTest {
  private static final int CONNECTIONS = 2;
  private static final int LOOPS = 4;
  private static final int AT_ONCE = 50;
  private static final int TIMES = 40;

  private static EmbeddedPostgres server;

  private final Vertx vertx = Vertx.vertx();
  private final List<Throwable> thrown = new CopyOnWriteArrayList<>();
  private final AtomicInteger served = new AtomicInteger();
  private final AtomicInteger turnedAway = new AtomicInteger();
  private final AtomicInteger failed = new AtomicInteger();
  private Database database;

  @BeforeAll
  static void startServer() {
    server = EmbeddedPostgres.start();
  }

  @AfterAll
  static void stopServer() {
    server.close();
  }

  @BeforeEach
  void open() {
    vertx.exceptionHandler(thrown::add);
    database =
        Database.open(
            vertx,
            new ShopConfig.Store(
                server.uri().toString(),
                null,
                CONNECTIONS,
                1,
                10_000,
                Duration.ofMillis(100),
                true));
  }

  @AfterEach
  void close() throws Exception {
    Object unused = vertx.close().await(60, TimeUnit.SECONDS);
  }

  private Future<RowSet<Row>> query() {
    return database.query(new Database.Statement("SELECT pg_sleep(0.002)", Tuple.tuple()));
  }

  private void count(AsyncResult<?> answer) {
    if (answer.succeeded()) {
      served.incrementAndGet();
    } else if (answer.cause() instanceof StoreException refused
        && refused.kind() == StoreException.Kind.BUSY) {
      turnedAway.incrementAndGet();
    } else {
      failed.incrementAndGet();
    }
  }

  /** One of those who ask over and over, the next time whatever became of the last. */
  private void ask(int times) {
    query()
        .onComplete(this::count)
        .onComplete(
            answer -> {
              if (times > 1) {
                ask(times - 1);
              }
            });
  }

  private final class Crowd extends VerticleBase {
    @Override
    public Future<?> start() {
      for (int i = 0; i < AT_ONCE; i++) {
        ask(TIMES);
      }
      return Future.succeededFuture();
    }
  }

  @Test
  void eachIsAnsweredOnceAndEveryConnectionComesBack() throws Exception {
    Object unused =
        vertx
            .deployVerticle(Crowd::new, new DeploymentOptions().setInstances(LOOPS))
            .await(60, TimeUnit.SECONDS);
    int asked = LOOPS * AT_ONCE * TIMES;
    await()
        .atMost(Duration.ofMinutes(5))
        .until(() -> served.get() + turnedAway.get() + failed.get() >= asked);
    assertTrue(turnedAway.get() > 0, "some wait in vain, or this shows nothing");
    await().until(() -> database.load().equals(new Database.Load(0, CONNECTIONS, 0)));
    assertTrue(areAllThereAtOnce());
    // A timer of the pool's that comes late (docs/decisions/0275): thrown, and nobody's answer.
    thrown.removeIf(late -> "Promise already completed".equals(late.getMessage()));
    assertEquals(List.of(), thrown);
    assertEquals(
        List.of(asked, 0),
        List.of(served.get() + turnedAway.get(), failed.get()),
        "answers, and other failures");
  }

  /** Whether as many transactions as there are connections can be open at one time. */
  private boolean areAllThereAtOnce() throws Exception {
    AtomicInteger begun = new AtomicInteger();
    Promise<Void> all = Promise.promise();
    List<Future<Void>> open =
        java.util.stream.IntStream.range(0, CONNECTIONS)
            .mapToObj(
                each ->
                    database.inTransaction(
                        now -> {
                          if (begun.incrementAndGet() == CONNECTIONS) {
                            all.complete();
                          }
                          return all.future();
                        }))
            .toList();
    return Future.all(open).await(60, TimeUnit.SECONDS).succeeded();
  }
}
