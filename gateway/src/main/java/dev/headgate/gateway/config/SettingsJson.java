package dev.headgate.gateway.config;

import dev.headgate.gateway.config.EventSettings.Dpop;
import dev.headgate.gateway.config.EventSettings.Mode;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Event settings in JSON, as docs/operator-api.md has them. */
final class SettingsJson {
  static final int MOST_PLACES = 10_000_000;
  static final Duration ROUND = Duration.ofMinutes(1);
  private static final int MOST_LANES = 8;

  private static final DateTimeFormatter MILLIS =
      DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSS'Z'").withZone(ZoneOffset.UTC);

  private static final FieldType<String> TITLE = FieldType.text(200);
  private static final FieldType<Integer> PLACES = FieldType.whole(1, MOST_PLACES);
  private static final FieldType<Mode> MODE =
      FieldType.oneOf(
          Arrays.stream(Mode.values()).collect(Collectors.toMap(Mode::json, mode -> mode)));
  private static final FieldType<Dpop> DPOP =
      FieldType.oneOf(
          Arrays.stream(Dpop.values()).collect(Collectors.toMap(Dpop::json, dpop -> dpop)));
  private static final FieldType<Start> START =
      new FieldType<>(
          FieldType.instant().expected() + ", manual, or always",
          SettingsJson::parseStart,
          FieldType.instant().advice());
  private static final FieldType<Duration> ROUND_LENGTH =
      FieldType.duration(Duration.ofSeconds(10), Duration.ofDays(1));
  private static final FieldType<Duration> SLOW_START =
      FieldType.duration(Duration.ofSeconds(1), Duration.ofHours(1));
  private static final FieldType<String> LANE_NAME =
      FieldType.matching(EventIds.FORM, "a name of a-z, 0-9 and single hyphens");
  private static final FieldType<Integer> WEIGHT = FieldType.whole(1, 1_000);
  private static final FieldType<Boolean> ON_QUEUE_OUTAGE = FieldType.oneOf(Map.of("HOLD", true));
  private static final Set<Integer> STATUSES = Set.of(200, 202, 429, 503);
  private static final FieldType<Integer> STATUS =
      new FieldType<>(
          "200, 202, 429 or 503",
          value -> {
            Integer status = FieldType.whole(200, 503).parse().parse(value);
            return status != null && STATUSES.contains(status) ? status : null;
          });

  private SettingsJson() {}

  /** The settings, to be used only when {@code fields} has no errors afterwards. */
  static EventSettings read(Fields fields) {
    String title = fields.required("title", TITLE, "");
    Mode mode = fields.optional("mode", MODE, Mode.RANDOM_THEN_FIFO);
    Start start = fields.required("start", START, new Start.Manual());
    Instant opensAt = fields.nullable("opensAt", FieldType.instant());
    Instant closesAt = fields.nullable("closesAt", FieldType.instant());
    Dials dials = Dials.read(fields.object("dials"));
    String resume = fields.nullable("resume", FieldType.path());
    int status = fields.optional("queueStatus", STATUS, 200);
    int places = fields.optional("maxPlaces", PLACES, MOST_PLACES);
    List<Lane> lanes = lanes(fields);
    Duration round = fields.optional("roundLength", ROUND_LENGTH, ROUND);
    Duration slowStart = fields.nullable("slowStart", SLOW_START);
    Throttling throttling = Throttling.read(fields.object("throttling"));
    Dpop dpop = fields.optional("dpop", DPOP, Dpop.OFF);
    String theme = fields.nullable("theme", GatewayConfigFile.NAME);
    ProofOfWork challenge = ProofOfWork.read(fields);
    readFixed(fields);
    fields.refuseUnknown();
    checkOrder(fields, start, opensAt, closesAt);
    checkRounds(fields, mode, start, lanes);
    return new EventSettings(
        title,
        mode,
        start,
        opensAt,
        closesAt,
        dials,
        resume,
        status,
        places,
        lanes,
        round,
        slowStart,
        throttling,
        dpop,
        theme,
        challenge);
  }

