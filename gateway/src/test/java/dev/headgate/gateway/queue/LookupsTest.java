package dev.headgate.gateway.queue;

import static dev.headgate.gateway.queue.QueueHarness.await;
import static dev.headgate.gateway.queue.QueueHarness.join;
import static dev.headgate.gateway.queue.QueueHarness.settings;
import static dev.headgate.gateway.queue.QueueHarness.until;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.headgate.gateway.config.Dials;
import dev.headgate.gateway.queue.InsideNow.Session;
import io.vertx.redis.client.Command;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What operators look up, on a real Redis. */
final class LookupsTest extends OneGatewayOnRedis {
  private static final String STARTED = HASH + ":started";
  private static final String ACTIVE = HASH + ":active";

  private long epoch;
  private long second;

  @BeforeEach
  void open() {
    await(events.create(DERBY, settings(Duration.ofSeconds(-1), 60_000, 5_000)));
    epoch = until(events, DERBY, view -> view.phase() == Phase.ON_SALE).epoch();
    second = Instant.now().getEpochSecond();
  }

  /** Puts sessions into the store as an admission does: from one position on, so many a second. */
  private void admit(int lane, int from, int count, int perSecond) {
    List<String> started = new ArrayList<>(List.of(STARTED));
    List<String> active = new ArrayList<>(List.of(ACTIVE));
    for (int i = 0; i < count; i++) {
      String member = lane + "." + (from + i);
      started.addAll(List.of(Long.toString(second - 500 + i / perSecond), member));
      active.addAll(List.of(Long.toString(second + 600), member));
    }
    harness.redis(Command.ZADD, started.toArray(String[]::new));
    harness.redis(Command.ZADD, active.toArray(String[]::new));
  }

  /** Some forty joins take a moment, while the view in memory is one of each second. */
  @Test
  void whoHasJustJoinedIsInTheViewOfNow() {
    for (int joined = 1; joined <= 40; joined++) {
      join(loop, DERBY);
      assertEquals(joined, await(events.lookups().now(DERBY)).arrivals());
    }
  }

  private void end(int lane, int position) {
    harness.redis(Command.ZREM, STARTED, lane + "." + position);
    harness.redis(Command.ZREM, ACTIVE, lane + "." + position);
  }

  private InsideNow page(String after, int limit) {
    return await(events.lookups().inside(DERBY, epoch, after, limit));
  }

  /** Reads to the end, and does something after each page. */
  private List<Session> walk(int limit, Runnable between) {
    List<Session> all = new ArrayList<>();
    String after = "";
    for (int pages = 0; pages < 5_000; pages++) {
      InsideNow page = page(after, limit);
      assertTrue(page.sessions().size() <= limit, "no more than asked for");
      all.addAll(page.sessions());
      if (page.next() == null) {
        return all;
      }
      after = page.next();
      between.run();
    }
    throw new AssertionError("no end");
  }

  private static Set<Integer> positions(List<Session> sessions) {
    Set<Integer> positions = new HashSet<>();
    for (Session session : sessions) {
      assertTrue(positions.add(session.position()), () -> "twice: " + session);
    }
    return positions;
  }

  @ParameterizedTest(name = "pages of {0}")
  @ValueSource(ints = {1, 2, 7, 100, 999, 1_000})
  void whoeverIsInsideIsListedOnceWhateverThePagesAndHoweverManyBeganInOneSecond(int limit) {
    admit(0, 0, 1_100, 400);
    List<Session> all = walk(limit, () -> {});
    assertEquals(1_100, positions(all).size());
    for (int i = 1; i < all.size(); i++) {
      assertFalse(all.get(i).since().isBefore(all.get(i - 1).since()), "in the order of starts");
    }
  }

  @Test
  void whoStaysFromTheFirstPageToTheLastIsMissedNeverThoughOthersComeGoAndAreRenewed() {
    admit(0, 0, 2_000, 37);
    SplittableRandom random = new SplittableRandom(5);
    Set<Integer> gone = new HashSet<>();
    int[] late = {2_000};
    List<Session> all =
        walk(
            23,
            () -> {
              int leaves = random.nextInt(2_000);
              gone.add(leaves);
              end(0, leaves);
              harness.redis(Command.ZADD, ACTIVE, "XX", Long.toString(second + 900), "0.77");
              admit(0, late[0]++, 1, 1);
              String now = Long.toString(second);
              harness.redis(Command.ZADD, STARTED, now, "0." + late[0]);
              harness.redis(Command.ZADD, ACTIVE, now + "0", "0." + late[0]++);
            });
    Set<Integer> found = positions(all);
    for (int position = 0; position < 2_000; position++) {
      int of = position;
      assertTrue(found.contains(of) || gone.contains(of), () -> "missed: " + of);
    }
  }

  @Test
  void aPageGoesOnBehindASessionThatIsOverAndLeavesOutThoseThatRanOut() {
    admit(0, 0, 10, 1);
    InsideNow first = page("", 4);
    assertEquals(Set.of(0, 1, 2, 3), positions(first.sessions()));
    end(0, 3);
    harness.redis(Command.ZADD, ACTIVE, Long.toString(second - 60), "0.5");
    InsideNow second = page(String.valueOf(first.next()), 4);
    assertEquals(Set.of(4, 6, 7), positions(second.sessions()));
    assertEquals(Set.of(8, 9), positions(page(String.valueOf(second.next()), 4).sessions()));
    assertNull(page("9999999999.0.0", 4).next());
  }

