package dev.headgate.gateway.backend;

import dev.headgate.gateway.queue.Remaining;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.DecodeException;
import io.vertx.core.json.Json;
import io.vertx.core.json.JsonObject;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reads what an upstream says of itself, all of it or nothing. Members nobody knows are left alone:
 * the upstream may be newer than we are.
 */
final class LoadJson {
  // A p95 of fewer says more about one request than about the shop.
  private static final int FEWEST_HOLDS = 20;
  private static final int UNKNOWN = -1;

  private final JsonObject json;

  private LoadJson(JsonObject json) {
    this.json = json;
  }

  /**
   * The figures.
   *
   * @throws UnusableLoadException naming the first thing that is wrong
   */
  static LoadFigures read(Buffer body) {
    try {
      if (Json.decodeValue(body) instanceof JsonObject json) {
        return new LoadJson(json).figures();
      }
    } catch (DecodeException malformed) {
      // Its message would quote the body.
    }
    throw new UnusableLoadException("the body is not one JSON object");
  }

  private LoadFigures figures() {
    double p95 = number("holdP95Millis", Integer.MAX_VALUE);
    double errors = number("errorShare", 1);
    int inUse = count(json, "poolInUse");
    int max = count(json, "poolMax");
    int waiting = count(json, "poolWaiting");
    if (max == 0) {
      throw new UnusableLoadException("poolMax is 0");
    }
    long poolPercent = ((long) inUse + waiting) * 100 / max;
    boolean enough = json.containsKey("holds") ? count(json, "holds") >= FEWEST_HOLDS : p95 > 0;
    return new LoadFigures(
        enough ? rounded(p95) : UNKNOWN,
        enough ? rounded(errors * 1_000) : UNKNOWN,
        (int) Math.min(poolPercent, Integer.MAX_VALUE),
        remaining());
  }

  private static int rounded(double number) {
    return number < 0 ? UNKNOWN : (int) Math.round(number);
  }

  /** A number from 0 to {@code most}, or -1 where the upstream says null because it has none. */
  private double number(String name, int most) {
    Object value = value(json, name);
    if (value == null) {
      return UNKNOWN;
    }
    double number = value instanceof Number said ? said.doubleValue() : Double.NaN;
    if (number >= 0 && number <= most) {
      return number;
    }
    throw new UnusableLoadException(name + " is not a number from 0 to " + most);
  }

  private Map<String, Remaining> remaining() {
    if (!(value(json, "remaining") instanceof JsonObject events)) {
      throw new UnusableLoadException("remaining is not an object");
    }
    Map<String, Remaining> remaining = new HashMap<>();
    for (String event : events.fieldNames()) {
      if (!(events.getValue(event) instanceof JsonObject seats)) {
        throw new UnusableLoadException("an event of remaining is not an object");
      }
      remaining.put(event, new Remaining(count(seats, "free"), count(seats, "pending")));
    }
    return remaining;
  }

  private static int count(JsonObject json, String name) {
    Object value = value(json, name);
    long count =
        value instanceof Integer || value instanceof Long ? ((Number) value).longValue() : UNKNOWN;
    if (count >= 0 && count <= Integer.MAX_VALUE) {
      return (int) count;
    }
    throw new UnusableLoadException(name + " is not a whole number from 0");
  }

  private static @Nullable Object value(JsonObject json, String name) {
    if (!json.containsKey(name)) {
      throw new UnusableLoadException(name + " is missing");
    }
    return json.getValue(name);
  }
}
