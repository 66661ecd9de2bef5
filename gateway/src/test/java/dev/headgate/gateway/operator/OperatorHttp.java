package dev.headgate.gateway.operator;

import static org.junit.jupiter.api.Assertions.assertEquals;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import dev.headgate.gateway.access.Access;
import dev.headgate.gateway.access.AccessParts;
import dev.headgate.gateway.access.AccessRules;
import dev.headgate.gateway.audit.AuditParts;
import dev.headgate.gateway.audit.AuditTrail;
import dev.headgate.gateway.config.Dials;
import dev.headgate.gateway.config.EventSettings;
import dev.headgate.gateway.config.GatewayConfig;
import dev.headgate.gateway.config.OperatorSessions;
import dev.headgate.gateway.config.OperatorToken;
import dev.headgate.gateway.config.Pages;
import dev.headgate.gateway.config.Role;
import dev.headgate.gateway.config.Ways;
import dev.headgate.gateway.edge.Edge;
import dev.headgate.gateway.forward.Forward;
import dev.headgate.gateway.page.QueuePage;
import dev.headgate.gateway.preview.FramedPages;
import dev.headgate.gateway.telemetry.Telemetry;
import dev.headgate.gateway.testing.DocumentedAnswers;
import dev.headgate.gateway.token.AdmissionTokens;
import dev.headgate.gateway.token.Keys;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;

/** The operator's API on a port of its own, over events in memory, and requests to it. */
abstract class OperatorHttp {
  static final String ADMIN = "admin-token-0123456789abcdef";
  static final String OPERATOR = "operator-token-0123456789abcdef";
  static final String VIEWER = "viewer-token-0123456789abcdef";
  static final Instant START = Instant.parse("2026-12-01T10:00:00Z");
  static final String SETTINGS =
      """
      {"title":"Cup","start":"2026-12-01T10:00:00Z",
       "dials":{"newUsersPerMinute":600,"totalActiveUsers":5000}}\
      """;

  /** One set of keys for all tests: making them takes longer than most of these. */
  @TempDir private static Path folder = Path.of(".");

  /** The same of what reads files. */
  private static final QueuePage QUEUE_PAGE = QueuePage.bundled();

  @TempDir Path trails = Path.of(".");

  final DocumentedAnswers documented = new DocumentedAnswers();
  final HttpClient client = HttpClient.newHttpClient();
  final Telemetry telemetry = Telemetry.create();
  final Vertx vertx = telemetry.measured(new VertxOptions()).build();
  final InMemoryEvents events = new InMemoryEvents(vertx);
  final AdmissionTokens admissions =
      Keys.open(folder, true).admissionTokens(vertx, "https://tickets.example");
  final SetClock clock = new SetClock();
  final Access access = access(rules());
  final InMemoryFeed feed = new InMemoryFeed();

  /** How many entries were read of the audit trail by pages. */
  final AtomicInteger entriesRead = new AtomicInteger();

  final AtomicInteger minted = new AtomicInteger();
  final ListAppender<ILoggingEvent> log = new ListAppender<>();
  Pages pages = Pages.usual();
  volatile Ways ways = Forward.ways(GatewayConfig.defaults(Path.of("none")));
  QueuePage queuePage = QUEUE_PAGE;
  Supplier<Future<Void>> readiness = Future::succeededFuture;
  int port;

  @BeforeEach
  void serve() throws Exception {
    events.put(FixedView.fresh("derby", EventSettings.of("Derby", START, Dials.of(600, 5000))));
    port = listen(parts());
    Logger root = logger();
    root.setLevel(Level.DEBUG);
    log.setContext((LoggerContext) LoggerFactory.getILoggerFactory());
    log.start();
    root.addAppender(log);
  }

  /** One more listener; its port. */
  int listen(OperatorParts parts) throws Exception {
    HttpServerOptions options =
        new HttpServerOptions()
            .setHost("127.0.0.1")
            .setPort(0)
            .setHttp2ClearTextEnabled(false); // As a gateway does.
    return vertx
        .createHttpServer(options)
        .requestHandler(OperatorApi.over(vertx, parts))
        .listen()
        .await(60, TimeUnit.SECONDS)
        .actualPort();
  }

  @AfterEach
  void stop() throws Exception {
    logger().detachAppender(log);
    logger().setLevel(Level.INFO);
    vertx.close().await(60, TimeUnit.SECONDS);
    telemetry.close();
  }

