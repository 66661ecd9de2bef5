package dev.headgate.gateway.queue;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the operator tells everyone waiting, in one language.
 *
 * @param text what to say
 * @param lang the BCP 47 language tag of the text
 * @param at since when it has been said
 */
public record Message(String text, String lang, Instant at) {

  /** As the store has them: a list, or the one of a store that knew of no languages. */
  static List<Message> read(@Nullable String json) {
    if (json == null) {
      return List.of();
    }
    return json.startsWith("[")
        ? new JsonArray(json).stream().map(JsonObject.class::cast).map(Message::of).toList()
        : List.of(of(new JsonObject(json)));
  }

  private static Message of(JsonObject json) {
    return new Message(
        json.getString("text"), json.getString("lang"), Instant.ofEpochMilli(json.getLong("at")));
  }
}
