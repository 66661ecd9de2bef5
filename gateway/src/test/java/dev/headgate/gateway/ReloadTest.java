package dev.headgate.gateway;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.headgate.embedded.EmbeddedRedis;
import dev.headgate.gateway.config.GatewayConfig;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClientAgent;
import io.vertx.core.http.HttpClientConnection;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpConnectOptions;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.RequestOptions;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A whole gateway whose configuration file is written again and again. */
class ReloadTest {
  private static final int CONNECTIONS = 500;
  private static final int REWRITES = 20;
  private static final Duration EVERY = Duration.ofMillis(20);
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  @TempDir Path folder;
  private final Vertx vertx = Vertx.vertx();
  private final EmbeddedRedis redis = EmbeddedRedis.start();
  private final LoggedLines reloads = new LoggedLines(Reloads.class);
  private final LoggedLines complaints = new LoggedLines(ConfigWatch.class);
  private final Queue<HttpServerRequest> held = new ConcurrentLinkedQueue<>();
  private final HttpClientAgent client = vertx.createHttpClient();
  private int even;
  private int odd;
  private Path file;
  private Gateway gateway;

  @BeforeEach
  void start() throws IOException {
    even = upstream("even");
    odd = upstream("odd");
    file = Files.writeString(folder.resolve("gateway.yaml"), version(0));
    gateway = done(Gateway.start(GatewayConfig.load(file)));
  }

  @AfterEach
  void stop() {
    assertTrue(ended(gateway.stop()).succeeded());
    vertx.close().await();
    redis.close();
    reloads.close();
    complaints.close();
  }

  /** Each version leads to one of two upstreams, and has a path that no other has. */
  private String version(int version) {
    String upstream = version % 2 == 0 ? "even" : "odd";
    return """
        publicOrigin: http://127.0.0.1
        host: 127.0.0.1
        port: 0
        operatorPort: 0
        redis: %s
        keys: keys
        createMissingKeys: true
        eventLoops: 2
        upstreams: {%s: "http://127.0.0.1:%d"}
        routes:
          - {path: /page, access: public, upstream: %s}
          - {path: /v%d, access: public, upstream: %s}
        """
        .formatted(
            redis.uri(), upstream, version % 2 == 0 ? even : odd, upstream, version, upstream);
  }

  private int upstream(String name) {
    return done(vertx
            .createHttpServer()
            .requestHandler(
                request -> {
                  if ("/v0".equals(request.path()) && "hold".equals(request.query())) {
                    held.add(request);
                  } else {
                    request.response().end(name).onFailure(gone -> {});
                  }
                })
            .listen(0, "127.0.0.1"))
        .actualPort();
  }

  @Tag("soak")
  @Test
  void noConnectionNoticesAndEveryAnswerIsByTheOldRulesOrTheNew() throws IOException {
    gateway.follow(file, EVERY);
    Crowd crowd = new Crowd();
    crowd.enter();
    Future<Buffer> underWay = get("/v0?hold");
    await().atMost(PATIENCE).until(() -> held.size() == 1);
    rewrite(1, crowd);
    held.remove().response().end("held");
    assertEquals("held", done(underWay).toString(), "it ends by the rules it began with");
    int version = 1;
    for (int i = 2; i <= REWRITES; i++) {
      crowd.answersOnceMoreAll();
      if (i % 3 == 2) {
        rewriteBroken(i);
      } else {
        version++;
        rewrite(version, crowd);
      }
    }
    crowd.answersOnceMoreAll();
    crowd.leave();
    assertEquals(0, crowd.dropped.get(), "connections that ended");
    assertEquals(Set.of(), new TreeSet<>(crowd.unexplained));
    assertTrue(crowd.answers.get() > CONNECTIONS * REWRITES, crowd.answers + " answers");
  }

  private void rewrite(int version, Crowd crowd) throws IOException {
    String name = version % 2 == 0 ? "even" : "odd";
    crowd.allowed = Set.of("even", "odd");
    long before = reloads.count("is in use");
    Files.writeString(file, version(version));
    await().atMost(PATIENCE).until(() -> reloads.count("is in use") > before);
    crowd.allowed = Set.of(name);
    assertTrue(asked("/v" + version).endsWith("\r\n\r\n" + name), name);
    assertTrue(asked("/v" + (version - 1)).contains("problem:not-found"));
  }