  /** Who may operate, until a test says otherwise. */
  AccessRules rules() {
    List<OperatorToken> tokens =
        List.of(
            new OperatorToken("ann", Role.ADMIN, sha256(ADMIN)),
            new OperatorToken("otto", Role.OPERATOR, sha256(OPERATOR)),
            new OperatorToken("vera", Role.VIEWER, sha256(VIEWER)));
    return new AccessRules(tokens, List.of(), null, OperatorSessions.usual(), null);
  }

  /** Time that passes only when a test says so. */
  static final class SetClock implements InstantSource {
    private volatile Instant now = Instant.now();

    void forward(Duration by) {
      now = now.plus(by);
    }

    @Override
    public Instant instant() {
      return now;
    }
  }

  /** Another gateway's, over the same keys. */
  Access access(AccessRules rules) {
    return access(rules, store());
  }

  Access access(AccessRules rules, URI store) {
    return Access.over(
        new AccessParts(
            vertx, rules, Keys.open(folder, true).secretFor("operators"), store, clock));
  }

  /** Where gateways tell each other who has signed out; nothing listens there. */
  URI store() {
    return URI.create("redis://127.0.0.1:1");
  }

  OperatorParts parts() {
    return parts(access);
  }

  OperatorParts parts(Access access) {
    return new OperatorParts(
        events,
        access,
        () -> readiness.get(),
        telemetry,
        admissions,
        this::mint,
        pages,
        trail(),
        FramedPages.of(queuePage, InstantSource.system()),
        new PublicDraws(URI.create("https://tickets.example"), Edge::drawDocument, Edge::qrCode),
        feed,
        () -> ways);
  }

  /** A trail on disk alone: nothing listens where its store should be. */
  private AuditTrail trail() {
    AuditTrail onDisk =
        AuditTrail.over(
            new AuditParts(
                vertx,
                URI.create("redis://127.0.0.1:1"),
                trails,
                InstantSource.system(),
                Duration.ofHours(1)));
    return new CountedTrail(onDisk, entriesRead);
  }

  /** A ticket that shows what it was made from. */
  private String mint(String event, int lane, @Nullable Instant expires) {
    return "hge1.secret-" + event + "-" + lane + "-" + expires + "-" + minted.getAndIncrement();
  }

  /** The lines of the audit trail so far. */
  List<String> audit() {
    return lines().stream().filter(line -> line.startsWith("audit ")).toList();
  }

  List<String> lines() {
    // Other threads may still be logging.
    return List.copyOf(new ArrayList<>(log.list)).stream()
        .map(ILoggingEvent::getFormattedMessage)
        .toList();
  }

  static Logger logger() {
    return (Logger) LoggerFactory.getLogger("dev.headgate");
  }

  List<String> listed(String path, @Nullable String next) throws Exception {
    HttpResponse<String> answer = send("GET", path, VIEWER);
    assertEquals(200, answer.statusCode(), answer.body());
    JsonObject page = new JsonObject(answer.body());
    assertEquals(next, page.getString("next"));
    return page.getJsonArray("events").stream()
        .map(event -> ((JsonObject) event).getString("event"))
        .toList();
  }

  HttpResponse<String> put(String path, String body, String ifMatch) throws Exception {
    HttpRequest.Builder put =
        request(path, ADMIN)
            .header("Content-Type", "application/json")
            .header("If-Match", ifMatch)
            .PUT(BodyPublishers.ofString(body));
    return exchange(put.build());
  }

  HttpResponse<String> send(String method, String path, @Nullable String token) throws Exception {
    return send(method, path, token, null);
  }

  HttpResponse<String> send(
      String method, String path, @Nullable String token, @Nullable String body) throws Exception {
    HttpRequest.Builder request = request(path, token);
    if (body == null) {
      request.method(method, BodyPublishers.noBody());
    } else {
      request.header("Content-Type", "application/json");
      request.method(method, BodyPublishers.ofString(body));
    }
    return exchange(request.build());
  }

  /** Sends a request, and holds the answer against what is documented. */
  HttpResponse<String> exchange(HttpRequest request) throws Exception {
    return checked(client.send(request, BodyHandlers.ofString()));
  }

  /** An answer that may be given by the document at /openapi.json. */
  HttpResponse<String> checked(HttpResponse<String> answer) {
    URI uri = answer.request().uri();
    String query = uri.getRawQuery() == null ? "" : "?" + uri.getRawQuery();
    documented.check(
        new DocumentedAnswers.Given(
            answer.request().method(),
            uri.getRawPath() + query,
            answer.statusCode(),
            name -> answer.headers().firstValue(name).orElse(""),
            answer.body()));
    return answer;
  }

