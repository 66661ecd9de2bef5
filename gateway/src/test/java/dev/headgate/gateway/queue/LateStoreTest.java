package dev.headgate.gateway.queue;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.headgate.gateway.testing.WithheldAnswers;
import java.nio.file.Path;
import java.util.function.IntPredicate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A gateway that starts beside a store whose first answers come too late. */
class LateStoreTest {
  @TempDir Path folder;
  private QueueHarness harness;

  @BeforeEach
  void start() {
    harness = new QueueHarness(folder);
  }

  @AfterEach
  void stop() {
    harness.close();
  }

  /** Starts where some connections, by their number, are never answered on. */
  private void starts(IntPredicate silent) throws Exception {
    try (WithheldAnswers late = new WithheldAnswers(harness.redis.uri(), silent)) {
      Events events = harness.gateway("late", late.uri(), QueueHarness.DRAW_KEY);
      QueueHarness.await(events.probe());
      assertTrue(late.connections() > 2, "one was in vain");
    }
  }

  @Test
  void theFirstConnectionThatIsNotAnsweredIsMadeAgain() throws Exception {
    starts(number -> number == 1);
  }

  @Test
  void theConnectionThatChangesAreHeardByIsMadeAgainToo() throws Exception {
    starts(number -> number == 2);
  }
}
