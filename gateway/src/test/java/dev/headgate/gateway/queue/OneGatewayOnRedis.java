package dev.headgate.gateway.queue;

import dev.headgate.gateway.queue.QueueHarness.Loop;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** What tests of the queue's rules begin with: a real Redis, one gateway on it, one event loop. */
abstract class OneGatewayOnRedis {
  static final String DERBY = "derby";
  static final String HASH = "hg:{derby}";
  static final Duration STARTED = Duration.ofSeconds(-1);
  static final Duration LATER = Duration.ofHours(1);

  @TempDir Path folder;
  QueueHarness harness;
  Events events;
  Loop loop;

  @BeforeEach
  void start() {
    harness = new QueueHarness(folder);
    events = harness.gateway("one");
    loop = harness.loop(events);
  }

  @AfterEach
  void stop() {
    harness.close();
  }
}
