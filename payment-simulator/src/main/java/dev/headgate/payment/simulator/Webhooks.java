package dev.headgate.payment.simulator;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.PoolOptions;
import io.vertx.core.http.RequestOptions;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HexFormat;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Posts signed events until they are taken, each for itself, in no promised order. */
final class Webhooks {
  private static final Logger LOG = LoggerFactory.getLogger(Webhooks.class);
  private static final String ALGORITHM = "HmacSHA256";
  private static final Duration PATIENCE = Duration.ofSeconds(10);
  private static final Duration LONGEST_PAUSE = Duration.ofSeconds(30);
  private static final int CONNECTIONS = 64;

  private final Vertx vertx;
  private final HttpClient client;
  private final SimulatorSettings settings;
  private final InstantSource clock;
  private volatile @Nullable URI target;
  private volatile boolean closed;

  Webhooks(Vertx vertx, SimulatorSettings settings, InstantSource clock) {
    this.vertx = vertx;
    this.settings = settings;
    this.clock = clock;
    this.target = settings.webhooks().orElse(null);
    this.client =
        vertx.createHttpClient(
            new HttpClientOptions().setName("webhooks"),
            new PoolOptions().setHttp1MaxSize(CONNECTIONS));
  }

  void sendTo(URI other) {
    target = other;
  }

  /** Completes when somebody took it, or when it is given up: never fails. */
  Future<Void> send(Event event) {
    Promise<Void> over = Promise.promise();
    attempt(event.id(), event.json().encode(), 1, over);
    return over.future();
  }

  private void attempt(String id, String payload, int number, Promise<Void> over) {
    post(payload)
        .onComplete(
            status -> {
              if (status.succeeded() && status.result() / 100 == 2) {
                over.complete();
              } else if (closed || number >= settings.times().webhookTries()) {
                LOG.info("webhook {} given up after {} tries", id, number);
                over.complete();
              } else {
                long pause = pauseMillis(number);
                vertx.setTimer(pause, due -> attempt(id, payload, number + 1, over));
              }
            });
  }

  private long pauseMillis(int number) {
    long first = settings.times().firstRetry().toMillis();
    return Math.min(first << Math.min(number - 1, 20), LONGEST_PAUSE.toMillis());
  }

  private Future<Integer> post(String payload) {
    URI where = target;
    if (where == null || closed) {
      return Future.failedFuture("nobody to tell");
    }
    RequestOptions options =
        new RequestOptions()
            .setMethod(HttpMethod.POST)
            .setAbsoluteURI(where.toString())
            .setConnectTimeout(PATIENCE.toMillis())
            .setIdleTimeout(PATIENCE.toMillis())
            .putHeader("Content-Type", "application/json; charset=utf-8")
            .putHeader("User-Agent", "headgate-payment-simulator")
            .putHeader("Stripe-Signature", signature(payload));
    return client
        .request(options)
        .compose(request -> request.send(payload))
        .compose(response -> response.end().map(response.statusCode()));
  }

  private String signature(String payload) {
    long second = clock.instant().getEpochSecond();
    try {
      Mac mac = Mac.getInstance(ALGORITHM);
      byte[] key = settings.secrets().webhook().getBytes(StandardCharsets.UTF_8);
      mac.init(new SecretKeySpec(key, ALGORITHM));
      byte[] signed = mac.doFinal((second + "." + payload).getBytes(StandardCharsets.UTF_8));
      return "t=" + second + ",v1=" + HexFormat.of().formatHex(signed);
    } catch (GeneralSecurityException missing) {
      throw new IllegalStateException(missing);
    }
  }

  Future<Void> close() {
    closed = true;
    return client.close();
  }
}
