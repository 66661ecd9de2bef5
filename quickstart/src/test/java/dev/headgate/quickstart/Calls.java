package dev.headgate.quickstart;

import io.vertx.core.json.JsonObject;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;

/** HTTP as fans, operators and programs send it. */
final class Calls {
  private static final String PROBLEM = "urn:headgate:problem:";

  private final HttpClient client =
      HttpClient.newBuilder()
          .version(HttpClient.Version.HTTP_1_1)
          .connectTimeout(Duration.ofSeconds(60))
          .build();

  /** What came back. */
  record Answer(HttpResponse<String> response) {
    int status() {
      return response.statusCode();
    }

    String body() {
      return response.body();
    }

    JsonObject json() {
      return new JsonObject(response.body());
    }

    String header(String name) {
      return response.headers().firstValue(name).orElse("");
    }

    /** The code of a problem answer, empty for any other. */
    String code() {
      boolean problem = header("Content-Type").equals("application/problem+json");
      return problem ? json().getString("type", "").substring(PROBLEM.length()) : "";
    }

    @Override
    public String toString() {
      return status() + " " + body();
    }
  }

  /** What a request sends besides its address; {@code headers} are names and values in turn. */
  CompletableFuture<Answer> later(String method, URI address, String body, String... headers) {
    BodyPublisher publisher =
        body.isEmpty() ? BodyPublishers.noBody() : BodyPublishers.ofString(body);
    HttpRequest.Builder request =
        HttpRequest.newBuilder(address).timeout(Duration.ofSeconds(60)).method(method, publisher);
    if (!body.isEmpty()) {
      request.header("Content-Type", "application/json");
    }
    if (headers.length > 0) {
      request.headers(headers);
    }
    return client.sendAsync(request.build(), BodyHandlers.ofString()).thenApply(Answer::new);
  }

  Answer send(String method, URI address, String body, String... headers) {
    return later(method, address, body, headers).join();
  }

  Answer get(URI address, String... headers) {
    return send("GET", address, "", headers);
  }
}
