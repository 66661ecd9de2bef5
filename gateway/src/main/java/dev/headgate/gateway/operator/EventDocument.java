package dev.headgate.gateway.operator;

import dev.headgate.gateway.config.EventSettings;
import dev.headgate.gateway.http.Problem;
import dev.headgate.gateway.queue.EventView;
import dev.headgate.gateway.queue.Message;
import dev.headgate.gateway.queue.Reason;
import io.vertx.core.Future;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import org.jspecify.annotations.Nullable;

/**
 * One event as operators see it.
 *
 * @param view the figures
 * @param version the settings' version
 * @param settings the settings; newer than the view's where this gateway has just changed them
 */
record EventDocument(EventView view, long version, EventSettings settings) {
  private static final DateTimeFormatter MILLIS =
      DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSS'Z'").withZone(ZoneOffset.UTC);

  static EventDocument of(EventView view) {
    return new EventDocument(view, view.version(), view.settings());
  }

  JsonObject toJson() {
    return new JsonObject()
        .put("event", view.event())
        .put("version", version)
        .put("epoch", view.epoch())
        .put("phase", view.phase().json())
        .put("halted", view.halted())
        .put("restoring", view.restoring())
        .put("pauseReason", view.pauseReason())
        .put("pauseReasons", Reason.toJson(view.pauseReasons()))
        .put("message", message(view.message()))
        .put("messages", messages(view))
        .put("commitment", view.commitment())
        .put("entrants", view.entrants().isPresent() ? view.entrants().getAsInt() : null)
        .put("onSaleAt", time(view.onSaleAt()))
        .put("closesAt", time(view.closesAt()))
        .put("drawnAt", time(view.drawnAt()))
        .put("serverTime", time(view.now()))
        .put("settings", settings.toJson())
        .put("live", LiveFigures.of(view));
  }

  /** The answer, with the version as its ETag. */
  Future<Void> send(HttpServerResponse response, int status) {
    response.putHeader(HttpHeaders.ETAG, "\"" + version + "\"");
    return send(response, status, toJson());
  }

  /** Any JSON answer; figures are of this moment, so nobody keeps them. */
  static Future<Void> send(HttpServerResponse response, int status, JsonObject json) {
    return response
        .setStatusCode(status)
        .putHeader(HttpHeaders.CONTENT_TYPE, "application/json")
        .putHeader(HttpHeaders.CACHE_CONTROL, "no-store")
        .end(json.toBuffer())
        .otherwiseEmpty();
  }

  static JsonArray messages(EventView view) {
    JsonArray all = new JsonArray();
    view.messages().forEach(message -> all.add(message(message)));
    return all;
  }

  static @Nullable JsonObject message(@Nullable Message message) {
    return message == null
        ? null
        : new JsonObject()
            .put("text", message.text())
            .put("lang", message.lang())
            .put("at", time(message.at()));
  }

  static Problem staleVersion(long version) {
    return Problem.of(
            412,
            "stale-version",
            "Somebody changed the settings before you",
            "The settings now have version " + version + ". Read them again.")
        .with("version", version);
  }

  /** A time in UTC, to the millisecond. */
  static @Nullable String time(@Nullable Instant instant) {
    return instant == null ? null : MILLIS.format(instant);
  }
}
