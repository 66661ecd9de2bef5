package dev.headgate.quickstart;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Instant;
import java.util.List;

/** What the operator of the demo does, and the fans who come without a browser. */
final class OperatorDesk {
  private final HttpClient http = HttpClient.newHttpClient();
  private final URI fans;
  private final String api;
  private final String token;

  OperatorDesk(DemoProcess demo) {
    this.fans = demo.fans();
    this.api = demo.operators() + "/api/events/derby";
    this.token = demo.operatorToken();
  }

  void say(String text) {
    say(text, "en");
  }

  void say(String text, String lang) {
    call("PUT", "/message", new JsonObject().put("text", text).put("lang", lang));
  }

  void pause(String reason) {
    call("POST", "/pause", new JsonObject().put("reason", reason));
  }

  void resume() {
    call("POST", "/resume", new JsonObject());
  }

  void dial(int newUsersPerMinute) {
    call("PATCH", "/dials", new JsonObject().put("newUsersPerMinute", newUsersPerMinute));
  }

  /** Replaces the settings by the same in another mode. */
  void mode(String mode) {
    replace("mode", mode);
  }

  /** Has the sale start at once that was to start later. */
  void startsNow() {
    replace("start", Instant.now().plusSeconds(1).toString());
  }

  /** What is read may be older than the last change; then it is read again. */
  private void replace(String field, String value) {
    await().until(() -> replaced(field, value));
  }

  private boolean replaced(String field, String value) {
    HttpRequest.Builder read =
        HttpRequest.newBuilder(URI.create(api)).header("Authorization", "Bearer " + token);
    JsonObject event = new JsonObject(answer(read.GET()).body());
    HttpRequest.Builder replace =
        HttpRequest.newBuilder(URI.create(api))
            .header("Authorization", "Bearer " + token)
            .header("If-Match", "\"" + event.getLong("version") + "\"")
            .PUT(
                HttpRequest.BodyPublishers.ofString(
                    event.getJsonObject("settings").put(field, value).encode()));
    int status = send(replace);
    assertTrue(status == 200 || status == 412, field + ": " + status);
    return status == 200;
  }

  /** So many fans take a place and do not come when they are called. */
  void crowdJoins(int fansWithoutBrowser) {
    crowdJoins("derby", fansWithoutBrowser);
  }

  /** The same at another event. */
  void crowdJoins(String event, int fansWithoutBrowser) {
    for (int i = 0; i < fansWithoutBrowser; i++) {
      HttpRequest.Builder join =
          HttpRequest.newBuilder(fans.resolve("/queue/" + event + "/places"));
      assertEquals(201, send(join.POST(HttpRequest.BodyPublishers.ofString("{}"))));
    }
  }

  /** Creates another event. */
  void opens(String event, JsonObject settings) {
    HttpRequest.Builder create =
        HttpRequest.newBuilder(URI.create(api).resolve(event))
            .header("Authorization", "Bearer " + token)
            .PUT(HttpRequest.BodyPublishers.ofString(settings.encode()));
    assertEquals(201, send(create));
  }

  /** Replaces the settings of another event, whichever they are. */
  void replaces(String event, JsonObject settings) {
    HttpRequest.Builder replace =
        HttpRequest.newBuilder(URI.create(api).resolve(event))
            .header("Authorization", "Bearer " + token)
            .header("If-Match", "*")
            .PUT(HttpRequest.BodyPublishers.ofString(settings.encode()));
    assertEquals(200, send(replace));
  }

  /** Starts another event, and draws. */
  void starts(String event) {
    HttpRequest.Builder draw =
        HttpRequest.newBuilder(URI.create(api).resolve(event + "/draw"))
            .header("Authorization", "Bearer " + token);
    assertEquals(200, send(draw.POST(HttpRequest.BodyPublishers.noBody())));
  }

  /** Entry tickets for a lane of an event. */
  List<String> entries(String event, String lane, int count) {
    JsonObject wanted = new JsonObject().put("lane", lane).put("count", count);
    HttpRequest.Builder make =
        HttpRequest.newBuilder(URI.create(api).resolve(event + "/entries"))
            .header("Authorization", "Bearer " + token)
            .POST(HttpRequest.BodyPublishers.ofString(wanted.encode()));
    return new JsonObject(answer(make).body())
        .getJsonArray("entries").stream().map(String.class::cast).toList();
  }

  /** One fan for each of the entry tickets takes a place at another event. */
  void membersJoin(String event, List<String> entries) {
    for (String entry : entries) {
      HttpRequest.Builder join =
          HttpRequest.newBuilder(fans.resolve("/queue/" + event + "/places"));
      String body = new JsonObject().put("entry", entry).encode();
      assertEquals(201, send(join.POST(HttpRequest.BodyPublishers.ofString(body))));
    }
  }

  private void call(String method, String path, JsonObject body) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(api + path))
            .header("Authorization", "Bearer " + token)
            .method(method, HttpRequest.BodyPublishers.ofString(body.encode()));
    assertEquals(2, send(request) / 100, method + " " + path);
  }

  private int send(HttpRequest.Builder request) {
    return answer(request).statusCode();
  }

  private HttpResponse<String> answer(HttpRequest.Builder request) {
    try {
      return http.send(
          request.header("Content-Type", "application/json").build(), BodyHandlers.ofString());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }
}
