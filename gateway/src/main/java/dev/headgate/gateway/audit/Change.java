package dev.headgate.gateway.audit;

import io.vertx.core.json.JsonObject;
import org.jspecify.annotations.Nullable;

/**
 * Something that was done, and is kept nowhere in the store but in the trail.
 *
 * @param event which event
 * @param by who did it
 * @param what a word for it, from a fixed set
 * @param from the value before, as JSON has it
 * @param to the value after
 */
public record Change(
    String event, Signature by, String what, @Nullable Object from, @Nullable Object to) {

  /** The entry after its id and time, which the store gives. */
  String rest() {
    String fields = new JsonObject().put("change", what).put("from", from).put("to", to).encode();
    return by.before() + fields.substring(1, fields.length() - 1) + "," + by.behind();
  }
}
