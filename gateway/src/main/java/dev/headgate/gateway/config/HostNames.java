package dev.headgate.gateway.config;

import io.netty.util.NetUtil;
import java.util.Locale;

/** The one spelling under which hosts are compared. */
public final class HostNames {
  private HostNames() {}

  /**
   * A host in lower case, without the dot that may end a name; an IPv6 address as short as it can
   * be written, without brackets.
   *
   * @param host a name or an address, without a port
   */
  public static String plain(String host) {
    if (host.indexOf(':') >= 0) {
      return address(host);
    }
    boolean rooted = host.length() > 1 && host.endsWith(".");
    String name = rooted ? host.substring(0, host.length() - 1) : host;
    return name.toLowerCase(Locale.ROOT);
  }

  private static String address(String text) {
    boolean bracketed = text.startsWith("[") && text.endsWith("]");
    String bare = bracketed ? text.substring(1, text.length() - 1) : text;
    byte[] bytes = NetUtil.createByteArrayFromIpAddressString(bare);
    return bytes == null ? text.toLowerCase(Locale.ROOT) : NetUtil.bytesToIpAddress(bytes);
  }
}
