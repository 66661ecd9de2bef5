package dev.headgate.gateway.queue;

import dev.headgate.gateway.config.Dials;
import dev.headgate.gateway.config.EventSettings;
import dev.headgate.gateway.config.ProofOfWork;
import dev.headgate.gateway.config.Start;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The settings as the scripts read them: whole numbers under names, and the document beside. */
final class SettingsFields {

  private SettingsFields() {}

  /** Names and values in turn. */
  static List<Object> of(EventSettings settings) {
    List<Object> fields = new ArrayList<>();
    Collections.addAll(
        fields,
        "settings",
        settings.toJson().encode(),
        "mode",
        settings.mode().json(),
        "start",
        start(settings.start()),
        "opensAt",
        millis(settings.opensAt(), "0"),
        "closesAt",
        millis(settings.closesAt(), ""),
        "maxPlaces",
        settings.maxPlaces(),
        "lanes",
        settings.lanesByNumber().size(),
        "laneNames",
        laneNames(settings),
        "roundLength",
        settings.roundLength().toMillis(),
        "slowStart",
        millis(settings.slowStart()),
        "challenge",
        difficulty(settings.challenge()));
    addDials(fields, settings.dials());
    return fields;
  }

  private static Object difficulty(@Nullable ProofOfWork challenge) {
    return challenge == null ? "" : challenge.difficulty();
  }

  /** Those beside the general lane, each with a comma behind it. */
  private static String laneNames(EventSettings settings) {
    return settings.lanesByNumber().stream()
        .skip(1)
        .map(lane -> lane.name() + ",")
        .collect(Collectors.joining());
  }

  private static void addDials(List<Object> fields, Dials dials) {
    Collections.addAll(
        fields,
        "rate",
        dials.newUsersPerMinute(),
        "cap",
        dials.totalActiveUsers(),
        "session",
        dials.sessionDuration().toSeconds(),
        "maxSession",
        dials.maxSession().toSeconds(),
        "turnWindow",
        dials.turnWindow().toMillis());
  }

  private static String start(Start start) {
    Instant instant = start.instant();
    return instant == null ? start.always() ? "always" : "manual" : millis(instant, "");
  }

  private static String millis(@Nullable Instant at, String never) {
    return at == null ? never : Long.toString(at.toEpochMilli());
  }

  private static long millis(@Nullable Duration length) {
    return length == null ? 0 : length.toMillis();
  }
}
