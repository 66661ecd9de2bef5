package dev.headgate.gateway.preview;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;

/**
 * What is so in the browser before the page's script begins, and what is done once it shows
 * something: data for {@code stage.js}.
 */
record Stage(JsonObject setting) {
  static final Stage BARE = new Stage(new JsonObject());

  /** As if let in a moment ago, so that the page leaves the last step to whoever looks at it. */
  static final Stage BY_HAND = BARE.session("entered", "9000000000000");

  private Stage having(String kind, String key, Object value) {
    JsonObject next = setting.copy();
    JsonObject own = next.getJsonObject(kind, new JsonObject());
    return new Stage(next.put(kind, own.put(key, value)));
  }

  /** Kept for the tab, under a key of the event. */
  Stage session(String key, String value) {
    return having("session", key, value);
  }

  /** Kept for the browser, under a key of the event. */
  Stage local(String key, String value) {
    return having("local", key, value);
  }

  /** How far back the fan once was, which the progress bar begins at. */
  Stage from(int ahead) {
    String key = "farthest:" + Documents.EPOCH + ":" + Documents.ARRIVAL;
    return session(key, Integer.toString(ahead));
  }

  /** The part of the address behind the hash. */
  Stage fragment(String text) {
    return new Stage(setting.copy().put("fragment", text));
  }

  /** The browser has no such thing. */
  Stage without(String global) {
    return new Stage(setting.copy().put("without", global));
  }

  /** Workers never answer. */
  Stage withIdleWorkers() {
    return new Stage(setting.copy().put("idleWorkers", true));
  }

  /** What the browser says of notifications: default, granted or denied. */
  Stage notices(String permission) {
    return new Stage(setting.copy().put("notices", permission));
  }

  /** Pressed as soon as it can be seen. */
  Stage press(String selector) {
    JsonObject next = setting.copy();
    JsonArray presses = next.getJsonArray("press", new JsonArray());
    return new Stage(next.put("press", presses.add(selector)));
  }
}
