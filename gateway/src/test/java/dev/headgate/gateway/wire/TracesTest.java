package dev.headgate.gateway.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import com.google.errorprone.annotations.CanIgnoreReturnValue;
import dev.headgate.embedded.EmbeddedRedis;
import dev.headgate.gateway.Gateway;
import dev.headgate.gateway.config.GatewayConfig;
import dev.headgate.gateway.telemetry.JsonLines;
import dev.headgate.gateway.telemetry.TraceWord;
import dev.headgate.gateway.testing.Collector;
import dev.headgate.gateway.testing.Collector.Taken;
import io.opentelemetry.proto.trace.v1.Span.SpanKind;
import io.opentelemetry.proto.trace.v1.Status.StatusCode;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.Collectors;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;

/** What a collector is sent of a gateway that traces every request. */
class TracesTest {
  private static final String THEIR_TRACE = "0af7651916cd43dd8448eb211c80319c";
  private static final String THEIR_SPAN = "b7ad6b7169203331";
  private static final String THEIRS = "traceparent: 00-" + THEIR_TRACE + "-" + THEIR_SPAN + "-01";
  private static final String OPERATOR = "Authorization: Bearer " + Mint.OPERATOR;
  private static final String LETTER = "letter-to-the-collector-with-a-secret";

  @TempDir static Path folder = Path.of(".");

  private static final Vertx VERTX = Vertx.vertx();
  private static final EmbeddedRedis REDIS = EmbeddedRedis.start();
  private static final Shop SHOP = new Shop(VERTX);
  private static final Collector COLLECTOR = new Collector(VERTX);

  private static Gateway gateway;

  @BeforeAll
  static void start() throws IOException {
    Path file = folder.resolve("gateway.yaml");
    Files.writeString(
        file,
        """
        publicOrigin: "%s"
        host: 127.0.0.1
        port: 0
        operatorPort: 0
        redis: "%s"
        createMissingKeys: true
        eventLoops: 2
        operatorTokens: [{name: ann, role: admin, sha256: %s}]
        upstreams:
          shop: {url: "http://127.0.0.1:%d"}
          sockets: {url: "http://127.0.0.1:%d"}
        routes:
          - {path: /events, methods: [GET], access: public}
          - {path: "/events/{event}/**", access: admission}
          - {path: /sockets, access: public, upstream: sockets}
        events:
          derby:
            title: Derby
            start: 2020-01-01T00:00:00Z
            dials: {newUsersPerMinute: 600000, totalActiveUsers: 100000, throttle: "off"}
        traces:
          endpoint: "%s"
          headers: [{name: X-Letter, valueEnv: LETTER}]
          ratio: 1
          service: tickets
          attributes: {deployment.environment.name: test}
        """
            .formatted(
                Site.ORIGIN,
                REDIS.uri(),
                Mint.OPERATOR_SHA256,
                SHOP.port(),
                sockets(),
                COLLECTOR.endpoint()));
    gateway = Site.await(Gateway.start(GatewayConfig.load(file, Map.of("LETTER", LETTER))));
  }

  /** An upstream that talks by WebSockets, and not for long. */
  private static int sockets() {
    return VERTX
        .createHttpServer()
        .webSocketHandler(socket -> socket.close().onFailure(gone -> {}))
        .listen(0, "127.0.0.1")
        .await()
        .actualPort();
  }

  @AfterAll
  static void stop() {
    gateway.stop().await();
    VERTX.close().await();
    REDIS.close();
  }

  @CanIgnoreReturnValue
  private static RawClient.Reply fan(String method, String path, String... headers)
      throws IOException {
    return RawClient.exchange(gateway.port(), RawClient.request(method, path, headers));
  }

  @CanIgnoreReturnValue
  private static RawClient.Reply operator(String method, String path) throws IOException {
    return RawClient.exchange(
        gateway.operatorPort(), RawClient.request(method, path, OPERATOR, "Content-Length: 0"));
  }

  private static Site.Fan admitted() throws IOException {
    RawClient.Reply joined = fan("POST", "/queue/derby/places", "Content-Length: 0");
    String ticket = new JsonObject(joined.body()).getString("ticket");
    String place = "Cookie: hg_place_derby=" + ticket;
    assertEquals(200, fan("GET", "/queue/derby/places/me", place).status());
    RawClient.Reply claimed =
        Awaitility.await()
            .until(
                () -> fan("POST", "/queue/derby/admissions", place, "Content-Length: 0"),
                answer -> answer.status() / 100 == 2);
    return new Site.Fan("derby", ticket, new JsonObject(claimed.body()).getString("token"));
  }

  @CanIgnoreReturnValue
  private static Taken partOf(Taken whole, String name) {
    return COLLECTOR.await(one -> one.parent().equals(whole.id()) && one.name().equals(name));
  }

  private static boolean isServer(Taken one) {
    return one.span().getKind() == SpanKind.SPAN_KIND_SERVER;
  }

