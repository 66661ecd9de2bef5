package dev.headgate.gateway.audit;

import io.vertx.core.json.Json;
import io.vertx.core.json.JsonObject;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Who makes one change. Whatever is written of it has its key.
 *
 * @param key tells this very change from all others, so that one which was written twice is known
 * @param name as configured
 * @param role what they may do
 * @param address where the request came from; null where there was none
 * @param why in their own words; null when they gave none
 */
public record Signature(
    String key, String name, String role, @Nullable String address, @Nullable String why) {

  /** Of a new change. */
  public static Signature of(
      String name, String role, @Nullable String address, @Nullable String why) {
    return new Signature(UUID.randomUUID().toString(), name, role, address, why);
  }

  /** Of a new change that the gateway's own file asks for. */
  public static Signature ofTheConfiguration() {
    return of("configuration", "admin", null, null);
  }

  /** What an entry says, in JSON, before the change itself. */
  public String before() {
    String fields =
        new JsonObject()
            .put("key", key)
            .put("who", name)
            .put("role", role)
            .put("address", address)
            .encode();
    return fields.substring(1, fields.length() - 1) + ",";
  }

  /** What an entry says behind it, to the end. */
  public String behind() {
    return "\"why\":" + Json.encode(why) + "}";
  }
}
