package dev.headgate.gateway;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.headgate.embedded.EmbeddedRedis;
import dev.headgate.gateway.config.GatewayConfig;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a whole gateway says in the headers of its answers, address by address. */
class AnswerHeadersTest {
  private static final String TOKEN = "an-operator-token-of-this-test";
  private static final String NAVIGATION = "Sec-Fetch-Mode: navigate";
  private static final String STRICT = "max-age=31536000; includeSubDomains";

  /** What anyone may keep, for a while or for ever, because it is the same for all. */
  private static final Set<String> PUBLIC =
      Set.of("/queue/derby", "/queue/derby/status", "/queue/derby/draw", "/.well-known/jwks.json");

  @TempDir static Path folder;

  private static Vertx vertx;
  private static EmbeddedRedis redis;
  private static Gateway gateway;

  /** One answer: its status, its header lines, its body. */
  private record Answer(String asked, int status, List<String> head, String body) {
    List<String> all(String name) {
      String start = name.toLowerCase(Locale.ROOT) + ":";
      return head.stream()
          .filter(line -> line.toLowerCase(Locale.ROOT).startsWith(start))
          .map(line -> line.substring(start.length()).trim())
          .toList();
    }

    String header(String name) {
      return String.join(" | ", all(name));
    }

    boolean isPage() {
      return header("Content-Type").startsWith("text/html");
    }
  }

  @BeforeAll
  static void start() throws Exception {
    vertx = Vertx.vertx();
    redis = EmbeddedRedis.start();
    int shop =
        vertx
            .createHttpServer()
            .requestHandler(request -> request.response().end("the shop's"))
            .listen(0, "127.0.0.1")
            .await(60, TimeUnit.SECONDS)
            .actualPort();
    String yaml =
        """
        publicOrigin: https://tickets.example
        host: 127.0.0.1
        port: 0
        operatorPort: 0
        redis: %s
        createMissingKeys: true
        eventLoops: 1
        upstreams: {shop: "http://127.0.0.1:%d"}
        operatorTokens: [{name: ann, role: admin, sha256: %s}]
        headers: {strictTransport: P365D, subdomains: true}
        events:
          derby:
            title: "Derby <script>alert(1)</script>"
            start: %s
            dials: {newUsersPerMinute: 60, totalActiveUsers: 100}
        """
            .formatted(redis.uri(), shop, hash(), Instant.now().plusSeconds(3600));
    Path file = Files.writeString(folder.resolve("gateway.yaml"), yaml);
    gateway = Gateway.start(GatewayConfig.load(file, Map.of())).await(60, TimeUnit.SECONDS);
  }

  private static String hash() throws Exception {
    return HexFormat.of()
        .formatHex(
            java.security.MessageDigest.getInstance("SHA-256")
                .digest(TOKEN.getBytes(StandardCharsets.UTF_8)));
  }

  @AfterAll
  static void stop() throws Exception {
    Object unused = gateway.stop().await(60, TimeUnit.SECONDS);
    unused = vertx.close().await(60, TimeUnit.SECONDS);
    redis.close();
  }

  private static Answer ask(int port, String request, String... headers) throws IOException {
    StringBuilder head = new StringBuilder(request + " HTTP/1.1\r\nHost: tickets.example\r\n");
    for (String header : headers) {
      head.append(header).append("\r\n");
    }
    if (request.startsWith("P")) {
      head.append("Content-Length: 0\r\n");
    }
    return raw(port, request, head.append("Connection: close\r\n\r\n").toString());
  }

