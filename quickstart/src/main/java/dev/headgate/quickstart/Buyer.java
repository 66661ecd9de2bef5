package dev.headgate.quickstart;

import dev.headgate.quickstart.CrowdHttp.Answer;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.web.client.HttpRequest;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** An admitted fan in the shop, who reaches it through the gateway only. */
final class Buyer {
  private final CrowdHttp http;
  private final URI fans;
  private final String event;
  private final String token;
  private volatile @Nullable Answer held;

  Buyer(CrowdHttp http, URI fans, String token) {
    this(http, fans, "derby", token);
  }

  /**
   * @param fans the gateway's origin
   * @param token the admission; a secret
   */
  Buyer(CrowdHttp http, URI fans, String event, String token) {
    this.http = http;
    this.fans = fans;
    this.event = event;
    this.token = token;
  }

  /** The seats that the map shows as free. */
  Future<List<String>> freeSeats() {
    return map().map(answer -> free(answer.body()));
  }

  /** The map, as a page would read it. */
  Future<Answer> map() {
    return http.get(fans.resolve("/events/" + event + "/seats"), this::admitted);
  }

  Future<Answer> hold(String seat) {
    return hold(new JsonObject().put("seats", new JsonArray().add(seat)));
  }

  /** Seats that the shop finds, side by side where it can. */
  Future<Answer> holdBest(String section, int count) {
    JsonObject best = new JsonObject().put("section", section).put("count", count);
    return hold(new JsonObject().put("best", best));
  }

  private Future<Answer> hold(JsonObject wanted) {
    return http.send(HttpMethod.POST, holds(), this::admitted, wanted)
        .onSuccess(answer -> held = answer);
  }

  /** The answer to holding a seat. */
  Answer held() {
    Answer answer = held;
    if (answer == null) {
      throw new IllegalStateException("holds nothing");
    }
    return answer;
  }

  /** The seats that this fan was told to hold. */
  List<String> seatsHeld() {
    return strings(held().body().getJsonArray("seats"), "id");
  }

  /** The ids in the list of the fan's own holds. */
  Future<List<String>> ownHolds() {
    return http.get(holds(), this::admitted)
        .map(answer -> strings(answer.body().getJsonArray("holds"), "holdId"));
  }

  Future<Answer> release() {
    URI hold = fans.resolve("/holds/" + held().body().getString("holdId"));
    return http.send(HttpMethod.DELETE, hold, this::asCustomer, null);
  }

  /** Pays for what is held, with a card that pays at once. */
  Future<Answer> pay() {
    return pay("pm_card_visa");
  }

  /** Pays for what is held, with any of the simulated cards; a repeated attempt is the same one. */
  Future<Answer> pay(String card) {
    String hold = held().body().getString("holdId");
    return http.send(
        HttpMethod.POST,
        fans.resolve("/holds/" + hold + "/checkout"),
        request -> asCustomer(request).putHeader("Idempotency-Key", "pay-" + card + "-" + hold),
        new JsonObject().put("paymentMethod", card));
  }

  /** Beyond the event the shop knows its customers by its own cookie. */
  private HttpRequest<Buffer> asCustomer(HttpRequest<Buffer> request) {
    String cookie = String.valueOf(held().headers().get("Set-Cookie")).replaceAll(";.*", "");
    return request.putHeader("Cookie", cookie);
  }

  private URI holds() {
    return fans.resolve("/events/" + event + "/holds");
  }

  private HttpRequest<Buffer> admitted(HttpRequest<Buffer> request) {
    return request.putHeader("Headgate-Admission", token).putHeader("Accept", "application/json");
  }

  private static List<String> free(JsonObject map) {
    List<String> free = new ArrayList<>();
    for (Object section : map.getJsonArray("sections")) {
      for (Object row : ((JsonObject) section).getJsonArray("rows")) {
        for (Object seat : ((JsonObject) row).getJsonArray("seats")) {
          if ("available".equals(((JsonObject) seat).getString("state"))) {
            free.add(((JsonObject) seat).getString("id"));
          }
        }
      }
    }
    return free;
  }

  private static List<String> strings(JsonArray objects, String name) {
    return objects.stream().map(each -> ((JsonObject) each).getString(name)).toList();
  }
}
