package dev.headgate.gateway.config;

import dev.headgate.gateway.config.EventSettings.Mode;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Event settings in JSON, as docs/operator-api.md has them. */
final class SettingsJson {
  static final int MOST_PLACES = 10_000_000;

  private static final DateTimeFormatter MILLIS =
      DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSS'Z'").withZone(ZoneOffset.UTC);

  private static final FieldType<String> TITLE = FieldType.text(200);
  private static final FieldType<Integer> PLACES = FieldType.whole(1, MOST_PLACES);
  private static final FieldType<Mode> MODE =
      FieldType.oneOf(Map.of("random-then-fifo", Mode.RANDOM_THEN_FIFO));
  private static final FieldType<Boolean> ON_QUEUE_OUTAGE = FieldType.oneOf(Map.of("HOLD", true));
  private static final Set<Integer> STATUSES = Set.of(200, 202, 429, 503);
  private static final FieldType<Integer> STATUS =
      new FieldType<>(
          "200, 202, 429 or 503",
          value -> {
            Integer status = FieldType.whole(200, 503).parse().parse(value);
            return status != null && STATUSES.contains(status) ? status : null;
          });
  private static final FieldType<Boolean> NO_LANES =
      new FieldType<>(
          "an empty list",
          value -> {
            boolean none = value instanceof JsonArray list && list.isEmpty();
            return none ? true : null;
          });

  private SettingsJson() {}

  /** The settings, to be used only when {@code fields} has no errors afterwards. */
  static EventSettings read(Fields fields) {
    String title = fields.required("title", TITLE, "");
    Mode mode = fields.optional("mode", MODE, Mode.RANDOM_THEN_FIFO);
    Instant start = fields.required("start", FieldType.instant(), Instant.EPOCH);
    Instant opensAt = fields.nullable("opensAt", FieldType.instant());
    Instant closesAt = fields.nullable("closesAt", FieldType.instant());
    Dials dials = Dials.read(fields.object("dials"));
    String resume = fields.nullable("resume", FieldType.path());
    int status = fields.optional("queueStatus", STATUS, 200);
    int places = fields.optional("maxPlaces", PLACES, MOST_PLACES);
    readFixed(fields);
    fields.refuseUnknown();
    if (fields.sound("start")) {
      checkOrder(fields, start, opensAt, closesAt);
    }
    return new EventSettings(title, mode, start, opensAt, closesAt, dials, resume, status, places);
  }

  static JsonObject write(EventSettings settings) {
    return new JsonObject()
        .put("title", settings.title())
        .put("mode", "random-then-fifo")
        .put("start", time(settings.start()))
        .put("opensAt", time(settings.opensAt()))
        .put("closesAt", time(settings.closesAt()))
        .put("dials", settings.dials().toJson())
        .put("resume", settings.resume())
        .put("queueStatus", settings.queueStatus())
        .put("onQueueOutage", "HOLD")
        .put("maxPlaces", settings.maxPlaces())
        .put("beacon", null)
        .put("lanes", new JsonArray());
  }

  /** Fields that have one value so far: any other is refused rather than ignored. */
  private static void readFixed(Fields fields) {
    fields.fixed("onQueueOutage", ON_QUEUE_OUTAGE);
    fields.fixed("lanes", NO_LANES);
    fields.fixedNull("beacon");
  }

  private static void checkOrder(
      Fields fields, Instant start, @Nullable Instant opensAt, @Nullable Instant closesAt) {
    if (opensAt != null && opensAt.isAfter(start)) {
      fields.wrong("opensAt", MILLIS.format(opensAt), "not after start");
    }
    if (closesAt != null && !closesAt.isAfter(start)) {
      fields.wrong("closesAt", MILLIS.format(closesAt), "after start");
    }
  }

  private static @Nullable String time(@Nullable Instant instant) {
    return instant == null ? null : MILLIS.format(instant);
  }
}
