package dev.headgate.gateway.queue;

import static dev.headgate.gateway.queue.QueueHarness.await;
import static dev.headgate.gateway.queue.QueueHarness.until;
import static dev.headgate.gateway.queue.QueueHarness.version;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.headgate.gateway.config.EventSettings;
import dev.headgate.gateway.token.ChallengeFlaw;
import dev.headgate.gateway.token.SolvedChallenge;
import io.vertx.core.Future;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.redis.client.Command;
import io.vertx.redis.client.Response;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Challenges are used up by the very step that gives the place. */
final class QueueChallengesTest {
  private static final String DERBY = "derby";
  private static final String HASH = "hg:{derby}";
  private static final long SERIES = 0x5dfd2921bafd70caL;

  @TempDir Path folder;
  private QueueHarness harness;
  private Events one;
  private QueueHarness.Loop loop;

  @BeforeEach
  void start() {
    harness = new QueueHarness(folder);
    one = harness.gateway("one");
    loop = harness.loop(one);
  }

  @AfterEach
  void stop() {
    harness.close();
  }

  private void create(@Nullable String... namesAndValues) {
    await(one.create(DERBY, settings(namesAndValues)));
    await(one.view(DERBY));
  }

  /** Settings that ask for a challenge of ten bits, and more. */
  private static EventSettings settings(@Nullable String... namesAndValues) {
    JsonObject json =
        QueueHarness.settings(Duration.ofHours(1), 600, 5_000)
            .toJson()
            .put("challenge", new JsonObject().put("difficulty", 10));
    for (int i = 0; i < namesAndValues.length; i += 2) {
      json.put(String.valueOf(namesAndValues[i]), namesAndValues[i + 1]);
    }
    return EventSettings.fromJson(json);
  }

  private SolvedChallenge solved(int serial) {
    return solved(serial, Duration.ZERO);
  }

  private SolvedChallenge solved(int serial, Duration ago) {
    EventView view = await(one.view(DERBY));
    return new SolvedChallenge(view.epoch(), 10, view.now().minus(ago), SERIES, serial);
  }

  private JoinAnswer join(@Nullable SolvedChallenge solved) {
    return loop.<JoinAnswer>get(queue -> queue.join(DERBY, solved));
  }

  private static JoinAnswer refused(ChallengeFlaw flaw) {
    return new JoinAnswer.ChallengeRequired(flaw);
  }

  private long arrivals() {
    return Long.parseLong(harness.field(DERBY, "arrivals"));
  }

  private boolean isSpent(int serial) {
    String key = HASH + ":solved:" + Long.toHexString(SERIES);
    return harness.redis(Command.GETBIT, key, Integer.toString(serial)).toString().equals("1");
  }

