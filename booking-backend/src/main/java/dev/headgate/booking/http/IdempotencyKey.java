package dev.headgate.booking.http;

import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** What makes one request of many tries. Quotes around it are part of it. */
final class IdempotencyKey {
  private static final Pattern KEY = Pattern.compile("[!-~]{1,255}");

  private IdempotencyKey() {}

  /** The request's key, or null where it has none. */
  static @Nullable String optional(List<String> lines) {
    if (lines.isEmpty()) {
      return null;
    }
    if (lines.size() > 1 || !KEY.matcher(lines.get(0)).matches()) {
      throw new ProblemException(
          Problem.of(
              400,
              "bad-idempotency-key",
              "The Idempotency-Key is malformed",
              "One line of 1 to 255 visible characters."));
    }
    return lines.get(0);
  }

  /** The request's key; a problem answer where it has none. */
  static String required(List<String> lines) {
    String key = optional(lines);
    if (key == null) {
      throw new ProblemException(
          Problem.of(
              400,
              "idempotency-key-required",
              "An Idempotency-Key is needed",
              "Send the same one with each try of the same payment."));
    }
    return key;
  }
}
