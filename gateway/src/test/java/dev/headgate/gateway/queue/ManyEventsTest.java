package dev.headgate.gateway.queue;

import static dev.headgate.gateway.queue.QueueHarness.await;
import static dev.headgate.gateway.queue.QueueHarness.join;
import static dev.headgate.gateway.queue.QueueHarness.settings;
import static dev.headgate.gateway.queue.QueueHarness.until;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.headgate.gateway.config.EventSettings;
import dev.headgate.gateway.queue.QueueHarness.Loop;
import io.vertx.core.Future;
import io.vertx.redis.client.Command;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Twenty thousand events, a few of them in use: only those cost anything. */
final class ManyEventsTest {
  private static final int EVENTS = 20_000;
  private static final int AT_ONCE = 50;
  private static final int HOT = 5;
  private static final Pattern CALLS = Pattern.compile("cmdstat_evalsha:calls=(\\d+)");

  @TempDir Path folder;

  @Tag("soak")
  @Test
  void anIdleEventCostsAGatewayNothing() {
    try (QueueHarness harness = new QueueHarness(folder)) {
      Events events = harness.gateway("one");
      EventSettings settings = settings(Duration.ofSeconds(-1), 600, 5_000);
      for (int from = 0; from < EVENTS; from += AT_ONCE) {
        List<Future<ChangeAnswer>> created = new ArrayList<>();
        for (int i = from; i < from + AT_ONCE; i++) {
          created.add(events.create("event" + i, settings));
        }
        created.forEach(QueueHarness::await);
      }
      assertEquals(EVENTS, await(events.list()).size());
      useSome(harness, events);
      // Another gateway that remembers all of them from its own folder asks for none.
      await(events.close());
      Events restarted = harness.gateway("one");
      useSome(harness, restarted);
    }
  }

  private static void useSome(QueueHarness harness, Events events) {
    Loop loop = harness.loop(events);
    List<Long> ticks = new ArrayList<>();
    for (int i = 0; i < HOT; i++) {
      String event = "event" + i * 1_000;
      join(loop, event);
      until(events, event, view -> view.cutoff() > 0);
      ticks.add(tick(harness, event));
    }
    harness.redis(Command.CONFIG, "RESETSTAT");
    int seconds = 3;
    for (int i = 0; i < HOT; i++) {
      String event = "event" + i * 1_000;
      join(loop, event);
      until(events, event, view -> view.waiting() == 0);
    }
    until(events, "event0", view -> tick(harness, "event0") >= ticks.get(0) + seconds);
    long calls = calls(harness);
    assertTrue(calls >= HOT, "the hot ones are kept fresh: " + calls);
    // A few calls a second for each event in use; one call for each idle one would be far more.
    assertTrue(calls < EVENTS / 20, "calls: " + calls);
  }

  private static long tick(QueueHarness harness, String event) {
    return Long.parseLong(harness.field(event, "tick"));
  }

  private static long calls(QueueHarness harness) {
    Matcher found = CALLS.matcher(harness.redis(Command.INFO, "commandstats").toString());
    return found.find() ? Long.parseLong(found.group(1)) : 0;
  }
}
