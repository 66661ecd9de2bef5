package dev.headgate.gateway;

import dev.headgate.gateway.config.GatewayConfig;
import io.netty.util.NetUtil;
import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.util.Optional;

/** From where operators can be reached, and what is wrong about that. */
final class OperatorReach {
  private OperatorReach() {}

  /** What to warn of; nothing where tokens stay on this machine, or somebody ends TLS for them. */
  static Optional<String> warning(GatewayConfig config) {
    URI origin = config.operatorOrigin();
    boolean encrypted = origin != null && "https".equals(origin.getScheme());
    return encrypted || isLoopback(config.operatorHost())
        ? Optional.empty()
        : Optional.of(
            "operators are reached from other machines at %s WITHOUT TLS: whoever is between can"
                    .formatted(config.operatorHost())
                + " read their tokens. Listen on 127.0.0.1, or put a proxy with TLS in front and"
                + " name its address as operatorOrigin");
  }

  // No look-up of names: what they lead to tomorrow is not known today.
  private static boolean isLoopback(String host) {
    byte[] address = NetUtil.createByteArrayFromIpAddressString(host);
    try {
      return address == null
          ? host.equals("localhost")
          : InetAddress.getByAddress(address).isLoopbackAddress();
    } catch (UnknownHostException impossible) {
      return false;
    }
  }
}
