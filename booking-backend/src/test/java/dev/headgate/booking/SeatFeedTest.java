package dev.headgate.booking;

import static dev.headgate.booking.TestShop.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import dev.headgate.booking.config.EventSettings;
import dev.headgate.booking.map.RenderedMap;
import dev.headgate.booking.map.SeatChanges;
import dev.headgate.booking.map.SeatMaps;
import dev.headgate.booking.store.Database;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Listeners and a clock turned by hand, on the rows of a shop. */
class SeatFeedTest {
  private static final Vertx VERTX = Vertx.vertx();
  private static final int HEARTBEAT_BYTES = 3;
  private static TestShop shop;
  private static Database database;

  private SeatMaps maps;

  /** A listener that can be told not to be ready. */
  private static final class Fan implements SeatChanges.Listener {
    final List<String> told = new CopyOnWriteArrayList<>();
    volatile boolean ready = true;
    volatile boolean ended;

    @Override
    public boolean isReady() {
      return ready;
    }

    @Override
    public void send(Buffer bytes) {
      told.add(bytes.toString());
    }

    @Override
    public void end() {
      ended = true;
    }

    String last() {
      return told.get(told.size() - 1);
    }
  }

  @BeforeAll
  static void open() {
    shop = TestShop.with(EventSettings.generated("derby", "Derby", 6_000));
    database = Database.open(VERTX, shop.config.store());
  }

  @BeforeEach
  void aProcessThatHasReadNothing() {
    maps = SeatMaps.projected(VERTX, database, List.of("derby"), Duration.ofSeconds(2));
  }

  @AfterAll
  static void close() {
    await(database.close());
    await(VERTX.close());
    shop.close();
  }

  private Fan listening() {
    Fan fan = new Fan();
    int before = maps.listeners();
    SeatChanges.Subscription unused = maps.changes("derby").listen(fan, null);
    // Its first words come a moment before the ticks count it in.
    Awaitility.await().until(() -> fan.told.size() == 1 && maps.listeners() == before + 1);
    return fan;
  }

  private void tickUntilToldOf(Fan fan, String text) {
    // Few enough ticks before the next read: heartbeats and patience are counted in them.
    Awaitility.await()
        .pollInterval(Duration.ofMillis(100))
        .until(
            () -> {
              await(maps.tick());
              return fan.last().contains(text);
            });
  }

  @Test
  void aSlowListenerIsTheOnlyOneWhoMissesStepsAndGetsThemInOne() {
    Fan slow = listening();
    Fan quick = listening();
    slow.ready = false;
    for (String seat : List.of("A-1", "A-2", "A-3")) {
      assertEquals(201, shop.hold("derby", shop.token("derby", "slow"), seat).statusCode());
      tickUntilToldOf(quick, seat);
    }
    assertEquals(1, slow.told.size());
    slow.ready = true;
    tickUntilToldOf(slow, "A-3");
    assertEquals(2, slow.told.size());
    assertTrue(slow.last().contains("\"A-1\"") && slow.last().contains("\"A-2\""), slow.last());
    assertEquals(4, quick.told.size());
  }

  /** Everybody who listens, and what each one's turn costs the thread in bytes of memory. */
  private static final class Crowd implements SeatChanges.Listener {
    private static final int LISTENERS = 1_000;
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    final long[] allocated = new long[LISTENERS];
    final AtomicInteger told = new AtomicInteger();
    private final AtomicInteger begun = new AtomicInteger();

    void listenTo(SeatMaps maps) {
      for (int i = 0; i < LISTENERS; i++) {
        SeatChanges.Subscription unused = maps.changes("derby").listen(this, null);
      }
      Awaitility.await().until(() -> maps.listeners() == LISTENERS);
    }

    @Override
    public boolean isReady() {
      return true;
    }

    @Override
    public void send(Buffer bytes) {
      if (begun.get() < LISTENERS) {
        begun.incrementAndGet();
      } else if (bytes.length() > HEARTBEAT_BYTES) {
        allocated[told.getAndIncrement()] = THREADS.getCurrentThreadAllocatedBytes();
      }
    }

    @Override
    public void end() {}
  }

