package dev.headgate.gateway.queue;

import static dev.headgate.gateway.queue.QueueHarness.await;
import static dev.headgate.gateway.queue.QueueHarness.join;
import static dev.headgate.gateway.queue.QueueHarness.settings;
import static dev.headgate.gateway.queue.QueueHarness.until;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import io.vertx.redis.client.Command;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** What the scripts refuse whoever calls them, on a real Redis that no gateway ticks. */
final class QueueScriptsTest {
  private static final String DERBY = "derby";
  private static final String HASH = "hg:{derby}";

  @TempDir Path folder;
  private QueueHarness harness;

  @BeforeEach
  void createADrawnEventAndStopItsGateway() {
    harness = new QueueHarness(folder);
    Events events = harness.gateway("one");
    QueueHarness.Loop loop = harness.loop(events);
    await(events.create(DERBY, settings(Duration.ofSeconds(-1), 60_000, 5_000)));
    for (int i = 0; i < 20; i++) {
      join(loop, DERBY);
    }
    until(events, DERBY, view -> view.cutoff() == 20);
    await(events.close());
  }

  @AfterEach
  void stop() {
    harness.close();
  }

  /** What a tick would send that moves nothing, but for its credit. */
  private List<String> advance() {
    Reply time = new Reply(harness.redis(Command.TIME));
    List<String> args = new ArrayList<>();
    args.add(harness.field(DERBY, "epoch"));
    args.add(harness.field(DERBY, "tick"));
    args.add(harness.field(DERBY, "dialsVersion"));
    args.add(Long.toString(time.number(0) * 1_000 + time.number(1) / 1_000));
    args.addAll(List.of("NOBODY_WAITS", "", "", "0", "60000"));
    args.add("20");
    args.add("0");
    args.add(harness.field(DERBY, "settled"));
    args.add(harness.field(DERBY, "lapsed"));
    args.add("7");
    return args;
  }

