package dev.headgate.gateway.remote;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpResponse.BodySubscriber;
import java.net.http.HttpResponse.BodySubscribers;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Flow.Publisher;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/** One gateway's operators' API, over HTTP. All methods block. */
final class Api {
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final int OK = 200;

  private final HttpClient client;
  private final String base;
  private final String token;

  /**
   * @param base the origin, and a prefix where a proxy has one, without a slash at the end
   * @param token a secret
   */
  Api(HttpClient client, String base, String token) {
    this.client = client;
    this.base = base;
    this.token = token;
  }

  /** The answer to a call, when it is what was asked for. */
  Answer ask(Call call) throws FailedException {
    HttpResponse<String> response = send(call, BodyHandlers.ofString());
    return new Answer(response.statusCode(), response.body()).orFail();
  }

  /** The lines of an answer that goes on, once its head is here and what was asked for. */
  Lines listen(Call call) throws FailedException {
    HttpResponse<Publisher<List<ByteBuffer>>> response = send(call, BodyHandlers.ofPublisher());
    if (response.statusCode() != OK) {
      BodySubscriber<String> body = BodySubscribers.ofString(StandardCharsets.UTF_8);
      response.body().subscribe(body);
      Answer unused = new Answer(response.statusCode(), whole(body)).orFail();
    }
    Lines lines = new Lines();
    response.body().subscribe(BodySubscribers.fromLineSubscriber(lines));
    return lines;
  }

  private static String whole(BodySubscriber<String> body) {
    try {
      return body.getBody().toCompletableFuture().get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return "";
    } catch (ExecutionException | TimeoutException e) {
      return ""; // The status says enough.
    }
  }

  /** All that is listed at an address, page by page, as the one document that has it all. */
  Answer all(Call call, String name) throws FailedException {
    List<@Nullable Object> entries = new ArrayList<>();
    Node next = new Node(null);
    do {
      Node page = ask(next.isNull() ? call : call.with("after", next.text())).json();
      page.at(name).list().forEach(each -> entries.add(each.value()));
      next = page.at("next");
    } while (!next.isNull());
    Map<String, @Nullable Object> whole = new LinkedHashMap<>();
    whole.put(name, entries);
    whole.put("next", null);
    return new Answer(200, Json.write(whole));
  }

  private <T> HttpResponse<T> send(Call call, BodyHandler<T> handler) throws FailedException {
    try {
      return client.send(request(call), handler);
    } catch (SSLException e) {
      throw unreachable("the connection cannot be trusted", e);
    } catch (IOException e) {
      throw unreachable("nothing answers", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw unreachable("interrupted", e);
    }
  }

  private FailedException unreachable(String what, Exception why) {
    String reason = why.getMessage() == null ? "" : " (" + why.getMessage() + ")";
    return new FailedException(
        FailedException.UNREACHABLE, what + " at " + base + Node.printable(reason));
  }

  private HttpRequest request(Call call) {
    Object body = call.body();
    BodyPublisher publisher =
        body == null ? BodyPublishers.noBody() : BodyPublishers.ofString(Json.write(body));
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(base + call.target()))
            .timeout(PATIENCE)
            .header("Authorization", "Bearer " + token)
            .method(call.method(), publisher);
    if (body != null) {
      request.header("Content-Type", "application/json");
    }
    call.headers().forEach(request::header);
    return request.build();
  }
}
