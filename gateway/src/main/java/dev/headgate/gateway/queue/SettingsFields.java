package dev.headgate.gateway.queue;

import dev.headgate.gateway.config.Dials;
import dev.headgate.gateway.config.EventSettings;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The settings as the scripts read them: whole numbers under names, and the document beside. */
final class SettingsFields {

  private SettingsFields() {}

  /** Names and values in turn. */
  static List<Object> of(EventSettings settings) {
    Dials dials = settings.dials();
    return List.of(
        "settings", settings.toJson().encode(),
        "rate", dials.newUsersPerMinute(),
        "cap", dials.totalActiveUsers(),
        "session", dials.sessionDuration().toSeconds(),
        "maxSession", dials.maxSession().toSeconds(),
        "turnWindow", dials.turnWindow().toMillis(),
        "maxPlaces", settings.maxPlaces(),
        "onSaleAt", millis(settings.start().instant(), ""),
        "opensAt", millis(settings.opensAt(), "0"),
        "closesAt", millis(settings.closesAt(), ""));
  }

  private static String millis(@Nullable Instant at, String never) {
    return at == null ? never : Long.toString(at.toEpochMilli());
  }
}
