package dev.headgate.gateway.queue;

import static dev.headgate.gateway.queue.QueueHarness.await;
import static dev.headgate.gateway.queue.QueueHarness.join;
import static dev.headgate.gateway.queue.QueueHarness.settings;
import static dev.headgate.gateway.queue.QueueHarness.until;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import io.vertx.core.Future;
import io.vertx.redis.client.Command;
import io.vertx.redis.client.Redis;
import io.vertx.redis.client.RedisOptions;
import io.vertx.redis.client.Request;
import io.vertx.redis.client.Response;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/** The figures of the last hour, on a real Redis. */
final class HistoryTest extends OneGatewayOnRedis {
  private static final String HISTORY = HASH + ":history";
  private static final String MARKS = HASH + ":marks";
  private static final String FIGURES =
      "100,90,80,7,6,5,600,5000,540,57,8.2,0.250,,0.001,,,throttle: 1,840 ms, over 1,000 ms";

  private List<Sample> samples(Events at) {
    return await(at.lookups().history(DERBY));
  }

  @CanIgnoreReturnValue
  private List<Sample> untilSampled(Events at, int most) {
    return Awaitility.await()
        .atMost(Duration.ofMinutes(2))
        .pollInterval(Duration.ofMillis(200))
        .until(
            () -> {
              await(at.view(DERBY));
              return samples(at);
            },
            found -> found.size() >= most);
  }

  @Test
  void eachTenSecondsHaveOneSampleHoweverManyGatewaysThereAre() {
    await(events.create(DERBY, settings(STARTED, 600, 5_000)));
    for (int i = 0; i < 5; i++) {
      join(loop, DERBY);
    }
    until(events, DERBY, view -> view.cutoff() == 5);
    Events second = harness.gateway("two");
    await(second.view(DERBY));
    List<Sample> found = untilSampled(events, 2);
    await(events.close());
    // Whoever ticks next goes on with what there is.
    found = untilSampled(second, found.size() + 1);
    assertEquals(found, samples(second));
    List<Long> slots =
        found.stream().map(sample -> sample.at().getEpochSecond() / 10).distinct().toList();
    assertEquals(found.size(), slots.size(), "one each");
    Sample last = found.get(found.size() - 1);
    assertEquals(5, last.counts().arrivals());
    assertEquals(600, last.dials().newUsersPerMinute());
    assertNull(last.shop().free(), "the shop says nothing");
    assertEquals("nobody waits", last.limit());
  }

  @Test
  void aSampleIsNotedOnceInTenSecondsAndOfThisLifeOnly() {
    await(events.create(DERBY, settings(LATER, 600, 5_000)));
    await(events.close());
    harness.redis(Command.DEL, HISTORY, MARKS);
    String epoch = harness.field(DERBY, "epoch");
    assertEquals("RESET", harness.script(Script.SAMPLE, DERBY, "1", FIGURES).verdict());
    String first = harness.script(Script.SAMPLE, DERBY, epoch, FIGURES).verdict();
    String again = harness.script(Script.SAMPLE, DERBY, epoch, FIGURES).verdict();
    assertEquals("OK", first);
    int noted = again.equals("OK") ? 2 : 1; // The ten seconds may have been over in between.
    assertEquals(noted, harness.redis(Command.LLEN, HISTORY).toInteger());
    int marks = Integer.parseInt(harness.redis(Command.LLEN, MARKS).toString());
    assertTrue(marks >= 1 && marks <= noted, () -> marks + " marks");
    String entry = harness.redis(Command.LINDEX, HISTORY, "0").toString();
    Sample read = Objects.requireNonNull(Sample.read(entry), entry);
    assertEquals("throttle: 1,840 ms, over 1,000 ms", read.limit());
    assertEquals(100, read.counts().arrivals());
    assertEquals(0, read.counts().admitted(), "nobody has been let in");
    assertEquals(0.001, read.shop().errorShare());
    assertNull(read.shop().p95Millis());
    assertTrue(entry.length() < 250, () -> entry.length() + " bytes");
  }

