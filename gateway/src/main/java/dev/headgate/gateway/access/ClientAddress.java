package dev.headgate.gateway.access;

import dev.headgate.gateway.http.TrustedProxies;
import io.netty.util.NetUtil;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.net.SocketAddress;
import java.util.Arrays;
import java.util.HexFormat;

/** Whom a wrong token is put down to. */
final class ClientAddress {
  // Whoever has one address of IPv6 has all 2^64 that share its first half.
  private static final int SUBNET_BYTES = 8;
  private static final int MAPPED_AT = 12;
  private static final int MAPPED_BYTES = 16;

  private ClientAddress() {}

  /** The address of a client, behind those proxies that are trusted; of IPv6 the network. */
  static String of(HttpServerRequest request, TrustedProxies trusted) {
    SocketAddress remote = request.remoteAddress();
    String peer = remote == null ? "" : remote.hostAddress();
    return network(trusted.chain(peer, request.headers().getAll("X-Forwarded-For")).get(0));
  }

  static String network(String address) {
    byte[] bytes = NetUtil.createByteArrayFromIpAddressString(address);
    if (bytes == null || bytes.length != MAPPED_BYTES) {
      return address;
    }
    return isMapped(bytes)
        ? NetUtil.bytesToIpAddress(Arrays.copyOfRange(bytes, MAPPED_AT, MAPPED_BYTES))
        : HexFormat.of().formatHex(bytes, 0, SUBNET_BYTES) + "::/64";
  }

  // ::ffff:192.0.2.1 is how a socket for both kinds shows 192.0.2.1.
  private static boolean isMapped(byte[] bytes) {
    boolean noughts = true;
    for (int i = 0; i < MAPPED_AT - 2; i++) {
      noughts &= bytes[i] == 0;
    }
    return noughts && bytes[MAPPED_AT - 2] == -1 && bytes[MAPPED_AT - 1] == -1;
  }
}
