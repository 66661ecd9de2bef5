package dev.headgate.payment.simulator;

import io.vertx.core.json.JsonObject;
import java.time.Instant;

/**
 * Something that happened.
 *
 * @param about the payment
 * @param object the payment, or its charge, as it was then
 */
record Event(String id, String type, Instant created, String about, JsonObject object) {
  static Event of(String type, Instant created, String about, JsonObject object) {
    return new Event(Books.newId("evt_"), type, created, about, object);
  }

  /** The same news under another id. */
  Event retold() {
    return of(type, created, about, object);
  }

  JsonObject json() {
    return new JsonObject()
        .put("id", id)
        .put("object", "event")
        .put("created", created.getEpochSecond())
        .put("data", new JsonObject().put("object", object))
        .put("livemode", false)
        .put("pending_webhooks", 1)
        .put("type", type);
  }
}
