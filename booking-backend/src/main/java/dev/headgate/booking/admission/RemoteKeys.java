package dev.headgate.booking.admission;

import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.JWKSet;
import dev.headgate.booking.config.ShopConfig;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClientAgent;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.RequestOptions;
import java.nio.charset.StandardCharsets;
import java.text.ParseException;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The gateway's published keys. Fetched at start until it works, then now and then, and on an
 * unknown key id at most once a cooldown, however many tokens name one. What was learned is kept
 * when a fetch fails.
 */
final class RemoteKeys implements PublicKeys {
  private static final Logger LOG = LoggerFactory.getLogger(RemoteKeys.class);
  private static final long TIMEOUT_MILLIS = 3_000;
  private static final long FIRST_RETRY_MILLIS = 250;
  private static final long LAST_RETRY_MILLIS = 5_000;
  private static final int MAX_BYTES = 256 * 1024;

  private final Vertx vertx;
  private final ShopConfig.Admission settings;
  private final HttpClientAgent client;
  private final long cooldownNanos;
  private volatile Map<String, PublicKey> keys = Map.of();
  private volatile long timer;
  private boolean closed;
  private boolean asked;
  private long askedAtNanos;
  private @Nullable Future<Void> running;

  RemoteKeys(Vertx vertx, ShopConfig.Admission settings) {
    this.vertx = vertx;
    this.settings = settings;
    this.cooldownNanos = settings.refetchCooldown().toNanos();
    this.client =
        vertx.createHttpClient(
            new HttpClientOptions().setName("jwks").setConnectTimeout((int) TIMEOUT_MILLIS));
    keepFresh(FIRST_RETRY_MILLIS);
  }

  private void keepFresh(long retryMillis) {
    fetchOnce()
        .onComplete(
            done -> {
              boolean fine = done.succeeded();
              if (!fine) {
                LOG.warn("no keys from {}: {}", settings.jwks(), done.cause().getMessage());
              }
              long next = fine ? settings.refreshEvery().toMillis() : retryMillis;
              long later = fine ? FIRST_RETRY_MILLIS : Math.min(LAST_RETRY_MILLIS, retryMillis * 2);
              schedule(next, later);
            });
  }

  private synchronized void schedule(long delayMillis, long retryMillis) {
    if (!closed) {
      timer = vertx.setTimer(delayMillis, due -> keepFresh(retryMillis));
    }
  }

  @Override
  public @Nullable PublicKey find(String kid) {
    return keys.get(kid);
  }

  @Override
  public boolean areKnown() {
    return !keys.isEmpty();
  }

  @Override
  public Future<Void> refetch() {
    synchronized (this) {
      boolean cooling = asked && System.nanoTime() - askedAtNanos < cooldownNanos;
      if (running == null && (cooling || closed)) {
        return Future.succeededFuture();
      }
      asked = true;
      askedAtNanos = running == null ? System.nanoTime() : askedAtNanos;
    }
    return fetchOnce().otherwiseEmpty();
  }

  /** The fetch under way, or a new one. */
  private Future<Void> fetchOnce() {
    Future<Void> fetch;
    synchronized (this) {
      if (running != null) {
        return running;
      }
      fetch = fetch();
      running = fetch;
    }
    return fetch.onComplete(
        done -> {
          synchronized (this) {
            running = null;
          }
        });
  }

  private Future<Void> fetch() {
    RequestOptions request =
        new RequestOptions()
            .setMethod(HttpMethod.GET)
            .setAbsoluteURI(settings.jwks().toString())
            .setTimeout(TIMEOUT_MILLIS);
    return client
        .request(request)
        .compose(sent -> sent.send().compose(RemoteKeys::body))
        .timeout(2 * TIMEOUT_MILLIS, TimeUnit.MILLISECONDS)
        .map(
            body -> {
              keys = parsed(body, keys);
              return null;
            });
  }

  private static Future<Buffer> body(HttpClientResponse response) {
    if (response.statusCode() != 200) {
      return Future.failedFuture("status " + response.statusCode());
    }
    return response
        .body()
        .compose(
            body ->
                body.length() <= MAX_BYTES
                    ? Future.succeededFuture(body)
                    : Future.failedFuture("more than " + MAX_BYTES + " bytes"));
  }

  /** What was published, as the same objects where it is what was known before. */
  private static Map<String, PublicKey> parsed(Buffer body, Map<String, PublicKey> before) {
    Map<String, PublicKey> parsed = new HashMap<>();
    try {
      for (JWK jwk : JWKSet.parse(body.toString(StandardCharsets.UTF_8)).getKeys()) {
        PublicKey key = PublicKey.of(jwk);
        if (key != null) {
          PublicKey known = before.get(key.kid());
          PublicKey kept = known != null && known.isSameAs(key) ? known : key;
          PublicKey unused = parsed.putIfAbsent(key.kid(), kept);
        }
      }
    } catch (ParseException malformed) {
      throw new IllegalStateException("not a usable key set", malformed);
    }
    if (parsed.isEmpty()) {
      throw new IllegalStateException("a key set without a usable key");
    }
    return Map.copyOf(parsed);
  }

  @Override
  public Future<Void> close() {
    synchronized (this) {
      closed = true;
    }
    vertx.cancelTimer(timer);
    return client.close();
  }
}