  static JsonObject write(EventSettings settings) {
    Duration slowStart = settings.slowStart();
    ProofOfWork challenge = settings.challenge();
    return new JsonObject()
        .put("title", settings.title())
        .put("mode", settings.mode().json())
        .put("start", write(settings.start()))
        .put("opensAt", time(settings.opensAt()))
        .put("closesAt", time(settings.closesAt()))
        .put("dials", settings.dials().toJson())
        .put("resume", settings.resume())
        .put("queueStatus", settings.queueStatus())
        .put("onQueueOutage", "HOLD")
        .put("maxPlaces", settings.maxPlaces())
        .put("beacon", null)
        .put("lanes", write(settings.lanes()))
        .put("roundLength", settings.roundLength().toString())
        .put("slowStart", slowStart == null ? null : slowStart.toString())
        .put("throttling", settings.throttling().toJson())
        .put("dpop", settings.dpop().json())
        .put("theme", settings.theme())
        .put("challenge", challenge == null ? null : challenge.toJson());
  }

  /** The start as settings have it: an instant, or a word. */
  static String write(Start start) {
    if (start instanceof Start.At at) {
      return MILLIS.format(at.instant());
    }
    return start.always() ? "always" : "manual";
  }

  private static JsonArray write(List<Lane> lanes) {
    JsonArray written = new JsonArray();
    lanes.forEach(
        lane ->
            written.add(new JsonObject().put("name", lane.name()).put("weight", lane.weight())));
    return written;
  }

  private static @Nullable Start parseStart(Object value) {
    if (value.equals("manual")) {
      return new Start.Manual();
    }
    if (value.equals("always")) {
      return new Start.Always();
    }
    Instant instant = FieldType.instant().parse().parse(value);
    return instant == null ? null : new Start.At(instant);
  }

  private static List<Lane> lanes(Fields fields) {
    Set<String> names = new HashSet<>();
    List<Lane> lanes = fields.list("lanes", List.of(), entry -> lane(entry, names));
    if (lanes.size() > MOST_LANES) {
      fields.wrong("lanes", lanes.size() + " lanes", "at most " + MOST_LANES);
    }
    return lanes;
  }

  private static Lane lane(Fields.Entry entry, Set<String> names) {
    Fields lane = entry.object();
    String name = lane.required("name", LANE_NAME, "");
    int weight = lane.optional("weight", WEIGHT, 1);
    lane.refuseUnknown();
    if (!names.add(name) && lane.sound("name")) {
      lane.wrong("name", name, "a name that no other lane has");
    }
    return new Lane(name, weight);
  }

  /** Fields that have one value so far: any other is refused rather than ignored. */
  private static void readFixed(Fields fields) {
    fields.fixed("onQueueOutage", ON_QUEUE_OUTAGE);
    fields.fixedNull("beacon");
  }

  /** Rounds follow from a start, and are those of one queue. */
  private static void checkRounds(Fields fields, Mode mode, Start start, List<Lane> lanes) {
    if (mode == Mode.RANDOM_ROUNDS && start.always()) {
      fields.wrong("mode", mode.json(), "another mode where start is always");
    }
    if (mode == Mode.RANDOM_ROUNDS && lanes.size() > 0) {
      fields.wrong("lanes", lanes.size() + " lanes", "none where mode is random-rounds");
    }
  }

  private static void checkOrder(
      Fields fields, Start start, @Nullable Instant opensAt, @Nullable Instant closesAt) {
    Instant instant = start.instant();
    if (instant != null && opensAt != null && opensAt.isAfter(instant)) {
      fields.wrong("opensAt", MILLIS.format(opensAt), "not after start");
    }
    Instant first = instant == null ? opensAt : instant;
    if (first != null && closesAt != null && !closesAt.isAfter(first)) {
      fields.wrong(
          "closesAt", MILLIS.format(closesAt), instant == null ? "after opensAt" : "after start");
    }
  }

  private static @Nullable String time(@Nullable Instant instant) {
    return instant == null ? null : MILLIS.format(instant);
  }
}
