package dev.headgate.quickstart;

import io.vertx.core.Future;
import io.vertx.core.MultiMap;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.WorkerExecutor;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.PoolOptions;
import io.vertx.core.http.RequestOptions;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.web.client.HttpRequest;
import io.vertx.ext.web.client.HttpResponse;
import io.vertx.ext.web.client.WebClient;
import io.vertx.ext.web.client.WebClientOptions;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** The network of a crowd: a bounded number of requests at once, all answered on one event loop. */
final class CrowdHttp implements AutoCloseable {
  static final int AT_ONCE = 64;

  /** How many answers that go on may be open. */
  static final int MOST_STREAMS = 500;

  private static final long PATIENCE_SECONDS = 30;

  private final long connectMillis;
  private final long patienceMillis;

  /**
   * What came back.
   *
   * @param sentNanos a moment before the request was sent
   * @param answeredNanos a moment after the whole answer was here
   */
  record Answer(
      int status, MultiMap headers, @Nullable JsonObject json, long sentNanos, long answeredNanos) {
    JsonObject body() {
      if (json == null) {
        throw new IllegalStateException("no JSON in an answer with status " + status);
      }
      return json;
    }

    /** A problem's code, or the status of anything else. */
    String code() {
      String type = json == null ? null : json.getString("type");
      return type == null ? Integer.toString(status) : type.substring(type.lastIndexOf(':') + 1);
    }
  }

  private final Vertx vertx = Vertx.vertx(new VertxOptions().setEventLoopPoolSize(1));
  private final WorkerExecutor workers = vertx.createSharedWorkerExecutor("crowd", 2);
  private final WebClient client =
      WebClient.create(
          vertx,
          new WebClientOptions().setFollowRedirects(false),
          new PoolOptions().setHttp1MaxSize(AT_ONCE));
  private final HttpClient streams =
      vertx.createHttpClient(
          new HttpClientOptions(), new PoolOptions().setHttp1MaxSize(MOST_STREAMS));
  private volatile boolean closed;

  CrowdHttp() {
    this(Duration.ofSeconds(PATIENCE_SECONDS), Duration.ofSeconds(PATIENCE_SECONDS));
  }

  /**
   * A network in which nobody waits longer for an answer.
   *
   * @param forConnection until there is one to send a request on
   * @param forAnswer from then on
   */
  CrowdHttp(Duration forConnection, Duration forAnswer) {
    connectMillis = forConnection.toMillis();
    patienceMillis = forAnswer.toMillis();
  }

  Future<Answer> get(URI address, UnaryOperator<HttpRequest<Buffer>> dressed) {
    return send(HttpMethod.GET, address, dressed, null);
  }

  /** Any method, with a body where there is one. */
  Future<Answer> send(
      HttpMethod method,
      URI address,
      UnaryOperator<HttpRequest<Buffer>> dressed,
      @Nullable JsonObject body) {
    HttpRequest<Buffer> request =
        dressed.apply(
            client
                .requestAbs(method, address.toString())
                .connectTimeout(connectMillis)
                .timeout(patienceMillis));
    long sentNanos = System.nanoTime();
    Future<HttpResponse<Buffer>> sent =
        body == null ? request.send() : request.sendJsonObject(body);
    return sent.map(response -> answer(response, sentNanos));
  }

  /**
   * An answer that goes on: bytes are handed over as they come. It has a connection of its own.
   *
   * @param dressed with the fields of its head
   */
  Future<HttpClientResponse> open(URI address, Map<String, String> dressed) {
    RequestOptions request =
        new RequestOptions()
            .setAbsoluteURI(address.toString())
            .setConnectTimeout(connectMillis)
            .putHeader("Accept", "text/event-stream");
    dressed.forEach(request::putHeader);
    return streams.request(request).compose(HttpClientRequest::send);
  }

  /** Does something long beside the loop of the answers, two at a time, and answers on that. */
  <T> Future<T> aside(Callable<T> work) {
    return workers.executeBlocking(work, false);
  }

  /** Does something again and again, on the loop of the answers, until closed. */
  void every(long millis, Runnable work) {
    long unused = vertx.setPeriodic(millis, fired -> work.run());
  }

  /** Does something later, on the loop of the answers, unless closed by then. */
  void later(long millis, Runnable work) {
    long unused =
        vertx.setTimer(
            Math.max(1, millis),
            fired -> {
              if (!closed) {
                work.run();
              }
            });
  }

  static <T> T await(Future<T> future) {
    try {
      return future.await(PATIENCE_SECONDS * 4, TimeUnit.SECONDS);
    } catch (TimeoutException e) {
      throw new IllegalStateException("no answer", e);
    }
  }

  @Override
  public void close() {
    if (closed) {
      return;
    }
    closed = true;
    client.close();
    Void unused = await(vertx.close());
  }

  private static Answer answer(HttpResponse<Buffer> response, long sentNanos) {
    String type = response.headers().get("Content-Type");
    boolean json = type != null && type.contains("json") && response.body() != null;
    return new Answer(
        response.statusCode(),
        response.headers(),
        json ? response.bodyAsJsonObject() : null,
        sentNanos,
        System.nanoTime());
  }
}