  private void rewriteBroken(int round) throws IOException {
    Files.writeString(file, "port: 0\nroutes:\n  - {path: /x, access: nobody" + round + "}\n");
    String wrong = "line 3: routes[0].access: nobody" + round + " (expected:";
    await().atMost(PATIENCE).until(() -> complaints.count(wrong) > 0);
    assertEquals(1, complaints.count(wrong), "said once");
  }

  @Test
  void whatOnlyARestartChangesIsNamedAndKeepsItsValue() throws IOException {
    String other =
        version(1)
            .replace("\nport: 0", "\nport: 7")
            .replace(
                "eventLoops: 2", "eventLoops: 1\nmaxBodyBytes: 3\nallowedOrigins: [\"http://x\"]");
    Path another = Files.writeString(folder.resolve("other.yaml"), other);
    assertTrue(ended(gateway.reload(GatewayConfig.load(another))).succeeded());
    assertEquals(1, reloads.count("WARN only a restart changes: eventLoops, port"));
    assertEquals("odd", done(get("/page")).toString());
    Buffer tooLarge =
        done(request(HttpMethod.POST, "/page", Buffer.buffer("four")).map(Answer::body));
    assertTrue(tooLarge.toString().contains("problem:too-large"), tooLarge + "");
  }

  @Test
  void operatorsAreToldTheRoutesInUseAndNoneOfBefore() throws IOException {
    String token = "\noperatorTokens: [{name: vera, role: viewer, sha256: \"%s\"}]";
    String known = version(0) + token.formatted(hash("vera-token")).strip() + "\n";
    assertTrue(ended(gateway.stop()).succeeded());
    Files.writeString(file, known);
    gateway = done(Gateway.start(GatewayConfig.load(file)));
    assertTrue(routes().contains("/v0"), this::routes);
    String next = version(1) + token.formatted(hash("vera-token")).strip() + "\n";
    assertTrue(
        ended(gateway.reload(GatewayConfig.load(Files.writeString(file, next)))).succeeded());
    assertTrue(routes().contains("/v1") && !routes().contains("/v0"), this::routes);
  }

  private static String hash(String token) {
    try {
      byte[] digest = MessageDigest.getInstance("SHA-256").digest(token.getBytes(US_ASCII));
      return HexFormat.of().formatHex(digest);
    } catch (NoSuchAlgorithmException impossible) {
      throw new AssertionError(impossible);
    }
  }

  private String routes() {
    RequestOptions to =
        new RequestOptions()
            .setHost("127.0.0.1")
            .setPort(gateway.operatorPort())
            .setURI("/api/routes")
            .putHeader("Authorization", "Bearer vera-token");
    return done(client
            .request(to)
            .compose(request -> request.send())
            .compose(HttpClientResponse::body))
        .toString();
  }

  @Test
  void whatIsKnownOfAServerOutlivesAChangeOfOthers() throws IOException {
    String lost =
        version(0)
            .replaceFirst(
                "upstreams: .*",
                "upstreams: {even: {url: \"http://127.0.0.1:1\", outliers: {openAtMost: PT1M}}}");
    Path other = Files.writeString(folder.resolve("other.yaml"), lost);
    assertTrue(ended(gateway.reload(GatewayConfig.load(other))).succeeded());
    await().atMost(PATIENCE).until(() -> asked("/page").startsWith("HTTP/1.1 503"));
    String more = lost.replace("PT1M}}}", "PT1M}}, odd: \"http://127.0.0.1:" + odd + "\"}");
    Files.writeString(other, more);
    assertTrue(ended(gateway.reload(GatewayConfig.load(other))).succeeded());
    for (int i = 0; i < 4; i++) {
      assertTrue(asked("/page").startsWith("HTTP/1.1 503"), "left out as before");
    }
  }

  @Test
  void aReloadThatCannotBeUsedChangesNothing() throws IOException {
    String keyless = version(1) + "bypasses: [{name: staff, key: none/staff.key}]\n";
    String forbidden = keyless.replace("createMissingKeys: true", "createMissingKeys: false");
    Path other = Files.writeString(folder.resolve("other.yaml"), forbidden);
    // What is missing is made, since the setting in use is the one that was started with.
    assertTrue(ended(gateway.reload(GatewayConfig.load(other))).succeeded());
    assertEquals("odd", done(get("/page")).toString());

    Path key = Files.writeString(folder.resolve("bad.key"), "xyz");
    assertTrue(key.toFile().setReadable(false, false) && key.toFile().setReadable(true, true));
    String bad = version(2) + "bypasses: [{name: staff, key: bad.key}]\n";
    Files.writeString(other, bad);
    Future<Void> refused = ended(gateway.reload(GatewayConfig.load(other)));
    assertTrue(String.valueOf(refused.cause()).contains("bad.key: malformed"), refused + "");
    assertEquals("odd", done(get("/page")).toString());
  }

