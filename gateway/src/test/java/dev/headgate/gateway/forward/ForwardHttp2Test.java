package dev.headgate.gateway.forward;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientAgent;
import io.vertx.core.http.HttpClientConnection;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpConnectOptions;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpVersion;
import io.vertx.core.http.RequestOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ForwardHttp2Test {
  private static final String PATH = "/events/derby/holds";

  @TempDir static Path keys;

  private Scene scene;
  private HttpClient client;
  private int port;

  @BeforeEach
  void open() {
    scene = new Scene(keys);
    port = scene.gateway(Scene.config(List.of(), Map.of("shop", scene.shopPort)), true);
    client =
        scene.vertx.createHttpClient(
            new HttpClientOptions()
                .setProtocolVersion(HttpVersion.HTTP_2)
                .setHttp2ClearTextUpgrade(false));
  }

  @AfterEach
  void close() {
    scene.close();
  }

  private record Answer(int status, HttpVersion version, String body) {}

  private Answer send(HttpMethod method, List<String> cookies, String body) {
    return send(method, PATH, cookies, body);
  }

  private Answer send(HttpMethod method, String path, List<String> cookies, String body) {
    return Scene.await(
        client
            .request(method, port, "127.0.0.1", path)
            .compose(request -> fill(request, cookies, body))
            .compose(
                response ->
                    response
                        .body()
                        .map(b -> new Answer(response.statusCode(), response.version(), b + ""))));
  }

  private static Future<HttpClientResponse> fill(
      HttpClientRequest request, List<String> cookies, String body) {
    request.headers().add("Cookie", cookies);
    return body.isEmpty() ? request.send() : request.send(Buffer.buffer(body));
  }

  @Test
  void cookiesInCrumbsAreReadAndPassedOnAsOneLine() {
    List<String> crumbs = List.of("a=b", "hg_admission_derby=" + scene.token("derby"), "c=d");
    assertEquals(new Answer(200, HttpVersion.HTTP_2, "shop"), send(HttpMethod.GET, crumbs, ""));
    assertEquals("a=b; c=d", scene.onlySeen().header("Cookie"));
    assertEquals("derby", scene.onlySeen().header("Headgate-Event"));
  }

  @Test
  void bodiesPassAndRefusedOnesDoNot() {
    List<String> inside = List.of("hg_admission_derby=" + scene.token("derby"));
    String body = "x".repeat(300_000);
    assertEquals(200, send(HttpMethod.POST, inside, body).status());
    assertEquals(body, scene.onlySeen().body().toString());
    assertEquals(401, send(HttpMethod.POST, List.of(), body).status());
    assertEquals(401, send(HttpMethod.GET, List.of(), "").status());
    assertEquals(1, scene.begun.get());
    // The connection outlives a refusal: only the stream is ended.
    assertEquals(200, send(HttpMethod.POST, inside, "hello").status());
  }

  @Test
  void aBodyWhoseLengthNobodyHasSaidPasses() {
    String token = scene.token("derby");
    String body = "y".repeat(500_000);
    String status =
        Scene.await(
            client
                .request(HttpMethod.POST, port, "127.0.0.1", PATH)
                .compose(
                    request -> {
                      request.putHeader("Cookie", "hg_admission_derby=" + token);
                      request.setChunked(true);
                      request.write(Buffer.buffer(body.substring(0, 200_000))).onFailure(e -> {});
                      request.end(Buffer.buffer(body.substring(200_000))).onFailure(e -> {});
                      return request.response();
                    })
                .map(response -> response.statusCode() + ""));
    assertEquals("200", status);
    assertEquals(body, scene.onlySeen().body().toString());
    assertEquals("chunked", scene.onlySeen().header("Transfer-Encoding"));
  }

  @Test
  void aRequestWithoutABodyStaysOneWithout() {
    List<String> inside = List.of("hg_admission_derby=" + scene.token("derby"));
    assertEquals(200, send(HttpMethod.POST, inside, "").status());
    assertEquals("0", scene.onlySeen().header("Content-Length"));
    assertEquals(200, send(HttpMethod.DELETE, inside, "").status());
    assertEquals("", scene.seen.get(1).header("Content-Length"));
    assertEquals("", scene.seen.get(1).header("Transfer-Encoding"));
  }

  @Test
  void aStreamThatIsGivenUpWhileItWaitsTakesNoOtherWithItAndIsNotSentOn() {
    Promise<Void> known = Promise.promise();
    scene.events.fresh = false;
    scene.events.wait = known::future;
    String token = scene.token("derby");
    HttpConnectOptions to = new HttpConnectOptions().setHost("127.0.0.1").setPort(port);
    HttpClientConnection connection = Scene.await(((HttpClientAgent) client).connect(to));
    for (int i = 0; i < 5; i++) {
      HttpClientRequest given = Scene.await(connection.request(asking(PATH)));
      given.putHeader("Headgate-Admission", token).send().onFailure(gone -> {});
      Scene.await(given.reset(8).otherwiseEmpty());
    }
    assertEquals(404, statusOf(connection, "/nowhere"));
    assertTrue(known.tryComplete());
    assertEquals(404, statusOf(connection, "/nowhere"));
    assertEquals(0, scene.begun.get());
  }

  private static int statusOf(HttpClientConnection connection, String path) {
    return Scene.await(
        connection
            .request(asking(path))
            .compose(HttpClientRequest::send)
            .map(HttpClientResponse::statusCode));
  }

  private static RequestOptions asking(String path) {
    return new RequestOptions().setMethod(HttpMethod.GET).setURI(path);
  }

  @Test
  void whatTheShopDoesNotAnswerIsAnsweredOnEveryStream() throws IOException {
    List<String> inside = List.of("hg_admission_derby=" + scene.token("derby"));
    scene.answer = response -> {};
    assertEquals(504, send(HttpMethod.GET, Scene.HASTY, inside, "").status());
    assertEquals(504, send(HttpMethod.POST, Scene.HASTY, inside, "hello").status());
    scene.answer = response -> response.reset(2).onFailure(gone -> {});
    assertEquals(502, send(HttpMethod.GET, inside, "").status());
    assertEquals(502, send(HttpMethod.POST, inside, "hello").status());
    port = scene.gateway(Scene.config(List.of(), Map.of("shop", Scene.NOBODY)), true);
    assertEquals(502, send(HttpMethod.GET, inside, "").status());
    assertEquals(502, send(HttpMethod.POST, inside, "hello").status());
  }
}