  @CanIgnoreReturnValue
  private static Taken server(String name, int status) {
    return COLLECTOR.await(
        one ->
            isServer(one)
                && one.name().equals(name)
                && Integer.toString(status)
                    .equals(one.attributes().get("http.response.status_code")));
  }

  @Test
  void aFansWayIsTracedFromTheJoinToTheShop() throws IOException {
    Site.Fan fan = admitted();
    assertEquals(200, fan("GET", "/events/derby/seats?block=C", fan.cookies()).status());
    Taken joined = server("POST /queue/{event}/places", 201);
    assertEquals("", joined.parent());
    assertEquals(
        Map.of(
            "http.request.method", "POST",
            "http.response.status_code", "201",
            "http.route", "/queue/{event}/places",
            "server.address", "tickets.example",
            "url.scheme", "https"),
        joined.attributes());
    Taken call = partOf(joined, "EVALSHA join");
    assertEquals(joined.traceId(), call.traceId());
    assertEquals(
        Map.of(
            "db.operation.name", "EVALSHA",
            "db.stored_procedure.name", "join",
            "db.system.name", "redis"),
        call.attributes());
    assertEquals(
        Map.of(true, "tickets", false, "test"),
        Map.of(
            true, String.valueOf(joined.resource().get("service.name")),
            false, String.valueOf(joined.resource().get("deployment.environment.name"))));
    server("GET /queue/{event}/places/me", 200);
    partOf(server("POST /queue/{event}/admissions", 201), "EVALSHA claim");
  }

  @Test
  void theShopIsToldTheTraceItIsAPartOf() throws IOException {
    Site.Fan fan = admitted();
    assertEquals(200, fan("POST", "/events/derby/told", fan.cookies()).status());
    Taken asked = server("POST /events/{event}/**", 200);
    assertEquals("derby", asked.attributes().get("headgate.event"));
    Taken way = partOf(asked, "POST");
    assertEquals(SpanKind.SPAN_KIND_CLIENT, way.span().getKind());
    assertEquals(
        Map.of(
            "headgate.upstream", "shop",
            "http.request.method", "POST",
            "http.response.status_code", "200",
            "server.address", "127.0.0.1",
            "server.port", Integer.toString(SHOP.port())),
        way.attributes());
    String[] told = heard("/told").header("traceparent").split("-", -1);
    assertEquals(List.of("00", way.traceId(), way.id()), List.of(told).subList(0, 3));
    assertEquals(1, Integer.parseInt(told[3], 16) & 1, "it is kept");
  }

  private static Shop.Heard heard(String end) {
    return SHOP.heard.stream().filter(one -> one.uri().endsWith(end)).findFirst().orElseThrow();
  }

  @Test
  void aFansOwnTraceIsNamedAndNotFollowed() throws IOException {
    int status =
        fan("GET", "/events/derby/linked", THEIRS, "tracestate: theirs=secret-of-a-fan").status();
    assertEquals(401, status);
    assertEquals(200, fan("GET", "/events", THEIRS, "tracestate: theirs=secret-of-a-fan").status());
    Taken taken =
        COLLECTOR.await(
            one -> isServer(one) && "/events".equals(one.attributes().get("http.route")));
    assertNotEquals(THEIR_TRACE, taken.traceId());
    assertEquals("", taken.parent());
    assertEquals(List.of(THEIR_TRACE + "-" + THEIR_SPAN), taken.links());
    assertEquals(taken.traceId(), heard("/events").header("traceparent").split("-", -1)[1]);
    assertEquals("", heard("/events").header("tracestate"));
  }

  @Test
  void whatOperatorsChangeIsTraced() throws IOException {
    assertEquals(200, operator("POST", "/api/events/derby/pause").status());
    assertEquals(200, operator("POST", "/api/events/derby/resume").status());
    Taken paused = server("POST /api/events/{event}/pause", 200);
    assertEquals("127.0.0.1", paused.attributes().get("server.address"));
    partOf(paused, "EVALSHA pause");
  }

  @Test
  void theQueuesTickIsTracedNowAndThen() throws IOException {
    assertEquals(200, fan("GET", "/queue/derby/status").status());
    Taken tick = COLLECTOR.await(one -> one.name().equals("tick"));
    assertEquals(Map.of("headgate.event", "derby"), tick.attributes());
    partOf(tick, "EVALSHA snapshot");
  }