  HttpRequest.Builder request(String path, @Nullable String token) {
    HttpRequest.Builder request = HttpRequest.newBuilder(uri(path)).timeout(Duration.ofSeconds(60));
    return token == null ? request : request.header("Authorization", "Bearer " + token);
  }

  /** Signs a browser in; the answer has its cookie. */
  HttpResponse<String> signIn(String token) throws Exception {
    String body = new JsonObject().put("token", token).encode();
    HttpResponse<String> answer = send("POST", "/session", null, body);
    assertEquals(201, answer.statusCode(), answer.body());
    return answer;
  }

  /** What signs a browser out. */
  HttpRequest signingOut(String cookie) {
    return request("/session", null).header("Cookie", cookie).DELETE().build();
  }

  /** Signs a browser out, once more where the store was slow to hear of it. */
  HttpResponse<String> signOut(String cookie) throws Exception {
    HttpRequest out = signingOut(cookie);
    HttpResponse<String> answer = exchange(out);
    for (int tries = 1; answer.statusCode() == 503 && tries < 30; tries++) {
      answer = exchange(out);
    }
    return answer;
  }

  /** The cookie that an answer sets, as a browser sends it back. */
  static String cookie(HttpResponse<String> answer) {
    return answer.headers().firstValue("Set-Cookie").orElseThrow().split(";", 2)[0];
  }

  URI uri(String path) {
    return URI.create("http://127.0.0.1:" + port + path);
  }

  String rawGet(String path) throws IOException {
    return raw("GET", path);
  }

  /** The first line of an answer to what no client of Java's would send. */
  String raw(String method, String path) throws IOException {
    return rawHead(method, path, "Accept: */*");
  }

  /** The same with one more line of the request's head. */
  String rawHead(String method, String path, String header) throws IOException {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      socket.setSoTimeout(60_000);
      String request =
          "%s %s HTTP/1.1\r\nHost: x\r\nConnection: close\r\nAuthorization: Bearer %s\r\n%s\r\n\r\n"
              .formatted(method, path, ADMIN, header);
      socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
      String answer = new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      String[] parts = answer.split("\r\n\r\n", 2);
      List<String> head = List.of(parts[0].split("\r\n", -1));
      documented.check(
          new DocumentedAnswers.Given(
              method,
              path,
              Integer.parseInt(head.get(0).split(" ", -1)[1]),
              name -> value(head, name),
              parts[1]));
      return head.get(0) + " ";
    }
  }

  private static String value(List<String> head, String name) {
    return head.stream()
        .filter(line -> line.regionMatches(true, 0, name + ":", 0, name.length() + 1))
        .map(line -> line.substring(name.length() + 1).trim())
        .findFirst()
        .orElse("");
  }

  /** The document at /openapi.json. */
  JsonObject served() throws Exception {
    return new JsonObject(send("GET", "/openapi.json", null).body());
  }

  static void assertProblem(int status, HttpResponse<String> answer) {
    assertEquals(status, answer.statusCode(), answer.body());
    assertEquals("application/problem+json", contentType(answer));
    assertEquals(status, new JsonObject(answer.body()).getInteger("status"));
  }

  static void assertProblem(int status, String code, HttpResponse<String> answer) {
    assertProblem(status, answer);
    assertEquals("urn:headgate:problem:" + code, new JsonObject(answer.body()).getString("type"));
  }

  static Set<String> fields(HttpResponse<String> answer) {
    return new JsonObject(answer.body())
        .getJsonArray("errors").stream()
            .map(error -> ((JsonObject) error).getString("field"))
            .collect(Collectors.toCollection(TreeSet::new));
  }

  static JsonObject settings(HttpResponse<String> answer) {
    return new JsonObject(answer.body()).getJsonObject("settings");
  }

  static JsonObject dials(HttpResponse<String> answer) {
    return settings(answer).getJsonObject("dials");
  }

  static String etag(HttpResponse<String> answer) {
    return answer.headers().firstValue("ETag").orElse("none: " + answer.body());
  }

  static String contentType(HttpResponse<String> answer) {
    return answer.headers().firstValue("Content-Type").orElse("none");
  }

  static String sha256(String token) {
    try {
      byte[] hash =
          MessageDigest.getInstance("SHA-256").digest(token.getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(hash);
    } catch (NoSuchAlgorithmException impossible) {
      throw new AssertionError(impossible);
    }
  }
}
