package dev.headgate.payment.simulator;

import io.vertx.core.Handler;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.json.DecodeException;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.Arrays;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What only a simulator has: the cards it knows, what was really paid, and its faults. */
final class SimPages implements Handler<HttpServerRequest> {
  private static final Logger LOG = LoggerFactory.getLogger(SimPages.class);

  private final Books books;
  private final Dice dice;
  private final ActionPage actions;

  SimPages(Books books, Dice dice, ActionPage actions) {
    this.books = books;
    this.dice = dice;
    this.actions = actions;
  }

  @Override
  public void handle(HttpServerRequest request) {
    String path = Api.pathOf(request);
    if (path.startsWith(ActionPage.PATH)) {
      actions.handle(request);
      return;
    }
    switch (request.method() + " " + path) {
      case "GET /sim/cards" -> end(request, 200, cards());
      case "GET /sim/ledger" -> end(request, 200, books.ledger().json());
      case "POST /sim/faults" -> setFaults(request);
      default -> end(request, 404, new JsonObject().put("error", "not found"));
    }
  }

  private static JsonObject cards() {
    JsonArray cards = new JsonArray();
    for (TestCard card : TestCard.values()) {
      cards.add(new JsonObject().put("paymentMethod", card.id()).put("does", card.sentence()));
    }
    return new JsonObject().put("cards", cards);
  }

  /** Only as JSON by type: a form on some web page cannot send that here. */
  private void setFaults(HttpServerRequest request) {
    String type = request.getHeader("Content-Type");
    if (type == null || !type.startsWith("application/json")) {
      end(request, 415, new JsonObject().put("error", "expected application/json"));
      return;
    }
    request
        .body()
        .onSuccess(
            body -> {
              try {
                dice.set(faults(body.toJsonObject()));
                end(request, 200, new JsonObject().put("status", "set"));
              } catch (IllegalArgumentException | ClassCastException | DecodeException wrong) {
                end(request, 400, new JsonObject().put("error", String.valueOf(wrong)));
              }
            })
        .onFailure(gone -> LOG.debug("a caller went away"));
  }

  private static Faults faults(JsonObject json) {
    JsonObject left = json.copy();
    Faults faults = Faults.seeded(take(left, "seed", 0));
    for (Fault fault : Fault.values()) {
      faults = faults.with(fault, Math.toIntExact(take(left, fault.json(), 0)));
    }
    faults =
        faults.delaying(
            Duration.ofMillis(take(left, "delayMillis", faults.delay().toMillis())),
            Duration.ofMillis(take(left, "delayWebhookMillis", faults.webhookDelay().toMillis())));
    Check.that(left.isEmpty(), "unknown", left.fieldNames(), Arrays.toString(Fault.values()));
    return faults;
  }

  private static long take(JsonObject json, String name, long otherwise) {
    Object value = json.remove(name);
    Check.that(
        value == null || value instanceof Integer || value instanceof Long,
        name,
        String.valueOf(value),
        "a whole number");
    return value == null ? otherwise : ((Number) value).longValue();
  }

  private static void end(HttpServerRequest request, int status, JsonObject json) {
    request
        .response()
        .setStatusCode(status)
        .putHeader("Content-Type", "application/json")
        .putHeader("Cache-Control", "no-store")
        .end(json.encodePrettily())
        .onFailure(gone -> LOG.debug("a caller went away"));
  }
}