  /** An answer with its head, on a connection of its own. */
  private String asked(String uri) throws IOException {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), gateway.port())) {
      socket.setSoTimeout((int) PATIENCE.toMillis());
      String request = "GET " + uri + " HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n";
      socket.getOutputStream().write(request.getBytes(US_ASCII));
      return new String(socket.getInputStream().readAllBytes(), US_ASCII);
    }
  }

  private record Answer(int status, Buffer body) {}

  private Future<Buffer> get(String uri) {
    return request(HttpMethod.GET, uri, Buffer.buffer()).map(Answer::body);
  }

  private Future<Answer> request(HttpMethod method, String uri, Buffer body) {
    RequestOptions to =
        new RequestOptions()
            .setHost("127.0.0.1")
            .setPort(gateway.port())
            .setMethod(method)
            .setURI(uri);
    return client
        .request(to)
        .compose(request -> request.send(body))
        .compose(answer -> answer.body().map(read -> new Answer(answer.statusCode(), read)));
  }

  /** Fans with a connection each, who ask for the same page all the time. */
  private final class Crowd {
    private final List<Fan> fans = new ArrayList<>();
    private final AtomicInteger dropped = new AtomicInteger();
    private final AtomicInteger answers = new AtomicInteger();
    private final Queue<String> unexplained = new ConcurrentLinkedQueue<>();
    private volatile Set<String> allowed = Set.of("even");
    private volatile boolean over;

    void enter() {
      HttpConnectOptions to = new HttpConnectOptions().setHost("127.0.0.1").setPort(gateway.port());
      for (int i = 0; i < CONNECTIONS; i++) {
        Fan fan = new Fan(done(client.connect(to)));
        fan.connection.closeHandler(closed -> note(dropped));
        fans.add(fan);
        fan.ask();
      }
    }

    private void note(Throwable failure) {
      if (!over) {
        unexplained.add(failure + "");
      }
    }

    private void note(AtomicInteger count) {
      if (!over) {
        count.incrementAndGet();
      }
    }

    void answersOnceMoreAll() {
      List<Integer> before = fans.stream().map(fan -> fan.answered).toList();
      await()
          .atMost(PATIENCE)
          .until(
              () -> {
                for (int i = 0; i < fans.size(); i++) {
                  if (fans.get(i).answered <= before.get(i)) {
                    return false;
                  }
                }
                return true;
              });
    }

    void leave() {
      over = true;
      List<Future<Void>> closed = fans.stream().map(fan -> fan.connection.close()).toList();
      assertTrue(done(Future.all(closed)).succeeded());
    }

    private final class Fan {
      private final HttpClientConnection connection;
      private volatile int answered;

      Fan(HttpClientConnection connection) {
        this.connection = connection;
      }

      void ask() {
        Set<String> before = allowed;
        connection
            .request(new RequestOptions().setMethod(HttpMethod.GET).setURI("/page"))
            .compose(request -> request.send())
            .compose(answer -> answer.body().map(body -> answer.statusCode() + " " + body))
            .onSuccess(answer -> judge(answer, before))
            .onFailure(failure -> note(failure));
      }

      // Only this connection's loop adds to the count.
      @SuppressWarnings("NonAtomicVolatileUpdate")
      private void judge(String answer, Set<String> before) {
        Set<String> explained = new TreeSet<>(before);
        explained.addAll(allowed);
        if (explained.stream().noneMatch(name -> answer.equals("200 " + name))) {
          unexplained.add(answer + " instead of " + explained);
        }
        answers.incrementAndGet();
        answered++;
        if (!over) {
          long timer = vertx.setTimer(200, due -> ask());
          assert timer >= 0;
        }
      }
    }
  }

  private static Future<Void> ended(Future<Void> future) {
    await().atMost(PATIENCE).until(future::isComplete);
    return future;
  }

  private static <T> T done(Future<T> future) {
    try {
      return future
          .toCompletionStage()
          .toCompletableFuture()
          .get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }
}
