package dev.headgate.gateway.feed;

import io.vertx.core.json.JsonObject;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * Something that happened to an event.
 *
 * @param id sorts as text in the order of the feed: the store's time in milliseconds when it was
 *     noted, and a number among those of one millisecond
 * @param at when it happened or was due
 * @param event which event
 * @param type what happened, such as {@code drawn}
 * @param data what else there is to say, by type
 */
public record FeedEntry(String id, Instant at, String event, String type, JsonObject data) {
  private static final Pattern ID = Pattern.compile("[0-9]{13}-[0-9]{6}");
  private static final DateTimeFormatter MILLIS =
      DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSS'Z'", Locale.ROOT)
          .withZone(ZoneOffset.UTC);

  /** Whether a text has the form of an id. */
  public static boolean isId(String text) {
    return ID.matcher(text).matches();
  }

  /** The entry in JSON: {@code id, at, event, type, data}. */
  public JsonObject toJson() {
    return new JsonObject()
        .put("id", id)
        .put("at", MILLIS.format(at))
        .put("event", event)
        .put("type", type)
        .put("data", data);
  }

  /** When it was noted, by the store's clock, in milliseconds since 1970. */
  public long notedMillis() {
    return Long.parseLong(id.substring(0, id.indexOf('-')));
  }

  /** An id as the store writes it, in the form that sorts as text. */
  static String idOf(String stored) {
    int dash = stored.indexOf('-');
    return "%013d-%06d"
        .formatted(
            Long.parseLong(stored.substring(0, dash)), Long.parseLong(stored.substring(dash + 1)));
  }

  /** The other way round. */
  static String stored(String id) {
    int dash = id.indexOf('-');
    return Long.parseLong(id.substring(0, dash)) + "-" + Long.parseLong(id.substring(dash + 1));
  }
}
