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
 * @param id sorts as text in the order in which the store was changed: the store's time in
 *     milliseconds, unless it went backwards, and a number among those of one millisecond
 * @param key what tells the change that it is of from all others
 * @param change a word for what was done
 * @param line the entry as one line of JSON that begins with its id, the same in every copy
 */
public record AuditEntry(String id, String key, String change, String line) {
  /** A change that the store was asked for and said nothing of. */
  public static final String UNANSWERED = "unanswered";

  /** The lowest number in an id that a gateway made while the store was away; also in trail.lua. */
  static final int MADE = 500_000;

  private static final Pattern ID = Pattern.compile("[0-9]{13}-[0-9]{6}");
  // What people write may hold signs that end a line for a pattern, and for nobody else.
  private static final Pattern LINE =
      Pattern.compile("\\{\"id\":\"(" + ID + ")\",.*\\}", Pattern.DOTALL);
  private static final DateTimeFormatter MILLIS =
      DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSS'Z'").withZone(ZoneOffset.UTC);

  /** Whether a text is the form of an id. */
  public static boolean isId(String text) {
    return ID.matcher(text).matches();
  }

  /** Reads a line; empty when it is none, such as one that a crash cut off. */
  public static Optional<AuditEntry> read(String line) {
    Matcher matcher = LINE.matcher(line);
    try {
      if (!matcher.matches()) {
        return Optional.empty();
      }
      String id = matcher.group(1);
      JsonObject json = new JsonObject(line);
      return json.containsKey("who")
          ? Optional.of(
              new AuditEntry(id, json.getString("key", id), json.getString("change", ""), line))
          : Optional.empty();
    } catch (DecodeException | ClassCastException damaged) {
      return Optional.empty();
    }
  }

  /** One that this gateway makes while the store, which gives ids, is away. */
  static AuditEntry made(long millis, int number, String rest) {
    String id = "%013d-%06d".formatted(millis, number);
    String at = MILLIS.format(Instant.ofEpochMilli(millis));
    return read("{\"id\":\"" + id + "\",\"at\":\"" + at + "\"," + rest).orElseThrow();
  }

  /** The entry: {@code id, at, who, role, address, change, from, to, why}. */
  public JsonObject toJson() {
    JsonObject stored = new JsonObject(line);
    JsonObject json = new JsonObject().put("id", id).put("at", at(stored));
    stored.remove("at");
    stored.remove("key");
    stored.forEach(field -> json.put(field.getKey(), field.getValue()));
    return json;
  }

  /** Those of before entries had times of their own have them in their ids. */
  private String at(JsonObject stored) {
    Object at = stored.getValue("at");
    return at instanceof String own
        ? own
        : MILLIS.format(Instant.ofEpochMilli(Long.parseLong(id.substring(0, 13))));
  }

  boolean isGivenByTheStore() {
    return Integer.parseInt(id.substring(14)) < MADE;
  }

  boolean isUnanswered() {
    return change.equals(UNANSWERED);
  }
}
