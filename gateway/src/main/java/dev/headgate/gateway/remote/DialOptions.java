package dev.headgate.gateway.remote;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Any of the dials. What they may be, the gateway says. */
final class DialOptions {
  @Option(
      names = "--rate",
      paramLabel = "N",
      description = "newUsersPerMinute: admissions a minute.")
  private @Nullable Integer rate;

  @Option(
      names = "--active",
      paramLabel = "N",
      description = "totalActiveUsers: sessions at a time.")
  private @Nullable Integer active;

  @Option(
      names = "--session-duration",
      paramLabel = "PT10M",
      description = "How long an admission lasts until it is renewed.")
  private @Nullable String sessionDuration;

  @Option(
      names = "--max-session",
      paramLabel = "PT30M",
      description = "How long a session lasts, with all renewals.")
  private @Nullable String maxSession;

  @Option(
      names = "--turn-window",
      paramLabel = "PT5M",
      description = "How long a called fan may take to come.")
  private @Nullable String turnWindow;

  @Option(
      names = "--throttle",
      paramLabel = "off|auto",
      description = "Whether the shop's state counts.")
  private @Nullable String throttle;

  /** Those that were given. */
  Map<String, Object> given() {
    Map<String, Object> given = new LinkedHashMap<>();
    put(given, "newUsersPerMinute", rate);
    put(given, "totalActiveUsers", active);
    put(given, "sessionDuration", sessionDuration);
    put(given, "maxSession", maxSession);
    put(given, "turnWindow", turnWindow);
    put(given, "throttle", throttle);
    return given;
  }

  private static void put(Map<String, Object> given, String name, @Nullable Object value) {
    if (value != null) {
      given.put(name, value);
    }
  }
}
