package dev.headgate.gateway.remote;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Flow.Publisher;
import java.util.concurrent.Flow.Subscription;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

class BodyTest {
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final int MOST = 1_000;

  private final AtomicBoolean cancelled = new AtomicBoolean();
  private final Subscription subscription =
      new Subscription() {
        @Override
        public void request(long count) {}

        @Override
        public void cancel() {
          cancelled.set(true);
        }
      };

  @Test
  void whatComesInPartsIsOneTextWhereverItWasCut() throws Exception {
    String text = "{\"title\":\"Länderspiel ⚽\"}";
    Publisher<List<ByteBuffer>> parts =
        subscriber -> {
          subscriber.onSubscribe(subscription);
          for (byte each : text.getBytes(UTF_8)) {
            subscriber.onNext(List.of(ByteBuffer.wrap(new byte[] {each})));
          }
          subscriber.onComplete();
        };
    assertEquals(text, Body.text(parts, PATIENCE, MOST));
  }

  @Test
  void whatFallsSilentIsGivenUpAndTheConnectionWithIt() {
    Publisher<List<ByteBuffer>> silent =
        subscriber -> {
          subscriber.onSubscribe(subscription);
          subscriber.onNext(List.of(ByteBuffer.wrap(new byte[1])));
        };
    assertThrows(IOException.class, () -> Body.text(silent, Duration.ofMillis(20), MOST));
    assertTrue(cancelled.get());
  }

  @Test
  void whatNeverEndsIsGivenUpAndTheConnectionWithIt() {
    Publisher<List<ByteBuffer>> endless =
        subscriber -> {
          subscriber.onSubscribe(subscription);
          for (int sent = 0; sent <= MOST; sent += 10) {
            subscriber.onNext(List.of(ByteBuffer.wrap(new byte[10])));
          }
        };
    IOException failure = assertThrows(IOException.class, () -> Body.text(endless, PATIENCE, MOST));
    assertEquals("more than 1000 bytes", failure.getMessage());
    assertTrue(cancelled.get());
  }

  @Test
  void whatBreaksOffIsNoText() {
    Publisher<List<ByteBuffer>> broken =
        subscriber -> {
          subscriber.onSubscribe(subscription);
          subscriber.onError(new IOException("reset"));
        };
    assertThrows(IOException.class, () -> Body.text(broken, PATIENCE, MOST));
  }
}
