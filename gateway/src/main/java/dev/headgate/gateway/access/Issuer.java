package dev.headgate.gateway.access;

import dev.headgate.gateway.config.Oidc;
import dev.headgate.gateway.http.JsonBody;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.PoolOptions;
import io.vertx.core.http.RequestOptions;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Base64;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * An issuer of OpenID Connect as it is reached over HTTP: where its endpoints are, its keys, and
 * what it gives for a code. Answers have bounds in time and size, and redirects are not followed.
 */
final class Issuer {
  private static final Logger log = LoggerFactory.getLogger(Issuer.class);
  private static final int CONNECT_MILLIS = 3_000;
  private static final int ANSWER_SECONDS = 5;
  private static final Duration COOLDOWN = Duration.ofSeconds(5);

  /** Whoever sends tokens under made-up key names makes us ask no more often than this. */
  private static final Duration KEYS_COOLDOWN = Duration.ofSeconds(30);

  private final Oidc oidc;
  private final HttpClient client;
  private final Refreshed<Endpoints> endpoints;
  private final Refreshed<IssuerKeys> keys;

  /**
   * What an issuer says of itself.
   *
   * @param endSession where browsers sign out; null where it says nothing
   * @param namesItself whether its answers to browsers say whose they are (RFC 9207)
   * @param basic whether a client's secret goes into a header, as is usual, or into the form
   */
  record Endpoints(
      String authorization,
      String token,
      String jwks,
      @Nullable String endSession,
      boolean namesItself,
      boolean basic) {}

  Issuer(Vertx vertx, Oidc oidc, InstantSource clock) {
    this.oidc = oidc;
    HttpClientOptions options =
        new HttpClientOptions()
            .setName("headgate-issuer")
            .setMetricsName("issuer")
            .setConnectTimeout(CONNECT_MILLIS)
            .setIdleTimeout(ANSWER_SECONDS * 2)
            .setMaxHeaderSize(16 * 1024);
    client = vertx.createHttpClient(options, new PoolOptions().setHttp1MaxSize(4));
    endpoints = new Refreshed<>(this::discover, Duration.ofHours(1), COOLDOWN, clock);
    keys = new Refreshed<>(this::fetchKeys, Duration.ofMinutes(10), KEYS_COOLDOWN, clock);
  }

  Future<Endpoints> endpoints() {
    return endpoints.get();
  }

  /** The keys that a token can be checked with, asked for anew where it names one unknown. */
  Future<IssuerKeys> keysFor(Jwt token) {
    return keys.get()
        .compose(present -> present.lacks(token) ? keys.newer() : Future.succeededFuture(present));
  }

  /** The keys as they are now, unless that was asked just now. */
  Future<IssuerKeys> newerKeys() {
    return keys.newer();
  }

  void close() {
    client.close().onComplete(closed -> {});
  }

  /** What the issuer gives for a code; fails where it gives nothing. */
  Future<JsonObject> exchange(Endpoints at, Map<String, String> form) {
    RequestOptions post =
        options(HttpMethod.POST, at.token)
            .putHeader("Content-Type", "application/x-www-form-urlencoded");
    Oidc.Client us = oidc.client();
    String secret = us.secret();
    String body = encoded(form);
    if (secret == null || !at.basic) {
      Map<String, String> who =
          secret == null
              ? Map.of("client_id", us.id())
              : Map.of("client_id", us.id(), "client_secret", secret);
      body = body + "&" + encoded(who);
    } else {
      String pair = encoded(us.id()) + ":" + encoded(secret);
      String basic = Base64.getEncoder().encodeToString(pair.getBytes(StandardCharsets.US_ASCII));
      post.putHeader("Authorization", "Basic " + basic);
    }
    return answer(post, Buffer.buffer(body));
  }

  private static String encoded(Map<String, String> form) {
    return form.entrySet().stream()
        .map(field -> encoded(field.getKey()) + "=" + encoded(field.getValue()))
        .collect(Collectors.joining("&"));
  }

