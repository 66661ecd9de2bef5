package dev.headgate.gateway.preview;

import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** A document of the API, as it is at an instant. */
interface Told {

  JsonObject at(Instant now);

  default Told with(String field, @Nullable Object value) {
    return now -> at(now).put(field, value);
  }

  /**
   * With a time to come that stands still while a page counts down to it, and is then replaced.
   *
   * @param grid how far such times are from each other
   * @param least how much is left at least
   */
  default Told counting(String field, Duration grid, Duration least) {
    return now -> at(now).put(field, next(now, grid).plus(least).toString());
  }

  private static Instant next(Instant now, Duration grid) {
    long step = grid.toMillis();
    return Instant.ofEpochMilli((now.toEpochMilli() / step + 1) * step);
  }

  default Told ago(String field, Duration past) {
    return now -> at(now).put(field, now.minus(past).toString());
  }

  default Told inLine(int position, int ahead) {
    return with("position", position).with("ahead", ahead).ago("onSaleAt", Duration.ofMinutes(5));
  }

  /** In seconds. */
  default Told takes(int low, int high) {
    int seconds = (low + high) / 2;
    return with(
        "estimate", new JsonObject().put("seconds", seconds).put("low", low).put("high", high));
  }
}
