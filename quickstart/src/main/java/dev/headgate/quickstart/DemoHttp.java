package dev.headgate.quickstart;

import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/** The demo as its own operator: it sets up the event over the same HTTP as everybody else. */
final class DemoHttp {
  // The gateway was ready a moment ago, so 503 is an event that was made with other keys: those of
  // an earlier demo on the same Redis went with it.
  private static final Set<Integer> IS_THERE = Set.of(412, 428, 503);

  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private final HttpClient client =
      HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(2)).build();

  /** Returns when the address answers with 200. */
  void awaitAnswer(URI address) {
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    int status = statusOf(address);
    while (status != 200) {
      if (System.nanoTime() - deadline > 0) {
        throw new DemoException(address + " does not answer with 200 but " + status);
      }
      pause();
      status = statusOf(address);
    }
  }

  /** Creates the event; one that is there already belongs to somebody else's keys. */
  void createEvent(URI address, OperatorAccess access, JsonObject settings) {
    HttpRequest request =
        HttpRequest.newBuilder(address)
            .timeout(Duration.ofSeconds(10))
            .header("Authorization", "Bearer " + access.token())
            .header("Content-Type", "application/json")
            .PUT(HttpRequest.BodyPublishers.ofString(settings.encode()))
            .build();
    HttpResponse<String> answer = send(request);
    if (IS_THERE.contains(answer.statusCode())) {
      throw new DemoException(
          "this Redis has an event of that name already (choose another with --event)");
    }
    if (answer.statusCode() != 201) {
      throw new DemoException(
          "creating the event failed with " + answer.statusCode() + ": " + answer.body());
    }
  }

  /** 0 when nobody answers. */
  private int statusOf(URI address) {
    try {
      HttpRequest request =
          HttpRequest.newBuilder(address).timeout(Duration.ofSeconds(2)).GET().build();
      return client.send(request, HttpResponse.BodyHandlers.discarding()).statusCode();
    } catch (IOException e) {
      return 0;
    } catch (InterruptedException e) {
      throw interrupted(e);
    }
  }

  private HttpResponse<String> send(HttpRequest request) {
    try {
      return client.send(request, HttpResponse.BodyHandlers.ofString());
    } catch (IOException e) {
      throw new DemoException(request.uri() + " does not answer: " + e.getMessage(), e);
    } catch (InterruptedException e) {
      throw interrupted(e);
    }
  }

  private static void pause() {
    try {
      TimeUnit.MILLISECONDS.sleep(50);
    } catch (InterruptedException e) {
      throw interrupted(e);
    }
  }

  private static DemoException interrupted(InterruptedException e) {
    Thread.currentThread().interrupt();
    return new DemoException("interrupted while starting", e);
  }
}