  static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }

  private Future<Endpoints> discover() {
    String base = oidc.issuer().replaceFirst("/$", "");
    return answer(options(HttpMethod.GET, base + "/.well-known/openid-configuration"), null)
        .map(this::endpoints)
        .recover(this::away);
  }

  private Endpoints endpoints(JsonObject said) {
    if (!oidc.issuer().equals(said.getValue("issuer"))) {
      throw new IllegalStateException("it says it is another issuer");
    }
    JsonArray ways = said.getJsonArray("token_endpoint_auth_methods_supported", new JsonArray());
    return new Endpoints(
        address(said, "authorization_endpoint"),
        address(said, "token_endpoint"),
        address(said, "jwks_uri"),
        addressOrNone(said, "end_session_endpoint"),
        said.getBoolean("authorization_response_iss_parameter_supported", false),
        ways.isEmpty() || ways.contains("client_secret_basic"));
  }

  /** One that nobody needs to sign in: a wrong one is none. */
  private @Nullable String addressOrNone(JsonObject said, String name) {
    try {
      return said.getValue(name) == null ? null : address(said, name);
    } catch (RuntimeException unusable) {
      log.warn("the issuer {}: {} is of no use", oidc.issuer(), name);
      return null;
    }
  }

  /** As safe as the issuer itself: what is reached over TLS sends nobody where there is none. */
  private String address(JsonObject said, String name) {
    URI uri = URI.create(said.getString(name, ""));
    URI issuer = URI.create(oidc.issuer());
    boolean same =
        "https".equals(uri.getScheme())
            || (issuer.getScheme().equals("http") && "http".equals(uri.getScheme()));
    if (!same || uri.getHost() == null || uri.getRawFragment() != null) {
      throw new IllegalStateException(name + " is no address with https");
    }
    return uri.toString();
  }

  private Future<IssuerKeys> fetchKeys() {
    return endpoints
        .get()
        .compose(at -> answer(options(HttpMethod.GET, at.jwks), null))
        .map(IssuerKeys::of)
        .recover(this::away);
  }

  private <T> Future<T> away(Throwable failure) {
    if (!(failure instanceof RefusedException)) {
      log.warn("the issuer {} is of no use: {}", oidc.issuer(), failure.toString());
    }
    return Future.failedFuture(Refusals.issuerAway());
  }

  private static RequestOptions options(HttpMethod method, String address) {
    return new RequestOptions()
        .setMethod(method)
        .setAbsoluteURI(address)
        .setFollowRedirects(false)
        .putHeader("Accept", "application/json");
  }

  private Future<JsonObject> answer(RequestOptions options, @Nullable Buffer body) {
    // An address that cannot be asked is thrown at once.
    return Future.succeededFuture(options)
        .compose(client::request)
        .compose(request -> sent(request, body))
        .timeout(ANSWER_SECONDS, TimeUnit.SECONDS)
        .map(JsonBody::object);
  }

  private static Future<Buffer> sent(HttpClientRequest request, @Nullable Buffer body) {
    Promise<Buffer> whole = Promise.promise();
    Future<HttpClientResponse> answered = body == null ? request.send() : request.send(body);
    answered.onSuccess(response -> collect(response, whole)).onFailure(whole::tryFail);
    // Whatever is late or too long is not waited for by anybody.
    return whole
        .future()
        .timeout(ANSWER_SECONDS, TimeUnit.SECONDS)
        .onFailure(failed -> request.reset().onComplete(gone -> {}));
  }

  private static void collect(HttpClientResponse response, Promise<Buffer> whole) {
    Buffer read = Buffer.buffer();
    response
        .handler(
            part -> {
              if (read.length() + part.length() > JsonBody.MAX_BYTES) {
                whole.tryFail("more than " + JsonBody.MAX_BYTES + " bytes");
              } else {
                read.appendBuffer(part);
              }
            })
        .exceptionHandler(whole::tryFail)
        .endHandler(
            end -> {
              if (response.statusCode() == 200) {
                whole.tryComplete(read);
              } else {
                whole.tryFail(new StatusException(response.statusCode()));
              }
            });
  }

  /** It answered, and not with what was asked for. */
  static final class StatusException extends RuntimeException {
    private static final long serialVersionUID = 1L;
    private final int status;

    StatusException(int status) {
      super("status " + status, null, false, false);
      this.status = status;
    }

    /** Whether what was sent is to blame. */
    boolean isRefusal() {
      return status / 100 == 4;
    }
  }
}
