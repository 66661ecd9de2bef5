package dev.headgate.booking;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Ports for what binds them later, or again. They lie below those that the system hands to whoever
 * asks for any, as servers and connections of other tests do meanwhile; and each process that runs
 * tests begins at another one.
 */
public final class FreePort {
  private static final int LOWEST = 12_000;
  private static final int SLICE = 100;
  private static final int SLICES = 200;

  private static final AtomicInteger asked = new AtomicInteger();

  private FreePort() {}

  /** Another one each time. */
  public static int next() {
    for (int tries = 0; tries < SLICE; tries++) {
      int port = candidate();
      if (isFree(port)) {
        return port;
      }
    }
    throw new AssertionError("no port is free");
  }

  private static int candidate() {
    int slice = (int) (ProcessHandle.current().pid() % SLICES);
    return LOWEST + slice * SLICE + Math.floorMod(asked.getAndIncrement(), SLICE);
  }

  private static boolean isFree(int port) {
    try (ServerSocket socket = new ServerSocket()) {
      socket.setReuseAddress(true); // connections of an earlier run may not have faded yet
      socket.bind(new InetSocketAddress(InetAddress.getByAddress(new byte[] {127, 0, 0, 1}), port));
      return true;
    } catch (IOException taken) {
      return false;
    }
  }
}
