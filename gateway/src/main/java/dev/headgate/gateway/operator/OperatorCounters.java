package dev.headgate.gateway.operator;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.List;

/** The counters of what operators do, and of what is refused them. */
final class OperatorCounters {
  private static final List<String> REASONS =
      List.of(
          "token-required",
          "token-invalid",
          "no-session",
          "csrf",
          "forbidden",
          "no-role",
          "locked-out",
          "sign-in-failed",
          "issuer-unavailable",
          "bad-request",
          "not-found");
  private static final List<String> CHANGES =
      List.of(
          "create",
          "settings",
          "dials",
          "pause",
          "resume",
          "message",
          "draw",
          "close",
          "reset",
          "revoke",
          "entries",
          "unanswered");

  private OperatorCounters() {}

  /**
   * All of them at 0. Prometheus sees an increase only between two values: had a counter its first
   * value from its first refusals, these would never be seen.
   */
  static void register(MeterRegistry meters) {
    REASONS.forEach(reason -> refusals(meters, reason));
    CHANGES.forEach(change -> changes(meters, change));
  }

  /** Requests refused, by the code of the refusal. */
  @CanIgnoreReturnValue
  static Counter refusals(MeterRegistry meters, String reason) {
    return Counter.builder("headgate.operator.refusals")
        .description("Requests refused for who sent them")
        .tag("reason", reason)
        .register(meters);
  }

  @CanIgnoreReturnValue
  private static Counter changes(MeterRegistry meters, String change) {
    return Counter.builder("headgate.operator.changes")
        .description("Changes made by operators")
        .tag("change", change)
        .register(meters);
  }
}