  @Test
  void ofManyWhoNoteAtOnceOneDoes() {
    await(events.create(DERBY, settings(LATER, 600, 5_000)));
    await(events.close());
    harness.redis(Command.DEL, HISTORY, MARKS);
    String epoch = harness.field(DERBY, "epoch");
    Redis many =
        Redis.createClient(
            harness.vertx,
            new RedisOptions()
                .setConnectionString(harness.redis.uri().toString())
                .setMaxPoolSize(8)
                .setMaxPoolWaiting(1_000));
    List<Future<String>> answers = new ArrayList<>();
    for (int i = 0; i < 200; i++) {
      Request sample =
          Request.cmd(Command.EVAL)
              .arg(Script.SAMPLE.source())
              .arg(1)
              .arg(HASH)
              .arg(epoch)
              .arg(FIGURES);
      answers.add(many.send(sample).map(answer -> new Reply(answer).verdict()));
    }
    await(Future.join(answers));
    long noted = answers.stream().filter(answer -> answer.result().equals("OK")).count();
    await(many.close());
    List<String> slots = new ArrayList<>();
    for (Response entry : harness.redis(Command.LRANGE, HISTORY, "0", "-1")) {
      slots.add(entry.toString().substring(0, 9));
    }
    assertEquals(noted, slots.size());
    assertEquals(slots.stream().distinct().toList(), slots, "ten seconds each");
    assertTrue(noted >= 1 && noted < 200, noted + " were noted");
  }

  @Test
  void anHourIsKeptAndNoMoreAndAClockThatWasAheadIsNotWaitedFor() {
    await(events.create(DERBY, settings(LATER, 600, 5_000)));
    await(events.close());
    String epoch = harness.field(DERBY, "epoch");
    for (int i = 0; i < 400; i++) {
      harness.redis(Command.RPUSH, HISTORY, (1_000L + i) + ",0,0:0,0," + FIGURES);
    }
    assertEquals("OK", harness.script(Script.SAMPLE, DERBY, epoch, FIGURES).verdict());
    assertEquals(360, harness.redis(Command.LLEN, HISTORY).toInteger());
    long hour = Long.parseLong(harness.redis(Command.PTTL, HISTORY).toString());
    assertTrue(hour > 3_000_000 && hour <= 3_600_000, hour + " ms");
    harness.redis(Command.RPUSH, HISTORY, "9999999999999,0,0:0,0," + FIGURES);
    assertEquals("OK", harness.script(Script.SAMPLE, DERBY, epoch, FIGURES).verdict());
    assertEquals(1, harness.redis(Command.LLEN, HISTORY).toInteger());
  }

  @Test
  void aResetAndAFlushCostTheHistoryAndEntriesOfAnotherVersionAreLeftOut() {
    await(events.create(DERBY, settings(LATER, 600, 5_000)));
    untilSampled(events, 1);
    harness.redis(Command.RPUSH, HISTORY, "of another version");
    harness.redis(Command.RPUSH, HISTORY, "1,0,0:0,0,x" + FIGURES);
    assertEquals(1, samples(events).size());
    await(events.close());
    Events next = harness.gateway("two");
    await(next.reset(DERBY, null));
    List<Sample> after = samples(next);
    assertTrue(after.size() <= 1, () -> "of the life before: " + after);
    assertNotNull(untilSampled(next, 1).get(0));
    harness.redis(Command.FLUSHALL);
    assertTrue(samples(next).size() <= 1);
  }

  @Test
  void whoWasLetInIsCountedFromTheFirstOn() {
    await(events.create(DERBY, settings(STARTED, 60_000, 5_000)));
    for (int i = 0; i < 20; i++) {
      join(loop, DERBY);
    }
    long epoch = until(events, DERBY, view -> view.cutoff() == 20).epoch();
    for (int i = 0; i < 7; i++) {
      QueuePosition at = new QueuePosition(DERBY, epoch, 0, i);
      assertInstanceOf(ClaimAnswer.Admitted.class, loop.<ClaimAnswer>get(queue -> queue.claim(at)));
      await(loop.on(queue -> queue.release(at)));
    }
    List<Sample> found = untilSampled(events, samples(events).size() + 1);
    Sample last = found.get(found.size() - 1);
    assertEquals(7, last.counts().admitted());
    assertEquals(0, last.counts().active());
  }
}
