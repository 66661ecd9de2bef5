package dev.headgate.gateway.queue;

import static dev.headgate.gateway.queue.QueueHarness.await;
import static dev.headgate.gateway.queue.QueueHarness.settings;
import static dev.headgate.gateway.queue.QueueHarness.until;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vertx.core.Future;
import io.vertx.redis.client.Command;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The limit of the claim script alone, with everybody called and claiming, hundreds at once: the
 * highest dial in the last 60 seconds, and no more than the dial's sum over them plus two seconds'
 * worth.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class HardLimitTest {
  private static final String DERBY = "derby";
  private static final String HASH = "hg:{derby}";
  private static final int CROWD = 3_000;

  /** As many as a store on a busy machine answers well within the time that it is given. */
  private static final int AT_ONCE = 250;

  private QueueHarness harness;
  private QueueHarness.Loop loop;
  private long epoch;
  private long zero;

  @BeforeAll
  void callEverybody(@TempDir Path folder) {
    harness = new QueueHarness(folder);
    Events events = harness.gateway("one");
    loop = harness.loop(events);
    await(events.create(DERBY, settings(Duration.ofSeconds(-1), 60, 1_000_000)));
    EventView view = until(events, DERBY, seen -> seen.positionOf(0, 0).isPresent());
    epoch = view.epoch();
    harness.redis(Command.HSET, HASH, "arrivals", "" + CROWD, "cutoff", "" + CROWD);
  }

  @AfterAll
  void stop() {
    harness.close();
  }

  /** Ages are in seconds before now, oldest first: {@code 100=600 30=0} is a stop 30 s ago. */
  @ParameterizedTest(name = "{0}: {1}, {2} admitted before, now dialled {3}")
  @CsvSource({
    "an unchanged dial,                        100=600,              0,  600",
    "an unchanged dial that is used up,        100=600,              600, 600",
    "one slot is left,                         100=600,              599, 600",
    "a small dial,                             100=1,                0,  1",
    "just started: two seconds' worth,         100=0 0=1200,         0,  1200",
    "started ten seconds ago,                  100=0 10=1200,        0,  1200",
    "lowered: what was dialled still counts,   100=1200 5=60,        0,  60",
    "lowered long ago,                         200=1200 61=60,       0,  60",
    "raised 20 seconds ago,                    100=300 20=1500,      0,  1500",
    "paused for 40 seconds and just resumed,   100=600 40=0 0=600,   0,  600",
    "flipped up and down,                      90=0 50=1200 40=0 30=1200 20=0 10=600, 0, 600",
    "over the limit already,                   100=60,               90, 60",
  })
  void admitsWhatTheFormulaSaysAndNotOneMore(String story, String dials, int before, int dial) {
    reset(dials, before, dial);
    long from = redisMillis();
    long admitted = claimAll();
    long to = redisMillis();
    long early = Math.max(0, limit(dials, dial, from) - before);
    long late = Math.max(0, limit(dials, dial, to) - before);
    assertTrue(
        admitted >= Math.min(early, late) && admitted <= Math.max(early, late),
        story + ": " + admitted + " (expected: " + early + " to " + late + ")");
    assertEquals("" + (CROWD - admitted), harness.redis(Command.ZCARD, HASH + ":door").toString());
  }

  private void reset(String dials, int before, int dial) {
    for (String part : List.of("claimed:0", "active", "started", "door", "tried", "admitted")) {
      harness.redis(Command.DEL, HASH + ":" + part);
    }
    harness.redis(Command.DEL, HASH + ":dials");
    harness.redis(Command.HSET, HASH, "rate", "" + dial, "haltedAt", "");
    zero = redisMillis();
    for (String change : dials.split(" ", -1)) {
      String[] pair = change.split("=", -1);
      long at = zero - Long.parseLong(pair[0]) * 1_000;
      harness.redis(Command.ZADD, HASH + ":dials", "" + at, at + ":" + pair[1]);
    }
    for (int i = 0; i < before; i++) {
      // Admitted a moment ago: inside the window for all of the test.
      harness.redis(Command.ZADD, HASH + ":admitted", "" + zero, "before." + i);
    }
  }

  private long claimAll() {
    long admitted = 0;
    for (int first = 0; first < CROWD; first += AT_ONCE) {
      admitted += claim(first, Math.min(first + AT_ONCE, CROWD));
    }
    return admitted;
  }

  private long claim(int first, int behind) {
    List<Future<ClaimAnswer>> claims = new ArrayList<>();
    for (int position = first; position < behind; position++) {
      QueuePosition at = new QueuePosition(DERBY, epoch, 0, position);
      claims.add(loop.on(queue -> queue.claim(at)));
    }
    return claims.stream()
        .map(QueueHarness::await)
        .filter(ClaimAnswer.Admitted.class::isInstance)
        .count();
  }

  /** The formula, from the changes alone. */
  private long limit(String dials, int dial, long now) {
    String[] changes = dials.split(" ", -1);
    long from = now - 60_000;
    long highest = dial;
    long sum = 0;
    for (int i = 0; i < changes.length; i++) {
      long at = zero - Long.parseLong(changes[i].split("=", -1)[0]) * 1_000;
      long rate = Long.parseLong(changes[i].split("=", -1)[1]);
      long ends =
          i + 1 == changes.length
              ? now
              : zero - Long.parseLong(changes[i + 1].split("=", -1)[0]) * 1_000;
      long overlap = ends - Math.max(at, from);
      if (overlap > 0) {
        highest = Math.max(highest, rate);
        sum += rate * overlap;
      }
    }
    return Math.min(highest, (sum + Math.max(60_000, 2_000L * dial)) / 60_000);
  }

  private long redisMillis() {
    Reply time = new Reply(harness.redis(Command.TIME));
    return time.number(0) * 1_000 + time.number(1) / 1_000;
  }
}
