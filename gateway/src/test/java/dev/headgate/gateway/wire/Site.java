package dev.headgate.gateway.wire;

import dev.headgate.embedded.EmbeddedRedis;
import dev.headgate.gateway.Gateway;
import dev.headgate.gateway.config.Dials;
import dev.headgate.gateway.config.EventSettings;
import dev.headgate.gateway.config.GatewayConfig;
import dev.headgate.gateway.config.OperatorToken;
import dev.headgate.gateway.config.Role;
import dev.headgate.gateway.config.Upstream;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;

/**
 * The gateway as it is delivered, on a real Redis, before a shop that writes down all it hears. Two
 * events, derby and cup, are on sale.
 */
final class Site implements AutoCloseable {
  static final String ORIGIN = "https://tickets.example";
  static final int MAX_BODY = 2 * 1024 * 1024;

  final Vertx vertx = Vertx.vertx();
  final EmbeddedRedis redis;
  final Shop shop = new Shop(vertx);
  final Mint mint;
  final Gateway gateway;

  Site(Path folder) {
    this(folder, List.of("10.0.0.0/8"));
  }

  Site(Path folder, List<String> trusted) {
    this(folder, trusted, EmbeddedRedis.start());
  }

  /** Over a Redis that this one stops as well. */
  Site(Path folder, List<String> trusted, EmbeddedRedis redis) {
    this.redis = redis;
    Path keys = folder.resolve("keys");
    mint = new Mint(vertx, keys);
    gateway = await(Gateway.start(config(folder, keys, trusted)));
    mint.epoch = epoch("derby");
  }

  private GatewayConfig config(Path folder, Path keys, List<String> trusted) {
    return new GatewayConfig(
        URI.create(ORIGIN),
        "127.0.0.1",
        0,
        "127.0.0.1",
        0,
        List.of(new OperatorToken("wire", Role.ADMIN, Mint.OPERATOR_SHA256)),
        redis.uri(),
        keys,
        true,
        folder.resolve("state"),
        Map.of("shop", Upstream.at(URI.create("http://127.0.0.1:" + shop.port()))),
        GatewayConfig.shopRoutes("shop"),
        List.of(),
        trusted,
        MAX_BODY,
        1,
        Map.of("derby", onSale(), "cup", onSale()));
  }

  private static EventSettings onSale() {
    Dials dials =
        new Dials(
            600_000,
            100_000,
            Duration.ofMinutes(10),
            Duration.ofMinutes(30),
            Duration.ofMinutes(5),
            Dials.Throttle.OFF);
    return EventSettings.of("Derby", Instant.now().minusSeconds(1), dials);
  }

  int port() {
    return gateway.port();
  }

  /** The event's life, as its public figures say. */
  private long epoch(String event) {
    return Awaitility.await()
        .ignoreExceptions()
        .until(
            () -> {
              RawClient.Reply reply =
                  exchange(RawClient.request("GET", "/queue/" + event + "/status"));
              return new JsonObject(reply.body()).getLong("epoch");
            },
            found -> found > 0);
  }

  RawClient.Reply exchange(String request) throws IOException {
    return RawClient.exchange(port(), request);
  }

  /** Joins an event; the answer has the ticket and sets the cookie. */
  RawClient.Reply join(String event) throws IOException {
    String path = "/queue/" + event + "/places";
    return exchange(RawClient.request("POST", path, "Content-Length: 0"));
  }

  /** A fan who has joined, waited and taken the turn. */
  Fan fan(String event) throws IOException {
    String ticket = new JsonObject(join(event).body()).getString("ticket");
    String claim =
        RawClient.request(
            "POST",
            "/queue/" + event + "/admissions",
            "Cookie: hg_place_" + event + "=" + ticket,
            "Content-Length: 0");
    RawClient.Reply reply =
        Awaitility.await()
            .atMost(Duration.ofSeconds(60))
            .until(() -> exchange(claim), answer -> answer.status() / 100 == 2);
    return new Fan(event, ticket, new JsonObject(reply.body()).getString("token"));
  }

  /** What a fan carries. */
  record Fan(String event, String ticket, String token) {
    String cookies() {
      return "Cookie: hg_place_" + event + "=" + ticket + "; hg_admission_" + event + "=" + token;
    }
  }

  static <T> T await(Future<T> future) {
    try {
      return future.toCompletionStage().toCompletableFuture().get(60, TimeUnit.SECONDS);
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }

  @Override
  public void close() {
    gateway.stop().await();
    vertx.close().await();
    redis.close();
  }
}