  @Test
  void whatChangedIsCollectedOnceForAllWhoKnowTheSame() {
    Crowd crowd = new Crowd();
    crowd.listenTo(maps);
    shop.execute(
        "UPDATE event_seat SET state = 'sold', hold_id = 'y' WHERE ordinal BETWEEN 1000 AND 4999");
    Awaitility.await()
        .pollInterval(Duration.ofMillis(100))
        .until(
            () -> {
              await(maps.tick());
              return crowd.told.get() == Crowd.LISTENERS;
            });
    shop.execute("UPDATE event_seat SET state = 'available', hold_id = NULL WHERE hold_id = 'y'");
    long each = (crowd.allocated[Crowd.LISTENERS - 1] - crowd.allocated[0]) / (Crowd.LISTENERS - 1);
    assertTrue(each < 512, each + " bytes for each listener: is there a set of seats in them?");
  }

  @Test
  void whoMissedMoreThanAMapIsWorthIsToldToReadTheMap() {
    Fan fan = listening();
    shop.execute(
        "UPDATE event_seat SET state = 'sold', hold_id = 'x' WHERE ordinal BETWEEN 1000 AND 5999");
    tickUntilToldOf(fan, "event: reload");
    shop.execute("UPDATE event_seat SET state = 'available', hold_id = NULL WHERE hold_id = 'x'");
    Fan other = listening();
    assertFalse(other.last().contains("reload"), "who begins now has missed nothing");
  }

  @Test
  void aChangedPlanIsAReload() {
    Fan fan = listening();
    shop.execute("UPDATE event SET plan_version = plan_version + 1");
    tickUntilToldOf(fan, "event: reload");
  }

  @Test
  void whereNothingHappensAHeartbeatComesEveryFifteenTicks() {
    Fan fan = listening();
    for (int i = 0; i < 47; i++) {
      await(maps.tick());
    }
    assertEquals(3, fan.told.stream().filter(":\n\n"::equals).count());
  }

  @Test
  void whoDoesNotReadForAMinuteIsLetGo() {
    Fan fan = listening();
    int before = maps.listeners();
    fan.ready = false;
    for (int i = 0; i < 60; i++) {
      await(maps.tick());
    }
    assertFalse(fan.ended);
    await(maps.tick());
    assertTrue(fan.ended);
    assertEquals(before - 1, maps.listeners());
  }

  @Test
  void afterTenMinutesAListenerHasToShowAnAdmissionAgain() {
    Fan fan = listening();
    for (int i = 0; i < 601; i++) {
      await(maps.tick());
    }
    assertTrue(fan.ended);
  }

  @Test
  void aThousandWhoAskForAMapThatNobodyHasReadYetAreOneRead() {
    SeatMaps patient = SeatMaps.projected(VERTX, database, List.of("derby"), Duration.ofHours(1));
    String reads =
        "SELECT coalesce(sum(calls), 0) FROM pg_stat_statements s JOIN pg_roles r ON r.oid ="
            + " s.userid WHERE r.rolname = '"
            + shop.role
            + "' AND query LIKE '%string_agg%' AND query NOT LIKE '%counted%'";
    long before = shop.number(reads);
    List<Future<RenderedMap>> asked = new ArrayList<>();
    for (int i = 0; i < 1_000; i++) {
      asked.add(patient.map("derby"));
    }
    List<RenderedMap> answers = await(Future.join(asked).map(all -> all.<RenderedMap>list()));
    assertEquals(1, answers.stream().map(System::identityHashCode).distinct().count());
    assertEquals(1, shop.number(reads) - before);
  }

  @Test
  void aRecountOfWhatSomebodyLooksAtIsEqualAndOfAnythingElseNotMade() {
    assertEquals(new SeatMaps.Recounted(0, 0), await(maps.recount()));
    int free = await(maps.now("derby")).all().free();
    assertTrue(free > 0);
    assertEquals(new SeatMaps.Recounted(1, 0), await(maps.recount()));
  }

  @Test
  void aPlanThatIsNoLongerThatOfTheRowsIsFoundAndReadAnew() {
    assertTrue(await(maps.now("derby")).all().free() > 0);
    // As many seats, but one of another section: no version says so.
    shop.execute("UPDATE event_seat SET section_id = 'B' WHERE seat_id = 'A-50'");
    assertEquals(new SeatMaps.Recounted(0, 1), await(maps.recount()));
    shop.execute("UPDATE event_seat SET section_id = 'A' WHERE seat_id = 'A-50'");
    Awaitility.await()
        .until(
            () -> {
              int unused = await(maps.now("derby")).all().free();
              return await(maps.recount()).equals(new SeatMaps.Recounted(1, 0));
            });
  }
}
