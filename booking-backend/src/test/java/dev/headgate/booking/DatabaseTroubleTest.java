package dev.headgate.booking;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.headgate.booking.config.EventSettings;
import dev.headgate.booking.config.EventSettings.Limits;
import dev.headgate.embedded.EmbeddedPostgres;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * A server that becomes read-only, restarts or ends its connections under a hundred holds a second.
 */
class DatabaseTroubleTest {
  private static final AtomicInteger NEXT = new AtomicInteger();
  private static final List<String> HELD = new CopyOnWriteArrayList<>();
  private static final AtomicInteger UNKNOWN = new AtomicInteger();
  private static EmbeddedPostgres server;
  private static TestShop shop;

  @BeforeAll
  static void open() {
    server = EmbeddedPostgres.start();
    shop =
        TestShop.on(
            server,
            EventSettings.generated("derby", "Derby", 20_000)
                .withLimits(new Limits(Duration.ofMinutes(10), 8, 10_000)));
  }

  @AfterAll
  static void close() {
    shop.close();
    server.close();
  }

  /** Fans who each want a seat that nobody else wants: whoever is refused is refused falsely. */
  private static final class Crowd {
    final List<HttpResponse<String>> answers = new CopyOnWriteArrayList<>();
    private final AtomicInteger asked = new AtomicInteger();
    private final ScheduledExecutorService every = Executors.newSingleThreadScheduledExecutor();
    private final String token = shop.token("derby", "crowd-" + NEXT.get());

    Crowd() {
      var unused = every.scheduleWithFixedDelay(this::ask, 0, 10, TimeUnit.MILLISECONDS);
    }

    private void ask() {
      int seat = NEXT.getAndIncrement();
      asked.incrementAndGet();
      var unused =
          shop.holdLater("derby", token, row(seat / 50) + "-" + (1 + seat % 50))
              .thenAccept(answers::add);
    }

    long count(int status) {
      return answers.stream().filter(answer -> answer.statusCode() == status).count();
    }

    void leave() {
      every.shutdown();
      await().atMost(Duration.ofSeconds(60)).until(() -> answers.size() == asked.get());
    }
  }

  /** A to Z, AA to ZZ, as the generated venue has them. */
  private static String row(int row) {
    return row < 26 ? "" + (char) ('A' + row) : row(row / 26 - 1) + (char) ('A' + row % 26);
  }

  private static void trouble(Runnable begin, Predicate<Crowd> felt, Runnable end) {
    Crowd crowd = new Crowd();
    try {
      await().until(() -> crowd.count(201) >= 20);
      begin.run();
      await().until(() -> felt.test(crowd));
      end.run();
      long before = crowd.count(201);
      await().until(() -> crowd.count(201) >= before + 50);
    } finally {
      crowd.leave();
      keep(crowd);
    }
    assertEquals(crowd.answers.size(), crowd.count(201) + crowd.count(503));
    assertTrue(
        crowd.answers.stream()
            .filter(answer -> answer.statusCode() == 503)
            .allMatch(answer -> answer.headers().firstValue("Retry-After").isPresent()));
  }

  private static void keep(Crowd crowd) {
    crowd.answers.stream()
        .filter(answer -> answer.statusCode() == 201)
        .forEach(answer -> HELD.add(TestShop.json(answer).getString("holdId")));
    UNKNOWN.addAndGet((int) crowd.count(503));
  }

  @AfterEach
  void whateverWasPromisedIsThereAndNothingIsBroken() {
    long stored =
        shop.number(
            "SELECT count(*) FROM hold WHERE hold_id IN ('" + String.join("','", HELD) + "')");
    assertEquals(HELD.size(), stored, "a hold that was promised");
    // An answer of 503 may have been lost behind its commit.
    long all = shop.number("SELECT count(*) FROM hold");
    assertTrue(all >= stored && all <= stored + UNKNOWN.get(), all + " of " + stored);
    assertEquals(List.of(), shop.violations());
    await().until(() -> shop.internal("/readyz").statusCode() == 200);
  }

  @Test
  void aServerThatMayNotWriteIsAwayUntilItMay() {
    trouble(
        () -> {
          shop.execute("ALTER SYSTEM SET default_transaction_read_only = on");
          shop.execute("SELECT pg_reload_conf()");
        },
        DatabaseTroubleTest::isRefused,
        () -> {
          shop.execute("ALTER SYSTEM RESET default_transaction_read_only");
          shop.execute("SELECT pg_reload_conf()");
        });
  }

  @Test
  void aServerThatRestartsIsThereAgainWithoutARestartOfTheShop() {
    trouble(server::stop, DatabaseTroubleTest::isRefused, server::restart);
  }

  private static String connections() {
    return "FROM pg_stat_activity WHERE usename = '" + shop.role + "'";
  }

  private static boolean isRefused(Crowd crowd) {
    return crowd.count(503) >= 1;
  }

  @Test
  void connectionsThatTheServerEndsAreMadeAgain() {
    String before = shop.text("SELECT coalesce(string_agg(pid::text, ','), '0') " + connections());
    trouble(
        () -> shop.execute("SELECT pg_terminate_backend(pid) " + connections()),
        // Whether a hold was under way on one of them is chance; that none of them is left is not.
        crowd ->
            shop.number("SELECT count(*) " + connections() + " AND pid IN (" + before + ")") == 0,
        () -> {});
  }
}
