package dev.headgate.gateway.forward;

import io.vertx.core.buffer.Buffer;

/** Follows WebSocket frames (RFC 6455, 5.2) in passing, to know where one ends. */
final class FrameEdges {
  private static final int LENGTH_OF_16_BITS = 126;
  private static final int LENGTH_OF_64_BITS = 127;
  private static final int MASK_BYTES = 4;

  // Where we stand: in a head of which `headAt` bytes have come, or in a payload with `left` to go.
  private int headAt;
  private int headBytes = 2;
  private long length;
  private boolean masked;
  private long left;

  /** Whether the last byte seen ended a frame, or none was. */
  boolean atEdge() {
    return headAt == 0 && left == 0;
  }

  /** Goes through bytes. */
  void follow(Buffer bytes) {
    int at = 0;
    while (at < bytes.length()) {
      at = step(bytes, at);
    }
  }

  /** Goes through bytes up to the end of the frame that has begun; how many those are. */
  int untilEdge(Buffer bytes) {
    int at = 0;
    while (at < bytes.length() && !atEdge()) {
      at = step(bytes, at);
    }
    return at;
  }

  private int step(Buffer bytes, int at) {
    if (left > 0) {
      long skipped = Math.min(left, bytes.length() - at);
      left -= skipped;
      return at + (int) skipped;
    }
    head(bytes.getUnsignedByte(at));
    return at + 1;
  }

  private void head(int octet) {
    if (headAt == 1) {
      masked = (octet & 0x80) != 0;
      length = octet & 0x7F;
      int more = length == LENGTH_OF_16_BITS ? 2 : length == LENGTH_OF_64_BITS ? 8 : 0;
      headBytes = 2 + more + (masked ? MASK_BYTES : 0);
      length = more > 0 ? 0 : length;
    } else if (headAt > 1 && headAt < headBytes - (masked ? MASK_BYTES : 0)) {
      length = length << 8 | octet;
    }
    headAt++;
    if (headAt >= 2 && headAt == headBytes) {
      headAt = 0;
      headBytes = 2;
      left = length;
    }
  }
}
