package dev.headgate.gateway.audit;

import io.vertx.core.json.JsonObject;
import org.jspecify.annotations.Nullable;

/**
 * One change that was made.
 *
 * @param event which event
 * @param author who made it
 * @param what a word for the change, from a fixed set
 * @param from the value before, as JSON has it
 * @param to the value after
 */
public record Change(
    String event, Author author, String what, @Nullable Object from, @Nullable Object to) {

  /**
   * Who made a change.
   *
   * @param name as configured
   * @param role what they may do
   * @param address where the request came from; null where there was none
   * @param why in their own words; null when they gave none
   */
  public record Author(String name, String role, @Nullable String address, @Nullable String why) {}

  /**
   * As it is stored.
   *
   * @param key tells this very change from all others, so that one which was written twice is known
   */
  JsonObject toJson(String key) {
    return new JsonObject()
        .put("key", key)
        .put("who", author.name)
        .put("role", author.role)
        .put("address", author.address)
        .put("change", what)
        .put("from", from)
        .put("to", to)
        .put("why", author.why);
  }
}
