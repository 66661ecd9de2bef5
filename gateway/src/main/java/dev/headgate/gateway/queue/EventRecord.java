package dev.headgate.gateway.queue;

import dev.headgate.gateway.config.EventSettings;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * What a gateway keeps of an event on disk: enough to rebuild it in an empty Redis.
 *
 * @param event the event id
 * @param settings the settings in force
 * @param fields the store's fields that {@link #KEPT} and {@link #KEPT_OF_LANE} name, as last seen,
 *     and the closed rounds
 */
record EventRecord(String event, EventSettings settings, Map<String, String> fields) {

  /** What is kept of the event, as it stands in the store's hash. */
  static final List<String> KEPT =
      List.of(
          "epoch",
          "version",
          "commitment",
          "drawnAt",
          "dialsVersion",
          "paused",
          "onSaleAt",
          "closesAt",
          "earlier",
          "round",
          "roundClosesAt",
          "told",
          "noted",
          "pauseReason",
          "pauseReasons",
          "message");

  /** What is kept of each of its lanes. */
  static final List<String> KEPT_OF_LANE =
      List.of("entrants", "arrivals", "reservedNext", "block", "cutoff", "lapsed", "gaps");

  private static final String ROUNDS = "rounds";

  /** The arguments of {@code restore.lua} from a gateway that does not know the event. */
  static final Object[] NOTHING = {0, 0, 0, ""};

  /** What must be on disk before anybody acts on it; the rest may be a moment older. */
  private static final List<String> DURABLE =
      List.of("epoch", "version", "paused", "closesAt", "earlier", ROUNDS);

  private static final List<String> DURABLE_OF_LANE = List.of("entrants", "reservedNext", "gaps");

  EventRecord {
    fields = Map.copyOf(fields);
  }

  static EventRecord of(
      String event, EventSettings settings, EventSnapshot snapshot, List<ClosedRound> rounds) {
    Map<String, String> fields = new HashMap<>();
    KEPT.forEach(name -> fields.put(name, snapshot.text(name)));
    for (int lane = 0; lane < settings.lanesByNumber().size(); lane++) {
      for (String name : KEPT_OF_LANE) {
        fields.put(LaneFields.of(name, lane), snapshot.text(LaneFields.of(name, lane)));
      }
    }
    fields.put(ROUNDS, rounds.stream().map(ClosedRound::toString).collect(Collectors.joining(",")));
    return new EventRecord(event, settings, fields);
  }

  /** The same with numbers of a lane that were handed out, or reserved, since. */
  EventRecord withAtLeast(int lane, int arrivals, int reserved) {
    Map<String, String> more = new HashMap<>(fields);
    raise(more, LaneFields.of("arrivals", lane), arrivals);
    raise(more, LaneFields.of("reservedNext", lane), reserved);
    return new EventRecord(event, settings, more);
  }

  private static void raise(Map<String, String> fields, String name, int least) {
    int known = Integer.parseInt(fields.getOrDefault(name, "0"));
    fields.put(name, Integer.toString(Math.max(known, least)));
  }

  /** Whether this says something that must not be lost, other than {@code before} did. */
  boolean mustBeKept(EventRecord before) {
    return DURABLE.stream().anyMatch(name -> differs(before, name))
        || lanes().stream()
            .anyMatch(
                lane ->
                    DURABLE_OF_LANE.stream()
                        .anyMatch(name -> differs(before, LaneFields.of(name, lane))));
  }

  private boolean differs(EventRecord before, String name) {
    return !text(name).equals(before.text(name));
  }

  private List<Integer> lanes() {
    List<Integer> lanes = new ArrayList<>();
    for (int lane = 0; lane < settings.lanesByNumber().size(); lane++) {
      lanes.add(lane);
    }
    return lanes;
  }

  String text(String name) {
    return fields.getOrDefault(name, "");
  }

  List<ClosedRound> rounds() {
    String rounds = text(ROUNDS);
    return rounds.isEmpty()
        ? List.of()
        : Arrays.stream(rounds.split(",")).map(ClosedRound::parse).toList();
  }

  JsonObject toJson() {
    JsonObject kept = new JsonObject();
    fields.keySet().stream().sorted().forEach(name -> kept.put(name, text(name)));
    return new JsonObject()
        .put("event", event)
        .put("settings", settings.toJson())
        .put("queue", kept);
  }

  static EventRecord fromJson(JsonObject json) {
    Map<String, String> fields = new HashMap<>();
    JsonObject kept = json.getJsonObject("queue");
    kept.fieldNames().forEach(name -> fields.put(name, kept.getString(name)));
    return new EventRecord(
        json.getString("event"), EventSettings.fromJson(json.getJsonObject("settings")), fields);
  }

  /** A view's snapshot from what is kept alone, for as long as the store does not answer. */
  EventSnapshot toSnapshot(long nowMillis) {
    Map<String, String> all = new HashMap<>(fields);
    String now = Long.toString(nowMillis);
    Map.of("now", now, "tickAt", now, "running", now, "limit", "NOT_DRAWN", "mode", "")
        .forEach(all::putIfAbsent);
    all.put("lanes", Integer.toString(lanes().size()));
    for (String count : List.of("active", "admitted")) {
      all.put(count, "0");
    }
    lanes().forEach(lane -> all.put(LaneFields.of("door", lane), "0"));
    all.put("haltedAt", text("paused").equals("1") ? now : "");
    return EventSnapshot.remembered(all);
  }

  /** The arguments of {@code restore.lua}. */
  Object[] toRestore() {
    List<Object> args = new ArrayList<>();
    args.add(text("epoch"));
    args.add(text("dialsVersion"));
    args.add(lanes().size());
    args.add(text(ROUNDS));
    for (int lane : lanes()) {
      for (String name :
          List.of("arrivals", "reservedNext", "block", "cutoff", "lapsed", "gaps", "entrants")) {
        args.add(text(LaneFields.of(name, lane)));
      }
    }
    args.addAll(SettingsFields.of(settings));
    // After the settings: an event that was ended has another end than they say.
    for (String name : KEPT) {
      if (!name.equals("epoch") && !name.equals("dialsVersion")) {
        args.add(name);
        args.add(text(name));
      }
    }
    return args.toArray();
  }

  /** For the log: no more than anybody may know. */
  @Override
  public String toString() {
    return event + new JsonArray(List.of(text("epoch"), text("arrivals"), text("cutoff"))).encode();
  }
}
