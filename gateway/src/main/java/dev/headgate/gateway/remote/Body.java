package dev.headgate.gateway.remote;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Flow.Publisher;
import java.util.concurrent.Flow.Subscriber;
import java.util.concurrent.Flow.Subscription;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The body of an answer, waited for while it keeps coming: Java's client has a time for the head of
 * an answer, and none for what follows.
 */
final class Body implements Subscriber<List<ByteBuffer>> {
  private final BlockingQueue<Part> parts = new LinkedBlockingQueue<>();
  private volatile @Nullable Subscription subscription;

  /**
   * A part of it, or how it ended.
   *
   * @param bytes null at the end
   * @param failure why it ended early; null where it did not
   */
  private record Part(@Nullable List<ByteBuffer> bytes, @Nullable Throwable failure) {}

  private Body() {}

  /**
   * The whole as text.
   *
   * @param patience how long nothing may come
   * @param most how many bytes may come: what never ends is no answer
   */
  static String text(Publisher<List<ByteBuffer>> answer, Duration patience, int most)
      throws IOException, InterruptedException {
    Body body = new Body();
    answer.subscribe(body);
    ByteArrayOutputStream whole = new ByteArrayOutputStream();
    for (List<ByteBuffer> each = body.next(patience); each != null; each = body.next(patience)) {
      for (ByteBuffer buffer : each) {
        byte[] bytes = new byte[buffer.remaining()];
        buffer.get(bytes);
        whole.writeBytes(bytes);
      }
      if (whole.size() > most) {
        body.cancel();
        throw new IOException("more than " + most + " bytes");
      }
    }
    return whole.toString(StandardCharsets.UTF_8);
  }

  private @Nullable List<ByteBuffer> next(Duration patience)
      throws IOException, InterruptedException {
    Part part = parts.poll(patience.toMillis(), TimeUnit.MILLISECONDS);
    if (part == null) {
      cancel();
      throw new IOException("silent for " + patience.toSeconds() + " s");
    }
    if (part.failure != null) {
      throw new IOException("it broke off", part.failure);
    }
    return part.bytes;
  }

  private void cancel() {
    Subscription given = subscription;
    if (given != null) {
      given.cancel();
    }
  }

  @Override
  public void onSubscribe(Subscription given) {
    subscription = given;
    given.request(Long.MAX_VALUE);
  }

  @Override
  public void onNext(List<ByteBuffer> bytes) {
    parts.add(new Part(bytes, null));
  }

  @Override
  public void onError(Throwable failure) {
    parts.add(new Part(null, failure));
  }

  @Override
  public void onComplete() {
    parts.add(new Part(null, null));
  }
}
