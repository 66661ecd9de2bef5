package dev.headgate.booking.account;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.time.Duration;

/**
 * At most so many in a window, for each key by itself; a window begins with the first one in it.
 * What is refused is not counted. Of this process, and of the keys it saw last: the count of a key
 * that many others came after is forgotten.
 */
final class RequestLimit {
  private static final int REMEMBERED = 100_000;

  private final int most;
  private final long windowNanos;
  private final Cache<String, Window> windows;

  private record Window(long beginNanos, int count, boolean isFull) {}

  RequestLimit(int most, Duration window) {
    this(most, window, REMEMBERED);
  }

  RequestLimit(int most, Duration window, int remembered) {
    this.most = most;
    this.windowNanos = window.toNanos();
    this.windows = Caffeine.newBuilder().maximumSize(remembered).build();
  }

  /**
   * Counts one, if it may be.
   *
   * @param nowNanos the monotonic clock
   * @return zero, or how long to wait
   */
  Duration ask(String key, long nowNanos) {
    Window now =
        windows
            .asMap()
            .merge(key, new Window(nowNanos, 1, false), (old, first) -> next(old, nowNanos));
    return now.isFull()
        ? Duration.ofNanos(now.beginNanos() + windowNanos - nowNanos)
        : Duration.ZERO;
  }

  private Window next(Window old, long nowNanos) {
    if (nowNanos - old.beginNanos() >= windowNanos) {
      return new Window(nowNanos, 1, false);
    }
    return old.count() < most
        ? new Window(old.beginNanos(), old.count() + 1, false)
        : new Window(old.beginNanos(), old.count(), true);
  }

  long remembered() {
    windows.cleanUp();
    return windows.estimatedSize();
  }
}
