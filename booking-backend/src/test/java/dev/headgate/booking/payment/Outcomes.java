package dev.headgate.booking.payment;

import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.vertx.core.Future;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;

/** What a call came to. */
final class Outcomes {
  private static final long PATIENCE_SECONDS = 60;

  private Outcomes() {}

  static <T> T of(Future<T> call) {
    try {
      return call.toCompletionStage().toCompletableFuture().get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    } catch (Exception failed) {
      throw new AssertionError(failed);
    }
  }

  static ProcessorException failureOf(Future<?> call) {
    ExecutionException failed =
        assertThrows(
            ExecutionException.class,
            () ->
                call.toCompletionStage()
                    .toCompletableFuture()
                    .get(PATIENCE_SECONDS, TimeUnit.SECONDS));
    return assertInstanceOf(ProcessorException.class, failed.getCause());
  }

  /** Such as {@code UNKNOWN no_answer}. */
  static String wordsOf(Future<?> call) {
    ProcessorException failure = failureOf(call);
    return failure.kind() + " " + failure.code();
  }
}