  @Test
  void aTickWhoseGroundsStillHoldApplies() {
    assertEquals("OK", harness.script(Script.ADVANCE, DERBY, advance().toArray()).verdict());
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource({
    "of another life,                       0, 1",
    "after another tick,                    1, 1",
    "after a change of the dials,           2, 1",
    "from a snapshot two seconds old,       3, -2000",
    "from before the last change,           3, -1900",
    "calls more than have arrived,          9, 1",
    "calls less than have been called,      9, -1",
    "settles who is not called,             11, 21",
    "takes settling back,                   11, -100",
    "lapses who is not settled,             12, 21",
    "takes a lapse back,                    12, -100",
  })
  void aTickAppliesNothing(String story, int argument, long by) {
    harness.redis(Command.HSET, HASH, "settled", "20", "lapsed", "10");
    List<String> args = advance();
    args.set(10, argument == 9 ? "1" : "0");
    if (by == -1_900) {
      // Young enough, had nothing happened since.
      harness.redis(Command.HSET, HASH, "tickAt", args.get(3));
      by = -1;
    }
    args.set(argument, Long.toString(Long.parseLong(args.get(argument)) + by));
    assertAppliesNothing(story, args);
  }

  @Test
  void aTickCallsNobodyBeforeTheDraw() {
    Reply time = new Reply(harness.redis(Command.TIME));
    String later = Long.toString((time.number(0) + 3_600) * 1_000);
    harness.redis(Command.HSET, HASH, "entrants", "", "onSaleAt", later, "cutoff", "19");
    assertAppliesNothing("before the draw", advance());
  }

  private void assertAppliesNothing(String story, List<String> args) {
    Map<String, String> before = harness.everything();
    Reply answer = harness.script(Script.ADVANCE, DERBY, args.toArray());
    assertEquals("MOVED", answer.verdict(), story);
    assertEquals(before, harness.everything(), story);
  }

  @ParameterizedTest
  @EnumSource(
      value = Script.class,
      names = {"CREATE", "RESTORE", "PROBE"},
      mode = EnumSource.Mode.EXCLUDE)
  void aScriptThatIsNotAtHomeSaysStrangerAndChangesNothing(Script script) {
    harness.redis(Command.HSET, HASH, "home", "0123456789", "entrants", "");
    Map<String, String> foreign = harness.everything();
    Object[] args = sound(script);
    assertEquals("STRANGER", harness.script(script, DERBY, args).verdict());
    assertEquals(foreign, harness.everything());
    harness.redis(Command.HDEL, HASH, "home");
    Map<String, String> homeless = harness.everything();
    assertEquals("STRANGER", harness.script(script, DERBY, args).verdict());
    assertEquals(homeless, harness.everything());
    assertNotEquals(Map.of(), homeless);
  }

  /** Arguments with which the script would change something at home. */
  private Object[] sound(Script script) {
    String epoch = harness.field(DERBY, "epoch");
    return switch (script) {
      case JOIN -> new Object[] {5, 0, ""};
      case PASS -> new Object[] {30};
      case LOOK -> new Object[] {epoch, 0, 3};
      case RENEW -> new Object[] {epoch, 0, 3, ""};
      case SNAPSHOT -> new Object[] {"other", 1, 3, "-", 0, 1, "", 0, ""};
      case ADVANCE -> advance().toArray();
      case RESET -> new Object[] {epoch, "5eed", epoch + "1", "c0", 64, "rate", 1, "lanes", 1};
      case SETTINGS -> new Object[] {1, 64, "rate", 1, "lanes", 1, "start", "manual"};
      case PAUSE -> new Object[] {1, "why"};
      case MESSAGE -> new Object[] {"text", "en"};
      default -> new Object[] {epoch, 0, 3};
    };
  }

  @Test
  void anEventThatIsNotAtHomeCannotBeCreatedAnew() {
    harness.redis(Command.HSET, HASH, "home", "0123456789");
    Map<String, String> before = harness.everything();
    Object[] args = {harness.field(DERBY, "epoch"), "00", 64, "rate", 1, "lanes", 1};
    assertEquals("EXISTS", harness.signed(Script.CREATE, DERBY, args).verdict());
    assertEquals(before, harness.everything());
  }

  @Test
  void aTurnThatRanOutAtTheDoorShowsNoEndOfSomebodyElses() {
    Reply time = new Reply(harness.redis(Command.TIME));
    String now = Long.toString(time.number(0) * 1_000 + time.number(1) / 1_000);
    // Position 3 stands at the door, and the row of its call is gone; later ones have theirs.
    harness.redis(Command.HSET, HASH, "settled", "10", "lapsed", "10");
    harness.redis(Command.DEL, HASH + ":calls");
    harness.redis(Command.ZADD, HASH + ":calls", "20", "20:" + now + ":" + now + "99:10");
    harness.redis(Command.ZADD, HASH + ":door", "3", "0.3");
    harness.redis(Command.ZADD, HASH + ":tried", now, "0.3");
    Reply look = harness.script(Script.LOOK, DERBY, harness.field(DERBY, "epoch"), 0, 3);
    assertEquals(1, look.number(1));
    assertEquals(-1, look.number(2));
  }

  @Test
  void asManyExpiredSessionsAreSweptASecondAsTheLargestDialLetsIn() {
    String[] ended = new String[1 + 2 * 17_000];
    ended[0] = HASH + ":active";
    for (int i = 0; i < 17_000; i++) {
      ended[1 + 2 * i] = "1000";
      ended[2 + 2 * i] = "0." + (100 + i);
    }
    harness.redis(Command.ZADD, ended);
    ended[0] = HASH + ":started";
    harness.redis(Command.ZADD, ended);
    harness.redis(Command.DEL, HASH + ":lease");
    harness.script(Script.SNAPSHOT, DERBY, "other", 1, 0, "-", 0, 1, "", 0, "");
    assertEquals("0", harness.redis(Command.ZCARD, HASH + ":active").toString());
    assertEquals("0", harness.redis(Command.ZCARD, HASH + ":started").toString());
  }

  @Test
  void aRestoreLeavesALaterPauseOfTheStoresOwnFileAsItIs() {
    Object[] old = restore();
    harness.signed(Script.PAUSE, DERBY, 1, "smoke");
    harness.redis(Command.HSET, HASH, "home", "0123456789");
    assertEquals("RESTORED", harness.script(Script.RESTORE, DERBY, old).verdict());
    assertEquals("1", harness.field(DERBY, "paused"));
    assertEquals("smoke", harness.field(DERBY, "pauseReason"));
    assertNotEquals("", harness.field(DERBY, "haltedAt"));
  }

  @Test
  void aRestoreGivesATurnToThoseWhomAnOldFileHasNotCalled() {
    Object[] known = restore();
    String row = harness.redis(Command.ZRANGE, HASH + ":calls", "0", "0").get(0).toString();
    harness.redis(Command.DEL, HASH + ":calls");
    harness.redis(Command.ZADD, HASH + ":calls", "5", "5" + row.substring(row.indexOf(':')));
    harness.redis(Command.HSET, HASH, "home", "0123456789", "cutoff", "5");
    assertEquals("RESTORED", harness.script(Script.RESTORE, DERBY, known).verdict());
    assertEquals("20", harness.field(DERBY, "cutoff"));
    assertEquals("1", harness.redis(Command.ZCOUNT, HASH + ":calls", "20", "20").toString());
  }

  @Test
  void numbersThatARestoreSkippedAreNobodysPlaces() {
    Object[] known = restore();
    harness.redis(Command.HSET, HASH, "home", "0123456789");
    assertEquals("RESTORED", harness.script(Script.RESTORE, DERBY, known).verdict());
    harness.redis(Command.HSET, HASH, "maxPlaces", "100");
    Reply joined = harness.script(Script.JOIN, DERBY, 200, 0, "");
    assertEquals(80, joined.number(3));
    assertEquals(1, joined.number(5));
  }

  /** What a gateway that has just seen the store would restore. */
  private Object[] restore() {
    Reply answer = harness.script(Script.SNAPSHOT, DERBY, "other", 1, 0, "-", 0, 1, "", 0, "");
    EventSnapshot seen = EventSnapshot.read(answer);
    var json = new io.vertx.core.json.JsonObject(seen.text("settings"));
    var settings = dev.headgate.gateway.config.EventSettings.fromJson(json);
    return EventRecord.of(DERBY, settings, seen, List.of()).toRestore();
  }

  /** A row of the call log, of one fan. */
  private void noteCall(int to, long atMillis) {
    harness.redis(
        Command.ZADD,
        HASH + ":calls",
        Integer.toString(to),
        to + ":" + atMillis + ":" + (atMillis + 300_000) + ":1");
  }

  private long now() {
    Reply time = new Reply(harness.redis(Command.TIME));
    return time.number(0) * 1_000 + time.number(1) / 1_000;
  }

  private Reply joins(int many) {
    return harness.script(Script.JOIN, DERBY, many, 0, "");
  }

  @Test
  void aTickThatCallsNobodyHoldsWhereJoinsHaveCalledMeanwhile() {
    harness.redis(Command.HSET, HASH, "mode", "passthrough", "settled", "0");
    List<String> args = advance();
    assertEquals(1, joins(3).number(6));
    args.set(7, "1");
    args.set(11, "20");
    assertEquals("OK", harness.script(Script.ADVANCE, DERBY, args.toArray()).verdict());
    assertEquals("23", harness.field(DERBY, "cutoff"));
    assertEquals("20", harness.field(DERBY, "settled"));
    assertEquals("1", harness.field(DERBY, "soldOut"));
  }

  /** Before and after the tick: 1 where nothing was left to sell. */
  @ParameterizedTest(name = "sold out {0}, then {1}")
  @CsvSource({"0, 0, 1", "0, 1, 0", "1, 1, 0", "1, 0, 0"})
  void whoDoesNotComeWhereNothingIsSoldIsNoNoShow(String before, String after, int counted) {
    harness.redis(Command.HSET, HASH, "settled", "0", "soldOut", before);
    harness.redis(Command.DEL, HASH + ":calls", HASH + ":recent");
    noteCall(20, now() - 1_000);
    List<String> args = advance();
    args.set(7, after);
    args.set(11, "20");
    assertEquals("OK", harness.script(Script.ADVANCE, DERBY, args.toArray()).verdict());
    assertEquals("20", harness.field(DERBY, "settled"), "settled all the same");
    assertEquals(counted, harness.redis(Command.LLEN, HASH + ":recent").toInteger());
  }

  @Test
  void inPassthroughWhoJoinsIsCalledEvenWhereOthersStillWait() {
    assertEquals(0, joins(5).number(6));
    harness.redis(Command.HSET, HASH, "mode", "passthrough");
    assertEquals(1, joins(1).number(6));
    assertEquals("26", harness.field(DERBY, "cutoff"));
  }

  private static final String STRAIGHT_IN =
      """
      there is room and nobody waits | IN  |
      by time                        | IN  | mode fifo
      the throttle leaves all of it  | IN  | effective 60000
      slowed down, with credit       | IN  | effective 60 credit 6000000
      slowed down, without           | NO  | effective 60 credit 5999999
      a slow start at its beginning  | NO  | slowStart 60000
      the start is an instant        | NO  | start 1000
      in rounds                      | NO  | mode random-rounds
      everyone is let in anyway      | NO  | mode passthrough
      nobody is let in               | NO  | mode reject
      it is paused                   | NO  | haltedAt 1000
      nothing is left                | NO  | soldOut 1
      it has closed                  | NO  | closesAt 1000
      it has not opened              | NO  | opensAt 99999999999999
      no room inside                 | NO  | cap 0
      the last place is given        | NO  | maxPlaces 20
      the block is used up           | NO  | reserved 20 reservedNext 20
      somebody waits                 | NO  | cutoff 19
      somebody called is on the way  | NO  | settled 19
      there is room for both         | IN  | settled 19 cap 2
      """;

  @Test
  void whoGoesStraightIn() {
    noteCall(20, now() - 1_000);
    for (String row : STRAIGHT_IN.lines().toList()) {
      String[] parts = row.split("\\|", -1);
      String[] usual =
          ("start always mode random-then-fifo effective 60000 credit 0 slowStart 0 rampBase 0"
                  + " haltedAt x soldOut 0 closesAt x opensAt 0 cap 1 maxPlaces 1000 arrivals 20"
                  + " reserved 20000 reservedNext 20000 cutoff 20 settled 20"
                  + " roundClosesAt 99999999999999 rampAt "
                  + now())
              .split(" ", -1);
      put(usual);
      put(parts[2].strip().split(" ", -1));
      harness.redis(Command.DEL, HASH + ":active", HASH + ":admitted", HASH + ":claimed:0");
      String verdict = parts[1].strip();
      assertEquals(verdict, harness.script(Script.PASS, DERBY, 0).verdict(), row);
      String active = harness.redis(Command.ZCARD, HASH + ":active").toString();
      assertEquals(verdict.equals("IN") ? "1" : "0", active, row);
    }
  }

  /** Sets fields; {@code x} stands for nothing. */
  private void put(String... namesAndValues) {
    for (int i = 0; i + 1 < namesAndValues.length; i += 2) {
      String value = namesAndValues[i + 1];
      harness.redis(Command.HSET, HASH, namesAndValues[i], value.equals("x") ? "" : value);
    }
  }
}
