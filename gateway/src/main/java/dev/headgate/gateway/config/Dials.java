package dev.headgate.gateway.config;

import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;

/**
 * What an operator dials live. All are ceilings, never targets to catch up with.
 *
 * @param newUsersPerMinute admissions in any 60 seconds, at most
 * @param totalActiveUsers sessions at one time, at most
 * @param sessionDuration how long an admission lasts before it is renewed
 * @param maxSession how long a session may last with all its renewals
 * @param turnWindow how long a called fan may take to come
 * @param throttle whether the backend's health may lower the rate
 */
public record Dials(
    int newUsersPerMinute,
    int totalActiveUsers,
    Duration sessionDuration,
    Duration maxSession,
    Duration turnWindow,
    Throttle throttle) {

  private static final Duration DAY = Duration.ofDays(1);
  private static final FieldType<Integer> PER_MINUTE = FieldType.whole(0, 1_000_000);
  private static final FieldType<Integer> ACTIVE = FieldType.whole(0, 10_000_000);
  private static final FieldType<Duration> SESSION = FieldType.duration(Duration.ofSeconds(1), DAY);

  // A turn that ended before its fan could count as a no-show (5 s) would lapse before it settled.
  private static final FieldType<Duration> TURN = FieldType.duration(Duration.ofSeconds(10), DAY);

  private static final FieldType<Throttle> THROTTLE =
      FieldType.oneOf(Map.of("off", Throttle.OFF, "auto", Throttle.AUTO));

  /** Whether the backend's health may lower the rate. */
  public enum Throttle {
    OFF,
    AUTO
  }

  public Dials {
    if (newUsersPerMinute < 0) {
      throw new IllegalArgumentException(
          "newUsersPerMinute: " + newUsersPerMinute + " (expected: >= 0)");
    }
    if (totalActiveUsers < 0) {
      throw new IllegalArgumentException(
          "totalActiveUsers: " + totalActiveUsers + " (expected: >= 0)");
    }
    if (sessionDuration.isNegative() || sessionDuration.isZero()) {
      throw new IllegalArgumentException(
          "sessionDuration: " + sessionDuration + " (expected: > 0)");
    }
    if (sessionDuration.compareTo(maxSession) > 0) {
      throw new IllegalArgumentException(
          "sessionDuration: " + sessionDuration + " (expected: <= maxSession, " + maxSession + ")");
    }
    if (turnWindow.isNegative() || turnWindow.isZero()) {
      throw new IllegalArgumentException("turnWindow: " + turnWindow + " (expected: > 0)");
    }
  }

  /** The two dials that have no default, and the rest at theirs. */
  public static Dials of(int newUsersPerMinute, int totalActiveUsers) {
    return new Dials(
        newUsersPerMinute,
        totalActiveUsers,
        Duration.ofMinutes(10),
        Duration.ofMinutes(30),
        Duration.ofMinutes(5),
        Throttle.OFF);
  }

  /**
   * These dials with some of them changed.
   *
   * @param changes any subset, by the names in JSON
   * @throws InvalidSettingsException names every field that is wrong or unknown
   */
  public Dials patched(JsonObject changes) {
    Fields fields = Fields.of(changes);
    Dials patched = read(fields, this);
    fields.check();
    return patched;
  }

  /** The dials in JSON. */
  public JsonObject toJson() {
    return new JsonObject()
        .put("newUsersPerMinute", newUsersPerMinute)
        .put("totalActiveUsers", totalActiveUsers)
        .put("sessionDuration", sessionDuration.toString())
        .put("maxSession", maxSession.toString())
        .put("turnWindow", turnWindow.toString())
        .put("throttle", throttle.name().toLowerCase(Locale.ROOT));
  }

  /** All dials; the two without a default must be there. */
  static Dials read(Fields fields) {
    Dials standIn = Dials.of(0, 0);
    int perMinute = fields.required("newUsersPerMinute", PER_MINUTE, 0);
    int active = fields.required("totalActiveUsers", ACTIVE, 0);
    return readRest(fields, standIn, perMinute, active);
  }

  private static Dials read(Fields fields, Dials before) {
    int perMinute = fields.optional("newUsersPerMinute", PER_MINUTE, before.newUsersPerMinute);
    int active = fields.optional("totalActiveUsers", ACTIVE, before.totalActiveUsers);
    return readRest(fields, before, perMinute, active);
  }

  private static Dials readRest(Fields fields, Dials before, int perMinute, int active) {
    Duration session = fields.optional("sessionDuration", SESSION, before.sessionDuration);
    Duration longest = fields.optional("maxSession", SESSION, before.maxSession);
    Duration turn = fields.optional("turnWindow", TURN, before.turnWindow);
    Throttle throttle = fields.optional("throttle", THROTTLE, before.throttle);
    fields.refuseUnknown();
    if (session.compareTo(longest) > 0) {
      refuseLongerThan(fields, session, longest);
      return before;
    }
    return new Dials(perMinute, active, session, longest, turn, throttle);
  }

  private static void refuseLongerThan(Fields fields, Duration session, Duration longest) {
    if (!fields.sound("sessionDuration") || !fields.sound("maxSession")) {
      return;
    }
    // The error stands at the field that was sent, so that a patch of one names that one.
    if (fields.has("maxSession") && !fields.has("sessionDuration")) {
      fields.wrong("maxSession", longest.toString(), "at least sessionDuration, " + session);
    } else {
      fields.wrong("sessionDuration", session.toString(), "at most maxSession, " + longest);
    }
  }
}