  private static Answer raw(int port, String asked, String bytes) throws IOException {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      socket.setSoTimeout(60_000);
      socket.getOutputStream().write(bytes.getBytes(StandardCharsets.ISO_8859_1));
      String all = new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      int end = all.indexOf("\r\n\r\n");
      List<String> lines = new ArrayList<>(List.of(all.substring(0, end).split("\r\n", -1)));
      int status = Integer.parseInt(lines.remove(0).split(" ", 3)[1]);
      return new Answer(asked, status, lines, all.substring(end + 4));
    }
  }

  private static Answer fan(String request, String... headers) throws IOException {
    return ask(gateway.port(), request, headers);
  }

  private static List<Answer> fansAnswers() throws IOException {
    List<Answer> answers = new ArrayList<>();
    Answer page = fan("GET /queue/derby");
    answers.add(page);
    Matcher asset = Pattern.compile("/queue/-/[\\w.]+").matcher(page.body());
    while (asset.find()) {
      answers.add(fan("GET " + asset.group()));
      answers.add(fan("GET " + asset.group(), "Accept-Encoding: gzip"));
    }
    assertTrue(answers.size() >= 5, "a style sheet and a script");
    answers.add(fan("GET /queue/derby", "If-None-Match: " + page.header("ETag")));
    answers.add(fan("HEAD /queue/derby"));
    Answer joined = fan("POST /queue/derby/places");
    assertEquals(201, joined.status(), joined.body());
    answers.add(joined);
    String place = "Cookie: " + joined.header("Set-Cookie").replaceFirst(";.*", "");
    answers.add(fan("GET /queue/derby/places/me", place));
    answers.add(fan("POST /queue/derby/admissions", place));
    for (String request :
        List.of(
            "GET /queue/derby/status",
            "GET /queue/derby/draw",
            "GET /queue/derby/challenge",
            "GET /queue/derby/places/me",
            "POST /queue/derby/admissions",
            "DELETE /queue/derby/admissions/me",
            "GET /.well-known/jwks.json",
            "GET /queue/nothing",
            "GET /queue/derby/nothing",
            "GET /queue/-/nothing.js",
            "PUT /queue/derby",
            "OPTIONS /queue/derby/places",
            "GET /events/derby/seats",
            "POST /events/derby/holds",
            "GET /nothing",
            "GET /events/..%2fderby")) {
      answers.add(fan(request));
    }
    answers.add(fan("GET /events/derby/seats", NAVIGATION));
    answers.add(fan("GET /events/derby/seats", "Authorization: Bearer x.y.z"));
    answers.add(fan("POST /queue/derby/places", "Sec-Fetch-Site: cross-site"));
    return answers;
  }

  @Test
  void everyAnswerOfOursToFansIsGuarded() throws Exception {
    List<Answer> answers = fansAnswers();
    for (Answer answer : answers) {
      String what = answer.asked() + " " + answer.status() + " " + answer.head();
      assertEquals("nosniff", answer.header("X-Content-Type-Options"), what);
      assertEquals("same-origin", answer.header("Cross-Origin-Resource-Policy"), what);
      assertEquals(STRICT, answer.header("Strict-Transport-Security"), what);
      assertEquals("", answer.header("Access-Control-Allow-Origin"), what);
      assertEquals("", answer.header("Server"), what);
      assertKeepable(answer, what);
      if (answer.isPage()) {
        assertGuardedPage(answer, what);
      }
    }
    assertTrue(answers.stream().filter(Answer::isPage).count() >= 3);
  }

  private static void assertKeepable(Answer answer, String what) {
    String path = answer.asked().replaceFirst("^[A-Z]+ ", "");
    boolean fine = answer.status() == 200 || answer.status() == 304;
    boolean isPublic = fine && (PUBLIC.contains(path) || path.startsWith("/queue/-/"));
    String caching = answer.header("Cache-Control");
    if (isPublic) {
      assertTrue(caching.startsWith("public"), what);
      assertEquals("", answer.header("Set-Cookie"), what);
    } else {
      assertEquals("no-store", caching, what);
    }
  }

  private static void assertGuardedPage(Answer page, String what) {
    String policy = page.header("Content-Security-Policy");
    assertEquals(1, page.all("Content-Security-Policy").size(), what);
    assertTrue(policy.startsWith("default-src 'none'; script-src 'self'; style-src 'self';"), what);
    assertTrue(policy.contains("frame-ancestors 'none'"), what);
    assertFalse(policy.contains("unsafe"), what);
    assertEquals("DENY", page.header("X-Frame-Options"), what);
    assertEquals("same-origin", page.header("Referrer-Policy"), what);
    boolean ownAddress = page.asked().contains(" /queue/");
    assertEquals(ownAddress ? "same-origin" : "", page.header("Cross-Origin-Opener-Policy"), what);
    assertFalse(page.body().contains("<script>"), "a title is text");
  }

  @Test
  void whatCannotBeReadIsAnsweredGuardedAsWell() throws Exception {
    for (int port : new int[] {gateway.port(), gateway.operatorPort()}) {
      Answer answer = raw(port, "nonsense", "nonsense\r\n\r\n");
      assertEquals(400, answer.status());
      assertEquals("nosniff", answer.header("X-Content-Type-Options"));
      assertEquals("no-store", answer.header("Cache-Control"));
    }
  }

  @Test
  void anUnknownHttpVersionIsTheClientsFault() throws Exception {
    for (String line :
        List.of(
            "PRI * HTTP/2.0",
            "GET / HTTP/1.2",
            "GET / HTTP/0.9",
            "GET / HTTP/3.0",
            "GET / X/1.1")) {
      Answer answer = raw(gateway.port(), line, line + "\r\nHost: a\r\n\r\n");
      assertEquals(400, answer.status(), line);
      assertEquals("nosniff", answer.header("X-Content-Type-Options"), line);
    }
  }

  @Test
  void ofForwardedAnswersOnlyTheTransportIsOurs() throws Exception {
    Answer forwarded = fan("GET /events");
    assertTrue(forwarded.body().endsWith("the shop's"), forwarded.body());
    assertEquals(STRICT, forwarded.header("Strict-Transport-Security"));
    assertEquals("", forwarded.header("Content-Security-Policy"));
    assertEquals("", forwarded.header("X-Content-Type-Options"));
    assertEquals("", forwarded.header("Cache-Control"));
  }

  @Test
  void everyAnswerToOperatorsIsGuarded() throws Exception {
    String event = "/api/events/derby";
    for (String request :
        List.of(
            "GET /session",
            "GET /api/feed",
            "GET /api/preview",
            "GET /healthz",
            "GET /readyz",
            "GET /metrics",
            "GET /openapi.json",
            "GET /nothing",
            "GET /api/events",
            "GET " + event,
            "HEAD " + event,
            "GET /api/events/none",
            "PUT " + event,
            "PATCH " + event + "/dials",
            "POST " + event + "/pause",
            "POST " + event + "/resume",
            "POST " + event + "/draw",
            "POST " + event + "/reset",
            "POST " + event + "/entries",
            "PUT " + event + "/message",
            "DELETE " + event + "/message",
            "DELETE " + event + "/sessions/none",
            "GET " + event + "/history",
            "GET " + event + "/sessions",
            "GET " + event + "/places/0",
            "POST " + event + "/forecast",
            "POST /api/sizing",
            "OPTIONS " + event,
            "GET /api/..%2f",
            "GET " + event + "/")) {
      for (String token : List.of("Authorization: Bearer " + TOKEN, "Accept: */*")) {
        Answer answer = ask(gateway.operatorPort(), request, token);
        String what = request + " " + answer.status() + " " + answer.head();
        assertEquals("nosniff", answer.header("X-Content-Type-Options"), what);
        assertEquals("same-origin", answer.header("Cross-Origin-Resource-Policy"), what);
        // The document of the API is the same for everybody.
        boolean everybodys = request.equals("GET /openapi.json");
        assertEquals(
            everybodys ? "public, max-age=60" : "no-store", answer.header("Cache-Control"), what);
        assertEquals("DENY", answer.header("X-Frame-Options"), what);
        assertEquals("no-referrer", answer.header("Referrer-Policy"), what);
        assertEquals(
            "default-src 'none'; frame-ancestors 'none'",
            answer.header("Content-Security-Policy"),
            what);
        assertEquals("", answer.header("Set-Cookie"), what);
        assertFalse(answer.toString().contains(TOKEN), what);
      }
    }
  }
}
