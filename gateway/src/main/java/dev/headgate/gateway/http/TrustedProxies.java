package dev.headgate.gateway.http;

import io.netty.util.NetUtil;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The addresses whose forwarded headers are believed. */
public final class TrustedProxies {
  private final List<Block> blocks = new ArrayList<>();

  /**
   * Reads addresses and CIDR blocks.
   *
   * @throws IllegalArgumentException naming one that is neither
   */
  public TrustedProxies(List<String> configured) {
    for (String text : configured) {
      blocks.add(block(text));
    }
  }

  /**
   * The chain of addresses a request came through, the client first: what trusted hops wrote, from
   * the right, up to and with the first address that is not trusted itself.
   *
   * @param peer the address at the other end of the connection
   * @param forwardedFor the {@code X-Forwarded-For} lines
   */
  public List<String> chain(String peer, List<String> forwardedFor) {
    if (!trusts(peer) || forwardedFor.isEmpty()) {
      return List.of(peer);
    }
    List<String> fromRight = new ArrayList<>();
    fromRight.add(peer);
    String[] hops = String.join(",", forwardedFor).split(",", -1);
    for (int i = hops.length - 1; i >= 0; i--) {
      String hop = hops[i].trim();
      if (bytes(hop) == null) {
        break;
      }
      fromRight.add(hop);
      if (!trusts(hop)) {
        break;
      }
    }
    Collections.reverse(fromRight);
    return fromRight;
  }

  /** Whether an address is one of those configured. */
  public boolean trusts(String address) {
    byte[] bytes = blocks.isEmpty() ? null : bytes(address);
    if (bytes != null) {
      for (Block block : blocks) {
        if (block.contains(bytes)) {
          return true;
        }
      }
    }
    return false;
  }

  private static Block block(String text) {
    int slash = text.indexOf('/');
    byte[] address = bytes(slash < 0 ? text : text.substring(0, slash));
    try {
      if (address != null) {
        int all = address.length * Byte.SIZE;
        int bits = slash < 0 ? all : Integer.parseInt(text.substring(slash + 1));
        if (bits >= 0 && bits <= all) {
          return new Block(address, bits);
        }
      }
    } catch (NumberFormatException notANumber) {
      // Said below.
    }
    throw new IllegalArgumentException(
        "trustedProxies: " + text + " (expected: an IP address or a CIDR block)");
  }

  private static byte @Nullable [] bytes(String address) {
    // A zone, "fe80::1%eth0", says something on one machine only, and may hold whatever one likes.
    return address.indexOf('%') >= 0 || hasNoughtsInFront(address)
        ? null
        : NetUtil.createByteArrayFromIpAddressString(address);
  }

  // "010.0.0.1" is 10.0.0.1 to some readers and 8.0.0.1 to others.
  private static boolean hasNoughtsInFront(String address) {
    int start = address.lastIndexOf(':') + 1;
    for (int i = start; address.indexOf('.') >= 0 && i < address.length() - 1; i++) {
      boolean first = i == start || address.charAt(i - 1) == '.';
      if (first && address.charAt(i) == '0' && isDigit(address.charAt(i + 1))) {
        return true;
      }
    }
    return false;
  }

  private static boolean isDigit(char c) {
    return c >= '0' && c <= '9';
  }

  private static final class Block {
    private final byte[] address;
    private final int bits;

    Block(byte[] address, int bits) {
      this.address = address;
      this.bits = bits;
    }

    boolean contains(byte[] other) {
      if (other.length != address.length) {
        return false;
      }
      for (int bit = 0; bit < bits; bit++) {
        int mask = 0x80 >> (bit & 7);
        if (((address[bit >> 3] ^ other[bit >> 3]) & mask) != 0) {
          return false;
        }
      }
      return true;
    }
  }
}
