package dev.headgate.payment.simulator;

import io.vertx.core.json.JsonObject;

/**
 * What a call comes to.
 *
 * @param isDropped whether the connection is closed instead of sending it
 */
record Answer(int status, JsonObject body, boolean isDropped) {
  static Answer ok(JsonObject body) {
    return new Answer(200, body, false);
  }

  Answer dropped() {
    return new Answer(status, body, true);
  }

  Answer sent() {
    return new Answer(status, body, false);
  }
}
