package dev.headgate.quickstart;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;

/** A server of the user's, looked at before anything waits for it in vain. */
final class GivenServer {
  private static final int PATIENCE_MILLIS = 5_000;

  private GivenServer() {}

  /**
   * The address again, once something accepts connections there.
   *
   * @param option the option that gave it, for the message, which never holds the address whole: it
   *     may hold a password
   * @throws DemoException when nothing does
   */
  static URI answering(URI address, String option, int defaultPort) {
    int port = address.getPort() < 0 ? defaultPort : address.getPort();
    try (Socket socket = new Socket()) {
      socket.connect(new InetSocketAddress(address.getHost(), port), PATIENCE_MILLIS);
      return address;
    } catch (IOException e) {
      throw new DemoException(
          "nothing answers at %s:%d (see %s)".formatted(address.getHost(), port, option), e);
    }
  }
}
