package dev.headgate.gateway.trace;

import io.opentelemetry.sdk.common.CompletableResultCode;
import io.opentelemetry.sdk.common.export.HttpResponse;
import io.opentelemetry.sdk.common.export.HttpSender;
import io.opentelemetry.sdk.common.export.HttpSenderConfig;
import io.opentelemetry.sdk.common.export.MessageWriter;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Asks the collector by the JDK's client, within one time from the first try to the last byte of
 * the answer. The library's own sender waits for that byte for ever, on one of few threads: once
 * each has waited it sends nothing any more. What the answer says beside its status is read and
 * dropped.
 */
final class CollectorSender implements HttpSender {
  private static final int MOST_TRIES = 5;
  private static final long FIRST_WAIT_MILLIS = 1_000;
  private static final long LONGEST_WAIT_MILLIS = 5_000;

  /** By which a collector says that the same may be taken later (OTLP 1.9, retryable codes). */
  private static final Set<Integer> LATER = Set.of(429, 502, 503, 504);

  private final HttpSenderConfig config;
  private final HttpClient client;
  private final Set<Sending> underWay = ConcurrentHashMap.newKeySet();
  private volatile boolean closed;

  CollectorSender(HttpSenderConfig config) {
    this.config = config;
    boolean plain = "http".equals(config.getEndpoint().getScheme());
    this.client =
        HttpClient.newBuilder()
            // Over plain HTTP each new connection would ask for HTTP/2 first.
            .version(plain ? HttpClient.Version.HTTP_1_1 : HttpClient.Version.HTTP_2)
            .connectTimeout(config.getConnectTimeout())
            .build();
  }

  /** An answer of which nothing but the status is kept. */
  private record Answered(int status) implements HttpResponse {

    @Override
    public int getStatusCode() {
      return status;
    }

    @Override
    public String getStatusMessage() {
      return "";
    }

    @Override
    public byte[] getResponseBody() {
      return new byte[0];
    }
  }

  @Override
  public void send(
      MessageWriter message, Consumer<HttpResponse> onAnswer, Consumer<Throwable> onFailure) {
    long until = System.nanoTime() + config.getTimeout().toNanos();
    try {
      new Sending(request(message), until, onAnswer, onFailure).go();
    } catch (IOException | RuntimeException unsendable) {
      onFailure.accept(unsendable);
    }
  }

  private HttpRequest request(MessageWriter message) throws IOException {
    ByteArrayOutputStream body = new ByteArrayOutputStream(message.getContentLength());
    message.writeMessage(body);
    HttpRequest.Builder request =
        HttpRequest.newBuilder(config.getEndpoint())
            .header("Content-Type", config.getContentType())
            .POST(BodyPublishers.ofByteArray(body.toByteArray()));
    config
        .getHeadersSupplier()
        .get()
        .forEach((name, values) -> values.forEach(value -> request.header(name, value)));
    return request.build();
  }

  /** Breaks off what is under way. */
  @Override
  public CompletableResultCode shutdown() {
    closed = true;
    underWay.forEach(Sending::breakOff);
    return CompletableResultCode.ofSuccess();
  }

  /** One request, tried until it is taken, refused for good, or too late. */
  private final class Sending {
    private final HttpRequest request;
    private final long untilNanos;
    private final Consumer<HttpResponse> onAnswer;
    private final Consumer<Throwable> onFailure;
    private volatile @Nullable CompletableFuture<?> asked;
    private int tries;
    private long waitMillis = FIRST_WAIT_MILLIS;

    private Sending(
        HttpRequest request,
        long untilNanos,
        Consumer<HttpResponse> onAnswer,
        Consumer<Throwable> onFailure) {
      this.request = request;
      this.untilNanos = untilNanos;
      this.onAnswer = onAnswer;
      this.onFailure = onFailure;
    }

    private void go() {
      tries++;
      CompletableFuture<java.net.http.HttpResponse<Void>> answer =
          client.sendAsync(request, BodyHandlers.discarding());
      asked = answer;
      underWay.add(this);
      if (closed) {
        breakOff();
      }
      CompletableFuture<?> unused =
          answer
              .copy()
              .orTimeout(untilNanos - System.nanoTime(), TimeUnit.NANOSECONDS)
              .whenComplete(
                  (response, failure) -> {
                    // Where it is late this closes the connection, whatever still comes on it.
                    answer.cancel(true);
                    underWay.remove(this);
                    done(response, failure);
                  });
    }

    private void breakOff() {
      CompletableFuture<?> now = asked;
      if (now != null) {
        now.cancel(true);
      }
    }

    private void done(
        java.net.http.@Nullable HttpResponse<Void> response, @Nullable Throwable failure) {
      if (response == null) {
        Throwable why = failure instanceof CompletionException ? failure.getCause() : failure;
        if (!(why instanceof IOException) || !again(waitMillis)) {
          onFailure.accept(why == null ? new IOException("no answer") : why);
        }
      } else if (!LATER.contains(response.statusCode()) || !again(wanted(response))) {
        onAnswer.accept(new Answered(response.statusCode()));
      }
    }

    /** How long the collector wants to be left alone, or else we leave it. */
    private long wanted(java.net.http.HttpResponse<Void> response) {
      String after = response.headers().firstValue("Retry-After").orElse("");
      return after.matches("[0-9]{1,6}")
          ? Duration.ofSeconds(Long.parseLong(after)).toMillis()
          : waitMillis;
    }

    /** Whether there is another try, after a while. */
    private boolean again(long afterMillis) {
      long left = untilNanos - System.nanoTime();
      if (closed || tries >= MOST_TRIES || TimeUnit.MILLISECONDS.toNanos(afterMillis) >= left) {
        return false;
      }
      waitMillis = Math.min(LONGEST_WAIT_MILLIS, waitMillis * 2);
      Executor later = CompletableFuture.delayedExecutor(afterMillis, TimeUnit.MILLISECONDS);
      later.execute(this::go);
      return true;
    }
  }
}
