package dev.headgate.policy.order;

import static java.nio.charset.StandardCharsets.UTF_8;

/** The name of a draw, as it is hashed. */
final class DrawId {
  private DrawId() {}

  static byte[] bytes(String drawId) {
    // A zero byte ends the name in the hashed text: two different draws must never read the same.
    if (drawId.isEmpty() || drawId.indexOf('\0') >= 0) {
      throw new IllegalArgumentException("drawId: (expected: not empty, no NUL character)");
    }
    return drawId.getBytes(UTF_8);
  }
}
