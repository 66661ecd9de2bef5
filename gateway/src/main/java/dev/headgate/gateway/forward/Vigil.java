package dev.headgate.gateway.forward;

import io.vertx.core.Vertx;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks at everything under way again and again, so that nothing needs a timer of its own. For one
 * event loop.
 */
final class Vigil {
  private static final Logger LOG = LoggerFactory.getLogger(Vigil.class);
  private static final long EVERY_MILLIS = 100;

  private final List<Watched> watched = new ArrayList<>();

  Vigil(Vertx vertx) {
    vertx.setPeriodic(EVERY_MILLIS, tick -> look(System.nanoTime()));
  }

  /** What is looked at. */
  abstract static class Watched {
    private int seat = -1;

    /**
     * Looks whether it is time for anything.
     *
     * @param nowNanos the present time, by {@link System#nanoTime}
     */
    abstract void look(long nowNanos);
  }

  /** Takes something in, once. */
  void add(Watched one) {
    one.seat = watched.size();
    watched.add(one);
  }

  /** Lets something go; again does nothing. */
  void remove(Watched one) {
    if (one.seat >= 0) {
      Watched last = watched.remove(watched.size() - 1);
      if (last != one) {
        watched.set(one.seat, last);
        last.seat = one.seat;
      }
      one.seat = -1;
    }
  }

  /** How many there are. */
  int size() {
    return watched.size();
  }

  // From behind: whoever goes meanwhile is replaced by one that has been looked at.
  private void look(long nowNanos) {
    for (int i = watched.size() - 1; i >= 0; i--) {
      if (i < watched.size()) {
        look(watched.get(i), nowNanos);
      }
    }
  }

  // One that cannot be looked at must not keep the others from it, now or at the next look.
  private void look(Watched one, long nowNanos) {
    try {
      one.look(nowNanos);
    } catch (RuntimeException failure) {
      remove(one);
      LOG.error("something under way is looked after no more", failure);
    }
  }
}
