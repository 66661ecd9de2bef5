package dev.headgate.gateway.operator;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.JWSSigner;
import com.nimbusds.jose.crypto.ECDSASigner;
import com.nimbusds.jose.crypto.RSASSASigner;
import com.nimbusds.jose.jwk.Curve;
import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jose.jwk.gen.ECKeyGenerator;
import com.nimbusds.jose.jwk.gen.RSAKeyGenerator;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.headgate.gateway.access.AccessRules;
import dev.headgate.gateway.config.Oidc;
import dev.headgate.gateway.config.Role;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/**
 * An issuer of OpenID Connect over real HTTP: the code flow with PKCE, keys that change, and every
 * way of being wrong that a test asks for. It asks nobody for a password.
 */
final class IdentityProvider {
  static final String CLIENT = "headgate";
  static final String SECRET = "client secret/with+odd=characters";
  static final String AUDIENCE = "headgate-api";
  private static final Base64.Encoder ENCODER = Base64.getUrlEncoder().withoutPadding();

  private final HttpServer server;
  private final List<JWK> first;
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final AtomicInteger made = new AtomicInteger();
  private final Map<String, JsonObject> codes = new ConcurrentHashMap<>();
  final AtomicInteger keyReads = new AtomicInteger();
  final AtomicInteger exchanges = new AtomicInteger();
  final List<String> exchanged = new CopyOnWriteArrayList<>();
  volatile List<JWK> keys = List.of();
  volatile JsonObject person = new JsonObject();
  volatile UnaryOperator<JsonObject> discovery = UnaryOperator.identity();
  volatile UnaryOperator<JsonObject> claims = UnaryOperator.identity();
  volatile UnaryOperator<String> idToken = UnaryOperator.identity();
  volatile UnaryOperator<JsonObject> answer = UnaryOperator.identity();
  volatile @Nullable String namedIssuer;
  volatile int status;
  volatile long delayMillis;
  volatile InstantSource clock = InstantSource.system();

  private IdentityProvider(HttpServer server) {
    this.server = server;
    this.first = List.of(rsa(), ec());
    server.setExecutor(threads);
    server.createContext("/.well-known/openid-configuration", this::configuration);
    server.createContext("/keys", this::publish);
    server.createContext("/authorize", this::authorize);
    server.createContext("/token", this::token);
    reset();
  }

