package dev.headgate.gateway.preview;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.time.Duration;

/** The API's documents, with what most states have in common. */
final class Documents {
  static final JsonObject EMPTY = new JsonObject();
  static final String TICKET = "hgp1.preview";
  static final long EPOCH = 1_764_490_000_000L;
  static final int ARRIVAL = 21_466;
  static final int ENTRANTS = 41_900;

  private Documents() {}

  /** A place whose page looks again after half a minute. */
  static Told place(String phase, String state) {
    Told place =
        now ->
            new JsonObject()
                .put("event", "")
                .put("epoch", EPOCH)
                .put("phase", phase)
                .put("state", state)
                .put("arrival", ARRIVAL)
                .putNull("position")
                .putNull("ahead")
                .putNull("estimate")
                .putNull("turnEndsAt")
                .put("pollAfterMillis", 30_000)
                .putNull("message")
                .putNull("onSaleAt")
                .put("serverTime", now.toString());
    return place.counting("onSaleAt", Duration.ofMinutes(30), Duration.ofMinutes(12));
  }

  /** The status of an event that such a place is at. */
  static Told status(Told place) {
    return now -> {
      JsonObject at = place.at(now);
      JsonObject status =
          new JsonObject()
              .put("event", "")
              .put("title", "")
              .put("epoch", EPOCH)
              .put("mode", "random-then-fifo")
              .put("phase", at.getString("phase"))
              .put("serverTime", at.getString("serverTime"))
              .putNull("opensAt")
              .put("start", "manual")
              .put("onSaleAt", at.getString("onSaleAt"))
              .putNull("closesAt");
      return figures(status);
    };
  }

  private static JsonObject figures(JsonObject status) {
    return status
        .put("arrivals", 60_000)
        .put("entrants", ENTRANTS)
        .put("cutoff", 3_200)
        .put("waiting", 56_800)
        .put("present", 51_000)
        .put("admittedLastMinute", 580)
        .put("newUsersPerMinute", 600)
        .put("effectivePerMinute", 600)
        .putNull("message")
        .put("messages", new JsonArray())
        .putNull("pauseReason")
        .putNull("remaining")
        .put("commitment", "0".repeat(64))
        .put("gaps", new JsonArray());
  }

  static Told admission() {
    Told admission =
        now ->
            new JsonObject()
                .put("token", "preview")
                .put("tokenType", "Bearer")
                .put("event", "")
                .put("sessionId", "preview")
                .putNull("resume");
    return admission.counting("expiresAt", Duration.ofMinutes(10), Duration.ofMinutes(1));
  }

  /** The draw of an event where there was none. */
  static Told undrawn() {
    return now ->
        new JsonObject()
            .put("algorithm", "headgate-lottery-v1")
            .put("event", "")
            .put("epoch", EPOCH)
            .put("commitment", "0".repeat(64))
            .putNull("beaconSource")
            .putNull("beacon")
            .putNull("seed")
            .putNull("entrants")
            .putNull("drawnAt")
            .put("demotedCount", 0)
            .putNull("demotedSha256")
            .put("gaps", new JsonArray())
            .put("earlier", new JsonArray());
  }

  /** Work that is never done: it is for workers that do not answer. */
  static Told challenge() {
    Told challenge =
        now ->
            new JsonObject()
                .put("challengeId", "preview")
                .put("prefix", "preview")
                .put("algorithm", "sha-256")
                .put("difficulty", 16)
                .put("issuedAt", now.toString())
                .put("serverTime", now.toString());
    return challenge.counting("expiresAt", Duration.ofDays(1), Duration.ofDays(2));
  }

  /** The link names no server, so that the picture of its code can be one and the same. */
  static Told link() {
    String svg = OwnFiles.text("link.svg");
    return now ->
        new JsonObject()
            .put("url", "https://tickets.example/queue/derby#place=" + TICKET)
            .put("svg", svg);
  }

  /** Why it is paused, as the operator says it. */
  static JsonObject pause(String reason) {
    return new JsonObject().put("reason", reason).put("lang", "en");
  }

  static JsonObject message(String text) {
    return new JsonObject().put("text", text).put("lang", "en").put("at", "2026-01-01T10:00:00Z");
  }
}