  @Test
  void lanesAreToldApartAndWhatIsListedIsWhatWasGiven() {
    admit(0, 17, 1, 1);
    admit(3, 17, 1, 1);
    List<Session> all = walk(10, () -> {});
    assertEquals(List.of(0, 3), all.stream().map(Session::lane).sorted().toList());
    assertEquals(Instant.ofEpochSecond(second - 500), all.get(0).since());
    assertEquals(Instant.ofEpochSecond(second + 600), all.get(0).expiresAt());
  }

  @Test
  void aPageOfAHundredThousandSessionsLooksAtNoMoreThanItsOwn() {
    for (int from = 0; from < 100_000; from += 10_000) {
      admit(0, from, 10_000, 5_000);
    }
    assertEquals(1, page("", 1).sessions().size());
    harness.redis(Command.CONFIG, "RESETSTAT");
    String middle = (second - 500) + ".0.49999";
    assertEquals(1_000, page(middle, 1_000).sessions().size());
    String stats = harness.redis(Command.INFO, "commandstats").toString();
    assertTrue(calls(stats, "zrange") <= 5 * (1 + 17) + 10, stats);
    assertEquals(5, calls(stats, "zmscore"), "two hundred at once");
  }

  private static int calls(String stats, String command) {
    Matcher calls = Pattern.compile("cmdstat_" + command + ":calls=(\\d+)").matcher(stats);
    assertTrue(calls.find(), stats);
    return Integer.parseInt(calls.group(1));
  }

  @Test
  void anEarlierLifeOfTheEventHasNobodyInside() {
    admit(0, 0, 3, 1);
    assertThrows(
        QueueUnavailableException.class,
        () -> await(events.lookups().inside(DERBY, epoch - 1, "", 10)));
  }

  private Trace trace(int position) {
    return await(events.lookups().trace(new QueuePosition(DERBY, epoch, 0, position)));
  }

  @Test
  void whatBecomesOfAPositionIsTracedFromTheCallToTheEnd() {
    for (int i = 0; i < 30; i++) {
      join(loop, DERBY);
    }
    Instant before = Instant.now().minusSeconds(3);
    until(events, DERBY, view -> view.cutoff() == 30);
    Trace called = trace(7);
    assertEquals(30, called.bounds().cutoff());
    assertFalse(called.claimed());
    assertNull(called.inside());
    assertNotNull(called.calledAt());
    assertTrue(called.calledAt().isAfter(before), called::toString);
    assertNotNull(called.turnEndsAt());
    assertEquals(
        300, Duration.between(called.calledAt(), called.turnEndsAt()).toSeconds(), "a turn");
    QueuePosition at = new QueuePosition(DERBY, epoch, 0, 7);
    assertInstanceOf(ClaimAnswer.Admitted.class, loop.<ClaimAnswer>get(queue -> queue.claim(at)));
    Trace inside = trace(7);
    assertTrue(inside.claimed());
    assertNotNull(inside.inside());
    assertEquals(7, inside.inside().position());
    await(events.revoke(at));
    Trace over = trace(7);
    assertTrue(over.claimed());
    assertNull(over.inside());
    assertNull(trace(30).calledAt(), "not called");
    await(events.pause(DERBY, null));
    assertNull(trace(8).turnEndsAt(), "nobody's turn runs out in a pause");
  }

  @Test
  void whoStandsAtTheDoorIsSeenThereUntilForgotten() {
    EventView view = await(events.view(DERBY));
    Dials none = Dials.of(60_000, 0);
    await(events.replace(DERBY, view.settings().withDials(none), view.version()));
    for (int i = 0; i < 3; i++) {
      join(loop, DERBY);
    }
    // Called before the places inside were taken away, as it were.
    harness.redis(Command.HSET, HASH, "cutoff", "3");
    QueuePosition at = new QueuePosition(DERBY, epoch, 0, 1);
    assertInstanceOf(
        ClaimAnswer.MomentPlease.class, loop.<ClaimAnswer>get(queue -> queue.claim(at)));
    Trace waits = trace(1);
    assertNotNull(waits.triedAt());
    assertFalse(waits.claimed());
  }

  @Test
  void theOrderIsFoundBackwardsAsWell() {
    EventView view = await(events.view(DERBY));
    int[] positions = {5, 0, 99};
    int[] arrivals = view.arrivalsAt(0, positions);
    for (int i = 0; i < positions.length; i++) {
      assertEquals(positions[i], view.positionOf(0, arrivals[i]).orElseThrow());
    }
  }

  @Test
  void theOrderOfADrawIsFoundBackwardsForEachEntrant() {
    await(events.create("cup", settings(LATER, 600, 5_000)));
    for (int i = 0; i < 200; i++) {
      join(loop, "cup");
    }
    EventView before = until(events, "cup", view -> view.arrivals() == 200);
    assertEquals(-1, before.arrivalsAt(0, new int[] {3})[0], "not before the draw");
    harness.redis(Command.HSET, "hg:{cup}", "onSaleAt", "1");
    EventView drawn = until(events, "cup", view -> view.positionOf(0, 0).isPresent());
    int[] positions = new int[201];
    for (int position = 0; position <= 200; position++) {
      positions[position] = position;
    }
    int[] arrivals = drawn.arrivalsAt(0, positions);
    for (int position = 0; position <= 200; position++) {
      assertEquals(position, drawn.positionOf(0, arrivals[position]).orElseThrow());
    }
  }
}