  @Test
  void aLogLineSaysWhichTraceItIsOf() throws IOException {
    Site.Fan fan = admitted();
    Queue<JsonObject> lines = new ConcurrentLinkedQueue<>();
    Logger root = (Logger) LoggerFactory.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
    AppenderBase<ILoggingEvent> appender =
        new AppenderBase<>() {
          @Override
          protected void append(ILoggingEvent event) {
            String line = new String(new JsonLines().encode(event), StandardCharsets.UTF_8);
            lines.add(new JsonObject(line).put("word", new TraceWord().convert(event)));
          }
        };
    appender.start();
    root.addAppender(appender);
    SHOP.answer = asked -> asked.request().connection().close().onFailure(gone -> {});
    try {
      assertEquals(502, fan("PUT", "/events/derby/gone", fan.cookies()).status());
    } finally {
      SHOP.answer = Shop::echo;
      root.detachAppender(appender);
    }
    Taken asked = server("PUT /events/{event}/**", 502);
    assertEquals(StatusCode.STATUS_CODE_ERROR, asked.span().getStatus().getCode());
    assertEquals("502", asked.attributes().get("error.type"));
    JsonObject line =
        lines.stream()
            .filter(one -> one.getString("message").startsWith("upstream shop:"))
            .findFirst()
            .orElseThrow();
    assertEquals(asked.traceId(), line.getString("traceId"));
    assertEquals(asked.id(), line.getString("spanId"));
    assertEquals("[trace " + asked.traceId() + "] ", line.getString("word"));
    Taken way = partOf(asked, "PUT");
    assertEquals("HttpClosedException", way.attributes().get("error.type"));
  }

  @Test
  void aConnectionThatBecomesAWebSocketIsOneToo() throws IOException {
    String handshake =
        RawClient.request(
            "GET",
            "/sockets",
            "Connection: Upgrade",
            "Upgrade: websocket",
            "Sec-WebSocket-Version: 13",
            "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==");
    try (RawClient client = new RawClient(gateway.port())) {
      client.send(handshake);
      assertEquals(101, client.head().status());
    }
    Taken way = COLLECTOR.await(one -> "sockets".equals(one.attributes().get("headgate.upstream")));
    assertEquals("101", way.attributes().get("http.response.status_code"));
    assertEquals(way.parent(), server("GET /sockets", 101).id());
  }

  /** Whatever is asked, by whomever, and answered. */
  private static Set<String> everything() throws IOException {
    Site.Fan fan = admitted();
    String[] seen = {"Referer: https://a.example/ref-word", "User-Agent: agent-word", THEIRS};
    Set<String> secret =
        new TreeSet<>(
            List.of(
                fan.ticket(),
                fan.token(),
                fan.token().substring(fan.token().lastIndexOf('.') + 1),
                Mint.OPERATOR,
                LETTER));
    fan(
        "GET",
        "/events/derby/path-word?query=query-word",
        fan.cookies(),
        seen[0],
        seen[1],
        seen[2]);
    fan("GET", "/queue/event-word/status", seen[0], seen[1], seen[2]);
    fan("GET", "/queue/-/asset-word.js");
    fan("METHODWORD", "/queue/derby/path-word");
    fan("BREW", "/events/derby/path-word", fan.cookies());
    fan("GET", "/nowhere/path-word");
    fan("GET", "/authorize?query=query-word", "X-Original-URI: /events/derby/path-word");
    fan("GET", "/%zz/path-word");
    fan("GET", "/events/derby/x", "Headgate-Admission: token-word", "Cookie: a=cookie-word");
    operator("GET", "/api/events/derby/places/place-word");
    operator("GET", "/api/path-word?query=query-word");
    operator("DELETE", "/api/events/derby/sessions/session-word");
    operator("GET", "/path-word");
    fan("DELETE", "/queue/derby/admissions/me", fan.cookies());
    return secret;
  }

  @Test
  void nothingThatACallerSaysIsInASpan() throws IOException {
    Set<String> secret = everything();
    server("DELETE /queue/{event}/admissions/me", 204);
    String all = COLLECTOR.sent.toString();
    assertTrue(all.contains("http.route"), "something was sent");
    secret.forEach(one -> assertFalse(all.contains(one), one));
    assertFalse(all.toLowerCase(Locale.ROOT).contains("word"), all);
    assertFalse(all.contains("a.example"), "a host that a caller names");
    assertFalse(all.contains("BREW"), "a method that nobody knows");
    assertFalse(all.contains("secret-of-a-fan"), all);
  }

  @Test
  void spansHaveFewNames() throws IOException {
    Set<String> secret = everything();
    server("DELETE /queue/{event}/admissions/me", 204);
    Set<String> names = COLLECTOR.taken.stream().map(Taken::name).collect(Collectors.toSet());
    Set<String> odd =
        names.stream()
            .filter(
                name ->
                    !name.matches(
                        "(GET|POST|PUT|DELETE|HTTP)( /[a-z{}*/.-]*)?|EVALSHA [a-z]+|tick"))
            .collect(Collectors.toSet());
    assertEquals(Set.of(), odd);
    assertTrue(names.contains("HTTP /queue/**"), names.toString());
    assertFalse(secret.isEmpty());
  }

  @Test
  void theCollectorGetsTheHeadersThatAreConfigured() throws IOException {
    assertEquals(200, fan("GET", "/queue/derby/status").status());
    Awaitility.await().until(() -> !COLLECTOR.asked.isEmpty());
    COLLECTOR.asked.forEach(
        headers -> {
          assertEquals(LETTER, headers.get("X-Letter"));
          assertEquals("application/x-protobuf", headers.get("Content-Type"));
        });
  }
}
