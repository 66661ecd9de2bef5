package dev.headgate.gateway.remote;

import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpResponse.BodySubscribers;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Flow.Publisher;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/** One gateway's operators' API, over HTTP. All methods block. */
final class Api {
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final int MOST_BYTES = 256 << 20;
  private static final int OK = 200;
  private static final String STREAM = "text/event-stream";

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

  /** The document that answers a call, when it is what was asked for. */
  Answer ask(Call call) throws FailedException {
    return whole(call, send(call)).orFail(isChange(call)).jsonOrFail();
  }

  /**
   * The file that answers a call.
   *
   * @param type what kind of file it has to be
   */
  Answer file(Call call, String type) throws FailedException {
    return whole(call, send(call)).orFail(isChange(call)).fileOrFail(type);
  }

  /** The lines of an answer that goes on, once its head is here and what was asked for. */
  Lines listen(Call call) throws FailedException {
    HttpResponse<Publisher<List<ByteBuffer>>> response = send(call);
    if (response.statusCode() != OK || !type(response).startsWith(STREAM)) {
      Answer unused = whole(call, response).orFail(isChange(call)).fileOrFail(STREAM);
    }
    Lines lines = new Lines();
    response.body().subscribe(BodySubscribers.fromLineSubscriber(lines.subscriber()));
    return lines;
  }

  private Answer whole(Call call, HttpResponse<Publisher<List<ByteBuffer>>> response)
      throws FailedException {
    try {
      return new Answer(
          response.statusCode(),
          type(response),
          response.headers().firstValue("Retry-After").orElse(""),
          Body.text(response.body(), PATIENCE, MOST_BYTES));
    } catch (IOException e) {
      throw unreachable("the answer does not end", e, mayBeDone(call));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw unreachable("interrupted", e, mayBeDone(call));
    }
  }

  private static String type(HttpResponse<?> response) {
    return response.headers().firstValue("Content-Type").orElse("").toLowerCase(Locale.ROOT);
  }

  /** All that is listed at an address, page by page, as the one document that has it all. */
  Answer all(Call call, String name) throws FailedException {
    List<@Nullable Object> entries = new ArrayList<>();
    Node next = new Node(null);
    do {
      Node page = ask(next.isNull() ? call : call.with("after", next.text())).json();
      if (!(page.at(name).value() instanceof List)) {
        throw new FailedException(
            FailedException.UNREACHABLE, "the answer has no " + name + Answer.WHO_IS_IT);
      }
      page.at(name).list().forEach(each -> entries.add(each.value()));
      if (page.at("next").equals(next) && !next.isNull()) {
        throw new FailedException(FailedException.FAILED, "the list goes round: " + next.shown());
      }
      next = page.at("next");
    } while (!next.isNull());
    Map<String, @Nullable Object> whole = new LinkedHashMap<>();
    whole.put(name, entries);
    whole.put("next", null);
    return Answer.of(Json.write(whole));
  }

  private HttpResponse<Publisher<List<ByteBuffer>>> send(Call call) throws FailedException {
    try {
      return client.send(request(call), BodyHandlers.ofPublisher());
    } catch (SSLException e) {
      throw unreachable("the connection cannot be trusted", e, "");
    } catch (ConnectException | HttpConnectTimeoutException e) {
      throw unreachable("nothing answers", e, "");
    } catch (IOException e) {
      throw unreachable("nothing answers", e, mayBeDone(call));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw unreachable("interrupted", e, mayBeDone(call));
    }
  }

  /** Whoever asked for a change and heard nothing has to look before asking again. */
  private static String mayBeDone(Call call) {
    return isChange(call) ? "; what was asked for may have been done" : "";
  }

  private static boolean isChange(Call call) {
    return !call.method().equals("GET");
  }

  private FailedException unreachable(String what, Exception why, String besides) {
    String reason = why.getMessage() == null ? "" : " (" + why.getMessage() + ")";
    return new FailedException(
        FailedException.UNREACHABLE, what + " at " + base + Node.printable(reason) + besides);
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