  @Test
  void ofAHundredJoinsWithOneSolutionAtTwoGatewaysOneHasAPlace() {
    create();
    Events two = harness.gateway("two");
    QueueHarness.Loop other = harness.loop(two);
    await(two.view(DERBY));
    SolvedChallenge solved = solved(7);
    List<Future<JoinAnswer>> calls = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      calls.add((i % 2 == 0 ? loop : other).on(queue -> queue.join(DERBY, solved)));
    }
    int places = 0;
    for (Future<JoinAnswer> call : calls) {
      JoinAnswer answer = await(call);
      if (answer instanceof JoinAnswer.Joined) {
        places++;
      } else {
        assertEquals(refused(ChallengeFlaw.USED), answer);
      }
    }
    assertEquals(1, places);
    assertEquals(1, arrivals());
  }

  @Test
  void whoeverIsInOneCallWithBadOnesGetsTheNextNumber() {
    create();
    assertInstanceOf(JoinAnswer.Joined.class, join(solved(0)));
    List<@Nullable SolvedChallenge> sent = new ArrayList<>();
    for (int i = 0; i < 9; i++) {
      sent.add(i % 3 == 0 ? solved(0) : i % 3 == 1 ? null : solved(i));
    }
    Future<List<JoinAnswer>> together =
        loop.on(
            queue -> {
              List<Future<JoinAnswer>> calls = new ArrayList<>();
              sent.forEach(each -> calls.add(queue.join(DERBY, each)));
              return Future.all(calls).map(all -> all.<JoinAnswer>list());
            });
    List<JoinAnswer> answers = await(together);
    Set<Integer> numbers = new TreeSet<>();
    for (int i = 0; i < 9; i++) {
      switch (i % 3) {
        case 0 -> assertEquals(refused(ChallengeFlaw.USED), answers.get(i));
        case 1 -> assertEquals(refused(ChallengeFlaw.MISSING), answers.get(i));
        default -> numbers.add(((JoinAnswer.Joined) answers.get(i)).arrival());
      }
    }
    assertEquals(Set.of(1, 2, 3), numbers);
    assertEquals(4, arrivals());
  }

  @Test
  void theStoreItselfRefusesWhatAGatewayThatIsBehindLetsPass() {
    create();
    EventView view = await(one.view(DERBY));
    long epoch = view.epoch();
    Instant now = view.now();
    assertEquals(refused(ChallengeFlaw.MISSING), join(null));
    assertEquals(
        refused(ChallengeFlaw.FOREIGN), join(new SolvedChallenge(epoch - 1, 10, now, SERIES, 1)));
    assertEquals(refused(ChallengeFlaw.EXPIRED), join(solved(1, Duration.ofMinutes(2))));
    assertEquals(refused(ChallengeFlaw.EXPIRED), join(solved(1, Duration.ofMinutes(-1))));
    assertEquals(
        refused(ChallengeFlaw.TOO_EASY), join(new SolvedChallenge(epoch, 9, now, SERIES, 1)));
    assertEquals(0, arrivals());
    assertEquals(false, isSpent(1));
    assertInstanceOf(JoinAnswer.Joined.class, join(solved(1, Duration.ofMinutes(1))));
  }

  @Test
  void whatIsSwitchedOnHoldsForTheNextJoinAtWhicheverGateway() {
    create("challenge", null);
    assertInstanceOf(JoinAnswer.Joined.class, join(null));
    long had = await(one.view(DERBY)).version();
    long on = version(await(one.replace(DERBY, settings(), had)));
    assertEquals(refused(ChallengeFlaw.MISSING), join(null));
    EventSettings off = settings("challenge", null);
    assertTrue(version(await(one.replace(DERBY, off, on))) > on);
    assertInstanceOf(JoinAnswer.Joined.class, join(null));
    SolvedChallenge solved = solved(3);
    assertInstanceOf(JoinAnswer.Joined.class, join(solved));
    assertEquals(false, isSpent(3), "nothing is used up where nothing is asked for");
  }

  @Test
  void aSolutionIsKeptByWhoeverCannotJoin() {
    create("opensAt", Instant.now().plusSeconds(3000).toString());
    assertInstanceOf(JoinAnswer.NotOpen.class, join(solved(1)));
    assertEquals(false, isSpent(1));
    harness.redis(Command.HSET, HASH, "opensAt", "0", "maxPlaces", "2");
    assertInstanceOf(JoinAnswer.Joined.class, join(solved(1)));
    List<JoinAnswer> answers =
        await(
            loop.on(
                queue ->
                    Future.all(queue.join(DERBY, solved(2)), queue.join(DERBY, solved(3)))
                        .map(all -> all.<JoinAnswer>list())));
    assertInstanceOf(JoinAnswer.Joined.class, answers.get(0));
    assertInstanceOf(JoinAnswer.QueueFull.class, answers.get(1));
    assertEquals(true, isSpent(2));
    assertEquals(false, isSpent(3));
  }

  @Test
  void aResetMakesEverySolutionForeign() {
    create();
    SolvedChallenge before = solved(4);
    assertTrue(version(await(one.reset(DERBY, null))) > 1);
    until(one, DERBY, view -> view.epoch() > before.epoch());
    assertEquals(refused(ChallengeFlaw.FOREIGN), join(before));
    assertInstanceOf(JoinAnswer.Joined.class, join(solved(4)));
  }

  @Test
  void whatWasUsedBeforeTheStoreWasLostIsNotUsedAgain() {
    create();
    SolvedChallenge used = solved(5);
    SolvedChallenge unused = solved(6);
    assertInstanceOf(JoinAnswer.Joined.class, join(used));
    harness.redis(Command.FLUSHALL);
    until(one, DERBY, EventView::restoring);
    until(one, DERBY, view -> !view.restoring());
    assertEquals(refused(ChallengeFlaw.EXPIRED), join(used));
    assertEquals(refused(ChallengeFlaw.EXPIRED), join(unused));
    SolvedChallenge fresh = solved(5);
    assertInstanceOf(JoinAnswer.Joined.class, join(fresh));
    assertEquals(refused(ChallengeFlaw.USED), join(fresh));
  }

  @Test
  void anEntryNeedsOneAndUsesItUpAlsoWhereItsPlaceIsThere() {
    JsonArray members = new JsonArray().add(new JsonObject().put("name", "members"));
    JsonObject json = settings().toJson().put("lanes", members);
    await(one.create(DERBY, EventSettings.fromJson(json)));
    Entry anna = new Entry(1, "anna");
    assertEquals(refused(ChallengeFlaw.MISSING), loop.get(queue -> queue.enter(DERBY, anna)));
    SolvedChallenge first = solved(1);
    SolvedChallenge second = solved(2);
    assertInstanceOf(
        JoinAnswer.Joined.class, loop.<JoinAnswer>get(queue -> queue.enter(DERBY, anna, first)));
    assertEquals(refused(ChallengeFlaw.USED), loop.get(queue -> queue.enter(DERBY, anna, first)));
    JoinAnswer again = loop.get(queue -> queue.enter(DERBY, anna, second));
    assertEquals(0, ((JoinAnswer.Joined) again).arrival());
    assertEquals(true, isSpent(2));
  }

  @Test
  void nobodyGoesStraightInWithoutOneWhereTheRoomIsAlwaysOn() {
    create("start", "always");
    assertEquals(
        Optional.empty(), loop.<Optional<JoinAnswer.Inside>>get(queue -> queue.pass(DERBY)));
    assertEquals(refused(ChallengeFlaw.MISSING), join(null));
    SolvedChallenge solved = solved(8);
    assertInstanceOf(JoinAnswer.Inside.class, join(solved));
    assertEquals(refused(ChallengeFlaw.USED), join(solved));
    assertEquals(1, arrivals());
  }

  @Test
  void whatIsRememberedOfASeriesGoesOnceAllOfItIsTooLate() {
    create();
    assertInstanceOf(JoinAnswer.Joined.class, join(solved(1_000_000, Duration.ofSeconds(59))));
    String key = HASH + ":solved:" + Long.toHexString(SERIES);
    Response bytes = harness.redis(Command.STRLEN, key);
    assertEquals("125001", bytes.toString());
    // The last of its series may have been issued a minute after this one, and is good for two.
    long left = Long.parseLong(harness.redis(Command.PTTL, key).toString());
    assertTrue(left > 120_000 && left <= 181_000, "milliseconds left: " + left);
  }
}