  static IdentityProvider start() {
    try {
      InetSocketAddress any = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
      IdentityProvider provider = new IdentityProvider(HttpServer.create(any, 0));
      provider.server.start();
      return provider;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  void stop() {
    server.stop(0);
    threads.shutdownNow();
  }

  /** Nothing is wrong with it, and ann is known to it. */
  void reset() {
    person =
        new JsonObject()
            .put("sub", "u-1")
            .put("preferred_username", "ann")
            .put("groups", new JsonArray().add("staff").add("ops-admins"));
    discovery = UnaryOperator.identity();
    claims = UnaryOperator.identity();
    idToken = UnaryOperator.identity();
    answer = UnaryOperator.identity();
    namedIssuer = issuer();
    status = 200;
    delayMillis = 0;
    keyReads.set(0);
    exchanges.set(0);
    exchanged.clear();
    codes.clear();
    keys = first;
  }

  /** Its time, in seconds since 1970. */
  long now() {
    return clock.instant().getEpochSecond();
  }

  String issuer() {
    return "http://127.0.0.1:" + server.getAddress().getPort();
  }

  /** These rules, with this issuer beside the tokens. */
  AccessRules rules(AccessRules tokens) {
    Oidc oidc =
        new Oidc(
            issuer(),
            new Oidc.Client(CLIENT, SECRET),
            List.of("openid", "profile"),
            "preferred_username",
            new Oidc.Roles(
                "groups",
                Map.of(
                    Role.VIEWER, List.of("staff"),
                    Role.OPERATOR, List.of("ops"),
                    Role.ADMIN, List.of("ops-admins"))),
            AUDIENCE,
            Oidc.SignOut.usual());
    return rules(tokens, oidc);
  }

  /** The same with another way of signing out, or other roles. */
  static AccessRules rules(AccessRules tokens, @Nullable Oidc oidc) {
    return new AccessRules(
        tokens.tokens(), List.of(), URI.create("https://ops.example"), tokens.sessions(), oidc);
  }

  RSAKey rsa() {
    try {
      return new RSAKeyGenerator(2048).keyID("rsa-" + made.incrementAndGet()).generate();
    } catch (JOSEException e) {
      throw new AssertionError(e);
    }
  }

  ECKey ec() {
    try {
      return new ECKeyGenerator(Curve.P_256).keyID("ec-" + made.incrementAndGet()).generate();
    } catch (JOSEException e) {
      throw new AssertionError(e);
    }
  }

  /** A token of these claims, signed by a key as its kind does. */
  static String signed(JsonObject claims, String type, JWK key) {
    try {
      boolean isRsa = key instanceof RSAKey;
      JWSHeader head =
          new JWSHeader.Builder(isRsa ? JWSAlgorithm.RS256 : JWSAlgorithm.ES256)
              .keyID(key.getKeyID())
              .build();
      JsonObject json = new JsonObject(head.toString()).put("typ", type);
      String input = part(json.encode()) + "." + part(claims.encode());
      JWSSigner signer =
          key instanceof RSAKey rsa ? new RSASSASigner(rsa) : new ECDSASigner((ECKey) key);
      return input + "." + signer.sign(head, input.getBytes(US_ASCII));
    } catch (JOSEException e) {
      throw new AssertionError(e);
    }
  }

  /** The same claims under another head, and a signature of anybody's making. */
  static String forged(String token, JsonObject head, byte @Nullable [] hmacKey) {
    String input = part(head.encode()) + "." + token.split("\\.", -1)[1];
    try {
      byte[] signature = new byte[0];
      if (hmacKey != null) {
        Mac mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec(hmacKey, "HmacSHA256"));
        signature = mac.doFinal(input.getBytes(US_ASCII));
      }
      return input + "." + ENCODER.encodeToString(signature);
    } catch (GeneralSecurityException e) {
      throw new AssertionError(e);
    }
  }

  private static String part(String json) {
    return ENCODER.encodeToString(json.getBytes(UTF_8));
  }

  private void configuration(HttpExchange exchange) throws IOException {
    JsonObject json =
        new JsonObject()
            .put("issuer", issuer())
            .put("authorization_endpoint", issuer() + "/authorize")
            .put("token_endpoint", issuer() + "/token")
            .put("jwks_uri", issuer() + "/keys")
            .put("authorization_response_iss_parameter_supported", true);
    send(exchange, discovery.apply(json));
  }

  private void publish(HttpExchange exchange) throws IOException {
    keyReads.incrementAndGet();
    JsonArray published = new JsonArray();
    keys.forEach(key -> published.add(new JsonObject(key.toPublicJWK().toJSONString())));
    send(exchange, new JsonObject().put("keys", published));
  }

  private void authorize(HttpExchange exchange) throws IOException {
    Map<String, String> query = form(exchange.getRequestURI().getRawQuery());
    String code = "code-" + made.incrementAndGet();
    JsonObject asked = new JsonObject();
    query.forEach(asked::put);
    codes.put(code, asked);
    String back =
        query.get("redirect_uri") + "?code=" + code + "&state=" + encoded(query.get("state"));
    String named = namedIssuer;
    exchange
        .getResponseHeaders()
        .set("Location", named == null ? back : back + "&iss=" + encoded(named));
    exchange.sendResponseHeaders(302, -1);
    exchange.close();
  }

  private void token(HttpExchange exchange) throws IOException {
    exchanges.incrementAndGet();
    String body = new String(exchange.getRequestBody().readAllBytes(), UTF_8);
    exchanged.add(body);
    Map<String, String> form = form(body);
    JsonObject asked = codes.remove(form.getOrDefault("code", ""));
    String authorization = exchange.getRequestHeaders().getFirst("Authorization");
    if (asked == null || !isAsAsked(asked, form) || !isClient(authorization)) {
      status = 400;
      send(exchange, new JsonObject().put("error", "invalid_grant"));
      return;
    }
    long now = now();
    JsonObject said =
        person
            .copy()
            .put("iss", issuer())
            .put("aud", CLIENT)
            .put("nonce", asked.getString("nonce"))
            .put("iat", now)
            .put("exp", now + 300);
    String token = idToken.apply(signed(claims.apply(said), "JWT", keys.get(0)));
    send(
        exchange,
        answer.apply(
            new JsonObject()
                .put("access_token", "opaque")
                .put("token_type", "Bearer")
                .put("id_token", token)));
  }

  private static boolean isAsAsked(JsonObject asked, Map<String, String> form) {
    try {
      byte[] hash =
          MessageDigest.getInstance("SHA-256")
              .digest(form.getOrDefault("code_verifier", "").getBytes(US_ASCII));
      return "authorization_code".equals(form.get("grant_type"))
          && "S256".equals(asked.getString("code_challenge_method"))
          && ENCODER.encodeToString(hash).equals(asked.getString("code_challenge"))
          && String.valueOf(asked.getString("redirect_uri")).equals(form.get("redirect_uri"));
    } catch (GeneralSecurityException e) {
      throw new AssertionError(e);
    }
  }

  private static boolean isClient(@Nullable String authorization) {
    String pair = encoded(CLIENT) + ":" + encoded(SECRET);
    String basic = Base64.getEncoder().encodeToString(pair.getBytes(US_ASCII));
    return ("Basic " + basic).equals(authorization);
  }

  private void send(HttpExchange exchange, JsonObject json) throws IOException {
    try {
      Thread.sleep(delayMillis); // How slow it is: nothing is awaited by this.
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
    }
    byte[] body = json.encode().getBytes(UTF_8);
    exchange.getResponseHeaders().set("Content-Type", "application/json");
    exchange.sendResponseHeaders(status, body.length);
    exchange.getResponseBody().write(body);
    exchange.close();
  }

  static Map<String, String> form(@Nullable String text) {
    Map<String, String> fields = new HashMap<>();
    for (String field : List.of((text == null ? "" : text).split("&", -1))) {
      List<String> pair = new ArrayList<>(List.of(field.split("=", 2)));
      if (pair.size() == 2) {
        fields.put(URLDecoder.decode(pair.get(0), UTF_8), URLDecoder.decode(pair.get(1), UTF_8));
      }
    }
    return fields;
  }

  static String encoded(@Nullable String text) {
    return URLEncoder.encode(String.valueOf(text), UTF_8);
  }

  /** Where a browser is sent back to from the page of the issuer at this address. */
  URI signInAt(URI address) {
    try {
      java.net.http.HttpResponse<String> back =
          java.net.http.HttpClient.newHttpClient()
              .send(
                  java.net.http.HttpRequest.newBuilder(address).build(),
                  java.net.http.HttpResponse.BodyHandlers.ofString());
      return URI.create(back.headers().firstValue("Location").orElseThrow());
    } catch (IOException | InterruptedException e) {
      throw new AssertionError(e);
    }
  }
}
