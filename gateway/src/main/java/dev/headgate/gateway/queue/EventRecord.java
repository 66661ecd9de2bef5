package dev.headgate.gateway.queue;

import dev.headgate.gateway.config.EventSettings;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What a gateway keeps of an event on disk: enough to rebuild it in an empty Redis.
 *
 * @param event the event id
 * @param settings the settings in force
 * @param fields the store's fields that {@link #KEPT} names, as last seen
 */
record EventRecord(String event, EventSettings settings, Map<String, String> fields) {

  /** What is kept, as it stands in the store's hash. */
  static final List<String> KEPT =
      List.of(
          "epoch",
          "version",
          "commitment",
          "entrants",
          "drawnAt",
          "arrivals",
          "reservedNext",
          "block",
          "cutoff",
          "lapsed",
          "dialsVersion",
          "paused",
          "gaps");

  /** What must be on disk before anybody acts on it; the rest may be a moment older. */
  private static final List<String> DURABLE =
      List.of("epoch", "version", "entrants", "reservedNext", "paused", "gaps");

  EventRecord {
    fields = Map.copyOf(fields);
  }

  static EventRecord of(String event, EventSettings settings, EventSnapshot snapshot) {
    Map<String, String> fields = new HashMap<>();
    for (String name : KEPT) {
      fields.put(name, snapshot.text(name));
    }
    return new EventRecord(event, settings, fields);
  }

  /** The same with numbers that were handed out, or reserved, since. */
  EventRecord withAtLeast(int arrivals, int reserved) {
    Map<String, String> more = new HashMap<>(fields);
    more.put("arrivals", Integer.toString(Math.max(number("arrivals"), arrivals)));
    more.put("reservedNext", Integer.toString(Math.max(number("reservedNext"), reserved)));
    return new EventRecord(event, settings, more);
  }

  /** Whether this says something that must not be lost, other than {@code before} did. */
  boolean mustBeKept(EventRecord before) {
    return DURABLE.stream().anyMatch(name -> !text(name).equals(before.text(name)));
  }

  String text(String name) {
    return fields.getOrDefault(name, "");
  }

  int number(String name) {
    return Integer.parseInt(text(name));
  }

  JsonObject toJson() {
    JsonObject kept = new JsonObject();
    KEPT.forEach(name -> kept.put(name, text(name)));
    return new JsonObject()
        .put("event", event)
        .put("settings", settings.toJson())
        .put("queue", kept);
  }

  static EventRecord fromJson(JsonObject json) {
    Map<String, String> fields = new HashMap<>();
    JsonObject kept = json.getJsonObject("queue");
    KEPT.forEach(name -> fields.put(name, kept.getString(name)));
    return new EventRecord(
        json.getString("event"), EventSettings.fromJson(json.getJsonObject("settings")), fields);
  }

  /** A view's snapshot from what is kept alone, for as long as the store does not answer. */
  EventSnapshot toSnapshot(long nowMillis) {
    Map<String, String> all = new HashMap<>(fields);
    String now = Long.toString(nowMillis);
    Map.of("now", now, "tickAt", now, "running", now, "limit", "NOT_DRAWN")
        .forEach(all::putIfAbsent);
    for (String count : List.of("active", "door", "admitted")) {
      all.put(count, "0");
    }
    all.put("haltedAt", text("paused").equals("1") ? now : "");
    return EventSnapshot.remembered(all);
  }

  /** The arguments of {@code restore.lua}. */
  Object[] toRestore() {
    List<Object> args = new ArrayList<>();
    args.add(text("epoch"));
    args.add(text("arrivals"));
    args.add(text("reservedNext"));
    args.add(text("block"));
    args.add(text("cutoff"));
    args.add(text("lapsed"));
    args.add(text("gaps"));
    args.add(text("dialsVersion"));
    for (String name : List.of("version", "commitment", "entrants", "drawnAt", "paused")) {
      args.add(name);
      args.add(text(name));
    }
    args.addAll(SettingsFields.of(settings));
    return args.toArray();
  }

  /** For the log: no more than anybody may know. */
  @Override
  public String toString() {
    return event + new JsonArray(List.of(text("epoch"), text("arrivals"), text("cutoff"))).encode();
  }
}
