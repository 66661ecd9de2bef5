package dev.headgate.gateway.queue;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Why an event is paused, for fans.
 *
 * @param text what to say
 * @param lang the BCP 47 language tag of the text; null where nobody said
 */
public record Reason(String text, @Nullable String lang) {

  /** The one reason for everybody; none where nothing is said. */
  public static List<Reason> only(@Nullable String text) {
    return text == null ? List.of() : List.of(new Reason(text, null));
  }

  /** All of them as a list of objects of text and language. */
  public static JsonArray toJson(List<Reason> reasons) {
    JsonArray all = new JsonArray();
    reasons.forEach(
        reason -> all.add(new JsonObject().put("text", reason.text).put("lang", reason.lang)));
    return all;
  }

  /** As the store has them: a list, beside which the first stands alone for older gateways. */
  static List<Reason> read(@Nullable String first, @Nullable String all) {
    return all == null
        ? only(first)
        : new JsonArray(all).stream().map(JsonObject.class::cast).map(Reason::of).toList();
  }

  private static Reason of(JsonObject json) {
    return new Reason(json.getString("text"), json.getString("lang"));
  }
}
