package dev.headgate.quickstart;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;

/** Ports on 127.0.0.1, looked at before anything is started that would have to be stopped again. */
final class LoopbackPort {
  static final String HOST = "127.0.0.1";

  private LoopbackPort() {}

  /**
   * The wanted port, or a free one for 0.
   *
   * @param option the option that sets it, for the message
   * @throws DemoException when it is taken
   */
  static int free(int wanted, String option) {
    try (ServerSocket socket = new ServerSocket()) {
      socket.setReuseAddress(true); // connections of an earlier run may not have faded yet
      InetAddress loopback = InetAddress.getByAddress(new byte[] {127, 0, 0, 1});
      socket.bind(new InetSocketAddress(loopback, wanted));
      return socket.getLocalPort();
    } catch (IOException e) {
      throw new DemoException(
          "port %d is already in use (choose another with %s)".formatted(wanted, option), e);
    }
  }
}
