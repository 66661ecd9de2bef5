package dev.headgate.gateway.queue;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/** Sessions that ended before their token: listed until that expires. Safe for any thread. */
final class EndedSessions {
  private final ConcurrentMap<Long, Long> expiresSeconds = new ConcurrentHashMap<>();
  private volatile long newest;
  private long epoch;

  /** The number of the newest entry taken in. */
  long newest() {
    return newest;
  }

  /** Takes in {@code <lane>.<position>:<expires>}. */
  void add(String entry) {
    int dot = entry.indexOf('.');
    int colon = entry.indexOf(':');
    int lane = Integer.parseInt(entry.substring(0, dot));
    int position = Integer.parseInt(entry.substring(dot + 1, colon));
    expiresSeconds.put(key(lane, position), Long.parseLong(entry.substring(colon + 1)));
  }

  /** Takes in one that was ended here, unless another life has begun since. */
  synchronized void add(QueuePosition at, long expires) {
    if (at.epoch() == epoch) {
      expiresSeconds.put(key(at.lane(), at.position()), expires);
    }
  }

  /** All entries up to this number are in; those whose token has expired are forgotten. */
  void caughtUp(long number, long nowSeconds) {
    newest = number;
    // 20 s: the leeway of both services.
    expiresSeconds.values().removeIf(expires -> expires + 20 < nowSeconds);
  }

  /** Another life of the event begins: its positions are other fans. */
  synchronized void begin(long life) {
    epoch = life;
    expiresSeconds.clear();
    newest = 0;
  }

  boolean contains(int lane, int position) {
    return !expiresSeconds.isEmpty() && expiresSeconds.containsKey(key(lane, position));
  }

  private static long key(int lane, int position) {
    return ((long) lane << 32) | position;
  }
}
