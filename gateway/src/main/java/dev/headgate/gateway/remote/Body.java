package dev.headgate.gateway.remote;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Flow.Publisher;
import org.jspecify.annotations.Nullable;

/** The body of an answer, waited for while it keeps coming. */
final class Body {
  private Body() {}

  /**
   * The whole as text.
   *
   * @param patience how long nothing may come
   * @param most how many bytes may come: what never ends is no answer
   */
  static String text(Publisher<List<ByteBuffer>> answer, Duration patience, int most)
      throws IOException, InterruptedException {
    Arriving<List<ByteBuffer>> parts = new Arriving<>();
    answer.subscribe(parts);
    ByteArrayOutputStream whole = new ByteArrayOutputStream();
    for (List<ByteBuffer> each = next(parts, patience);
        each != null;
        each = next(parts, patience)) {
      for (ByteBuffer buffer : each) {
        byte[] bytes = new byte[buffer.remaining()];
        buffer.get(bytes);
        whole.writeBytes(bytes);
      }
      if (whole.size() > most) {
        parts.cancel();
        throw new IOException("more than " + most + " bytes");
      }
    }
    return whole.toString(StandardCharsets.UTF_8);
  }

  private static @Nullable List<ByteBuffer> next(
      Arriving<List<ByteBuffer>> parts, Duration patience)
      throws IOException, InterruptedException {
    Arriving.Part<List<ByteBuffer>> part = parts.next(patience);
    if (part == null) {
      parts.cancel();
      throw new IOException("silent for " + patience.toSeconds() + " s");
    }
    if (part.failure() != null) {
      throw new IOException("it broke off", part.failure());
    }
    return part.value();
  }
}
