package dev.headgate.gateway.hook;

import dev.headgate.gateway.feed.FeedEntry;
import dev.headgate.gateway.hook.Outcome.Kind;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.PoolOptions;
import io.vertx.core.http.RequestOptions;
import io.vertx.core.json.JsonObject;
import java.net.URI;
import java.time.Instant;
import java.time.InstantSource;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** Makes single attempts. Redirects are not followed: they would carry what we say elsewhere. */
final class HookSender {
  private static final int MOST_BYTES = 16 * 1024;
  private static final long LONGEST_WAIT_SECONDS = 3_600;
  private static final int GONE = 410;

  private final Vertx vertx;
  private final HttpClient client;
  private final InstantSource clock;
  private final long answerMillis;

  HookSender(WebhooksParts parts) {
    this.vertx = parts.vertx();
    this.clock = parts.clock();
    this.answerMillis = parts.timing().answerWithin().toMillis();
    this.client =
        vertx.createHttpClient(
            new HttpClientOptions()
                .setMetricsName("headgate-webhooks")
                .setConnectTimeout(Math.toIntExact(Math.min(5_000, answerMillis)))
                .setSslHandshakeTimeout(answerMillis)
                .setSslHandshakeTimeoutUnit(TimeUnit.MILLISECONDS)
                .setIdleTimeout(30),
            new PoolOptions().setHttp1MaxSize(8).setMaxWaitQueueSize(256));
  }

  /** Sends an entry once; the future never fails. */
  Future<Outcome> send(URI url, List<byte[]> secrets, FeedEntry entry) {
    Attempt attempt = new Attempt();
    RequestOptions to =
        new RequestOptions()
            .setMethod(HttpMethod.POST)
            .setAbsoluteURI(url.toString())
            .setFollowRedirects(false);
    return Future.succeededFuture()
        // A client that has been closed throws.
        .compose(begun -> client.request(to))
        .compose(request -> attempt.send(request, body(entry), entry.id(), secrets))
        .timeout(answerMillis, TimeUnit.MILLISECONDS)
        .onFailure(failure -> attempt.giveUp())
        .otherwise(failure -> new Outcome(Kind.FAILED, why(failure), 0));
  }

  Future<Void> close() {
    return client.close();
  }

  private static String why(Throwable failure) {
    // A message may quote the address, which may hold a secret of the receiver's.
    return failure instanceof TimeoutException
        ? "no answer in time"
        : failure.getClass().getSimpleName();
  }

  /** The entry as the feed has it, with the time under the name that the standard gives it. */
  static String body(FeedEntry entry) {
    JsonObject json = entry.toJson();
    return new JsonObject()
        .put("type", entry.type())
        .put("timestamp", json.getString("at"))
        .mergeIn(json)
        .encode();
  }

  /** One request; a connection that comes too late for it is not used. */
  private final class Attempt {
    private @Nullable HttpClientRequest request;
    private boolean over;
    private int bytes;

    Future<Outcome> send(HttpClientRequest sending, String body, String id, List<byte[]> secrets) {
      request = sending;
      sending.exceptionHandler(failure -> {});
      if (over) {
        giveUp();
        return Future.failedFuture(new TimeoutException());
      }
      long seconds = clock.millis() / 1_000;
      return sending
          .putHeader(HttpHeaders.CONTENT_TYPE, "application/json")
          .putHeader(HttpHeaders.USER_AGENT, "Headgate")
          .putHeader("webhook-id", id)
          .putHeader("webhook-timestamp", Long.toString(seconds))
          .putHeader("webhook-signature", HookSignature.of(id, seconds, body, secrets))
          .send(Buffer.buffer(body))
          .map(this::judge);
    }

    /** The head decides; the body is only read so that the connection can be used again. */
    private Outcome judge(HttpClientResponse response) {
      long timer = vertx.setTimer(answerMillis, late -> giveUp());
      response.exceptionHandler(broken -> {});
      response.endHandler(end -> vertx.cancelTimer(timer));
      response.handler(
          chunk -> {
            bytes += chunk.length();
            if (bytes > MOST_BYTES) {
              vertx.cancelTimer(timer);
              giveUp();
            }
          });
      int status = response.statusCode();
      Kind kind = status / 100 == 2 ? Kind.DELIVERED : status == GONE ? Kind.GONE : Kind.FAILED;
      return new Outcome(kind, "status " + status, wait(response));
    }

    private long wait(HttpClientResponse response) {
      String after = response.getHeader(HttpHeaders.RETRY_AFTER);
      long millis = after == null ? 0 : millis(after.strip());
      return Math.max(0, Math.min(TimeUnit.SECONDS.toMillis(LONGEST_WAIT_SECONDS), millis));
    }

    /** Seconds or a date (RFC 9110, 10.2.3); 0 for anything else. */
    private long millis(String after) {
      if (after.matches("[0-9]{1,6}")) {
        return TimeUnit.SECONDS.toMillis(Long.parseLong(after));
      }
      try {
        Instant until = DateTimeFormatter.RFC_1123_DATE_TIME.parse(after, Instant::from);
        return until.toEpochMilli() - clock.millis();
      } catch (DateTimeParseException neither) {
        return 0;
      }
    }

    private void giveUp() {
      over = true;
      HttpClientRequest sent = request;
      if (sent != null) {
        sent.reset().onFailure(gone -> {});
      }
    }
  }
}
