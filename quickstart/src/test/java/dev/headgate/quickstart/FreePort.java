package dev.headgate.quickstart;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * Ports for processes that bind them seconds later. They lie below those that the system hands to
 * whoever asks for any, as the stores and servers of other tests do meanwhile; and each process
 * that runs tests begins at another one.
 */
final class FreePort {
  private static final int LOWEST = 12_000;
  private static final int SLICE = 100;
  private static final int SLICES = 200;

  private static final AtomicInteger asked = new AtomicInteger();

  private FreePort() {}

  static int next() {
    for (int tries = 0; tries < SLICE; tries++) {
      int port = candidate();
      if (isFree(port)) {
        return port;
      }
    }
    throw new AssertionError("no port is free");
  }

  /** One whose next is free as well. */
  static int nextOfTwo() {
    int first = next();
    for (int second = next(); second != first + 1; second = next()) {
      first = second;
    }
    return first;
  }

  private static int candidate() {
    int slice = (int) (ProcessHandle.current().pid() % SLICES);
    return LOWEST + slice * SLICE + Math.floorMod(asked.getAndIncrement(), SLICE);
  }

  private static boolean isFree(int port) {
    try {
      return LoopbackPort.free(port, "port") == port;
    } catch (DemoException taken) {
      return false;
    }
  }
}
