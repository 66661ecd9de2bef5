package dev.headgate.embedded;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.function.IntFunction;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Free loopback ports. */
final class Ports {
  private static final Logger LOG = LoggerFactory.getLogger(Ports.class);
  private static final int ATTEMPTS = 5;

  private Ports() {}

  /**
   * Starts something on the wanted port, or on a free one if that is 0. A port that was free a
   * moment ago may be taken by somebody else before the service binds it, so several are tried.
   */
  static <T> T startOn(int wanted, IntFunction<T> start) {
    for (int attempt = 1; ; attempt++) {
      try {
        return start.apply(wanted == 0 ? free() : wanted);
      } catch (EmbeddedException e) {
        if (attempt == ATTEMPTS || !portTaken(e)) {
          throw e;
        }
        LOG.info("a port was taken by somebody else meanwhile, trying another");
      }
    }
  }

  /** 127.0.0.1 itself: what Java calls the loopback address may be the other one. */
  static InetAddress loopback() throws IOException {
    return InetAddress.getByAddress(new byte[] {127, 0, 0, 1});
  }

  private static boolean portTaken(EmbeddedException e) {
    String message = String.valueOf(e.getMessage());
    return message.contains("Address already in use");
  }

  private static int free() {
    try (ServerSocket socket = new ServerSocket(0, 1, loopback())) {
      return socket.getLocalPort();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
