package dev.headgate.gateway.audit;

import io.vertx.core.json.DecodeException;
import io.vertx.core.json.JsonObject;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * An entry of a trail.
 *
 * @param id sorts as text in the order in which entries were made: the store's time in
 *     milliseconds, and a number among those of one millisecond
 * @param key what tells the change that it is of from all others
 * @param line the entry as one line of JSON that begins with its id, the same in every copy
 */
public record AuditEntry(String id, String key, String line) {
  private static final Pattern ID = Pattern.compile("[0-9]{13}-[0-9]{6}");
  private static final Pattern LINE = Pattern.compile("\\{\"id\":\"(" + ID + ")\",.*\\}");
  private static final DateTimeFormatter MILLIS =
      DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSS'Z'").withZone(ZoneOffset.UTC);

  /** Whether a text is the form of an id. */
  public static boolean isId(String text) {
    return ID.matcher(text).matches();
  }

  /** The entry, with its time: {@code id, at, who, role, address, change, from, to, why}. */
  public JsonObject toJson() {
    JsonObject stored = new JsonObject(line);
    JsonObject json = new JsonObject().put("id", id).put("at", at());
    stored.remove("key");
    stored.forEach(field -> json.put(field.getKey(), field.getValue()));
    return json;
  }

  private String at() {
    return MILLIS.format(Instant.ofEpochMilli(Long.parseLong(id.substring(0, 13))));
  }

  static AuditEntry of(long millis, int number, String rest) {
    String id = "%013d-%06d".formatted(millis, number);
    return read("{\"id\":\"" + id + "\"," + rest).orElseThrow();
  }

  /** The line after its id, which the store gives. */
  static String rest(Change change, String key) {
    return change.toJson(key).encode().substring(1);
  }

  /** Reads a line; empty when it is none, such as one that a crash cut off. */
  static Optional<AuditEntry> read(String line) {
    Matcher matcher = LINE.matcher(line);
    try {
      if (!matcher.matches()) {
        return Optional.empty();
      }
      String id = matcher.group(1);
      JsonObject json = new JsonObject(line);
      return json.containsKey("who")
          ? Optional.of(new AuditEntry(id, json.getString("key", id), line))
          : Optional.empty();
    } catch (DecodeException damaged) {
      return Optional.empty();
    }
  }
}
