package dev.headgate.embedded;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.function.IntFunction;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Free loopback ports. */
final class Ports {
  private static final Logger LOG = LoggerFactory.getLogger(Ports.class);
  private static final int ATTEMPTS = 5;

  /** As glibc, macOS and musl put it. */
  private static final Pattern TAKEN = Pattern.compile("Address (already )?in use");

  private Ports() {}

  /**
   * Starts something on the wanted port, or on a free one if that is 0. A port that was free a
   * moment ago may be taken by somebody else before the service binds it, so several are tried.
   */
  static <T> T startOn(int wanted, IntFunction<T> start) {
    for (int attempt = 1; ; attempt++) {
      int port = wanted == 0 ? free() : wanted;
      try {
        return start.apply(port);
      } catch (EmbeddedException e) {
        if (!TAKEN.matcher(String.valueOf(e.getMessage())).find()) {
          throw e;
        }
        if (wanted != 0 || attempt == ATTEMPTS) {
          throw new EmbeddedException("port " + port + " on 127.0.0.1 is taken", e);
        }
        LOG.info("port {} was taken by somebody else meanwhile, trying another", port);
      }
    }
  }

  /** 127.0.0.1 itself: what Java calls the loopback address may be the other one. */
  static InetAddress loopback() throws IOException {
    return InetAddress.getByAddress(new byte[] {127, 0, 0, 1});
  }

  private static int free() {
    try (ServerSocket socket = new ServerSocket(0, 1, loopback())) {
      return socket.getLocalPort();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
