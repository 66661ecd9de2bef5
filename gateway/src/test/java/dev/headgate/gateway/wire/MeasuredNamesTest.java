package dev.headgate.gateway.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.headgate.embedded.EmbeddedRedis;
import dev.headgate.gateway.Gateway;
import dev.headgate.gateway.config.GatewayConfig;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionTimeoutException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/**
 * The names that the dashboard, the alerts and the documents use are those that a gateway under
 * traffic measures.
 */
class MeasuredNamesTest {
  private static final Path ROOT = Path.of("..");
  private static final Path ALERTS = ROOT.resolve("config/prometheus/alerts.yaml");
  private static final Path DASHBOARD = ROOT.resolve("config/grafana/headgate.json");
  private static final Pattern SERIES = Pattern.compile("([a-zA-Z_:][\\w:]*)(?:\\{(.*)})? \\S+");
  private static final Pattern LABEL = Pattern.compile("(\\w+)=\"((?:[^\"\\\\]|\\\\.)*)\"");
  private static final Pattern ROW = Pattern.compile("^\\| `(headgate_\\w+)[`{](.*)$");

  /** What Prometheus itself puts on everything. */
  private static final Set<String> OF_PROMETHEUS = Set.of("job", "instance");

  @TempDir static Path folder = Path.of(".");

  private static final Vertx VERTX = Vertx.vertx();
  private static final EmbeddedRedis REDIS = EmbeddedRedis.start();

  /** By metric, by label, the values seen. */
  private static Map<String, Map<String, Set<String>>> live = Map.of();

  private static String text = "";

  /** What the webhook was told, in order. */
  private static final List<String> TOLD = new CopyOnWriteArrayList<>();

  private static int port;
  private static int operatorPort;

  @BeforeAll
  static void measure() throws Exception {
    HttpServer shop =
        VERTX
            .createHttpServer()
            .requestHandler(MeasuredNamesTest::answer)
            .listen(0, "127.0.0.1")
            .await(60, TimeUnit.SECONDS);
    Path file = folder.resolve("gateway.yaml");
    Files.writeString(file, yaml(shop.actualPort()));
    Gateway gateway = Site.await(Gateway.start(GatewayConfig.load(file, Map.of())));
    gateway.follow(file);
    port = gateway.port();
    operatorPort = gateway.operatorPort();
    try {
      traffic();
      // Some are there only once something has been seen for a while.
      Awaitility.await()
          .atMost(Duration.ofMinutes(2))
          .pollInterval(Duration.ofMillis(200))
          .ignoreExceptions()
          .until(
              () -> {
                text = exchange(operatorPort, "GET", "/metrics").body();
                live = read(text);
                return TOLD.contains("resumed")
                    && live.keySet().containsAll(documented("docs/operator-api.md").keySet());
              });
    } catch (ConditionTimeoutException late) {
      // The test that looks for them says which are missing.
      assertFalse(live.isEmpty());
    } finally {
      Site.await(gateway.stop());
    }
  }

  @AfterAll
  static void stop() {
    VERTX.close().await();
    REDIS.close();
  }

  private static void answer(HttpServerRequest request) {
    if (String.valueOf(request.path()).startsWith("/internal/load")) {
      JsonObject left = new JsonObject().put("free", 100).put("pending", 7);
      request
          .response()
          .putHeader("Content-Type", "application/json")
          .end(
              new JsonObject()
                  .put("holdP95Millis", 120)
                  .put("errorShare", 0.0)
                  .put("poolInUse", 3)
                  .put("poolMax", 10)
                  .put("poolWaiting", 0)
                  .put("remaining", new JsonObject().put("derby", left))
                  .encode())
          .onFailure(gone -> {});
    } else if (String.valueOf(request.path()).equals("/hook")) {
      request
          .body()
          .onSuccess(body -> TOLD.add(body.toJsonObject().getString("type")))
          .compose(body -> request.response().setStatusCode(204).end())
          .onFailure(gone -> {});
    } else {
      request
          .response()
          .putHeader("Set-Cookie", "hg_admission_derby=forged")
          .end("shop")
          .onFailure(gone -> {});
    }
  }

  private static String yaml(int shop) {
    return """
    publicOrigin: "%s"
    host: 127.0.0.1
    port: 0
    operatorPort: 0
    redis: "%s"
    createMissingKeys: true
    eventLoops: 1
    operatorTokens: [{name: ann, role: admin, sha256: %s}]
    upstreams:
      shop: {url: "http://127.0.0.1:%d", load: "http://127.0.0.1:%d/internal/load"}
    webhooks:
      - {name: ops, url: "http://127.0.0.1:%d/hook", secretFile: ops.whsec}
    traces: {endpoint: "http://127.0.0.1:1/v1/traces"}
    events:
      derby:
        title: Derby
        start: always
        dials: {newUsersPerMinute: 6000, totalActiveUsers: 1000, throttle: auto}
    """
        .formatted(Site.ORIGIN, REDIS.uri(), Mint.OPERATOR_SHA256, shop, shop, secret(shop));
  }

  /** Makes the hook's secret, and gives back its receiver's port. */
  private static int secret(int receiver) {
    try {
      Path file = folder.resolve("ops.whsec");
      Files.writeString(file, "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw");
      Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
      return receiver;
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }

  private static RawClient.Reply exchange(int at, String method, String path, String... headers)
      throws IOException {
    return RawClient.exchange(at, RawClient.request(method, path, headers));
  }

  private static void traffic() throws IOException {
    RawClient.Reply joined = exchange(port, "POST", "/queue/derby/places", "Content-Length: 0");
    String ticket = new JsonObject(joined.body()).getString("ticket");
    String place = "Cookie: hg_place_derby=" + ticket;
    assertEquals(200, exchange(port, "GET", "/queue/derby/places/me", place).status());
    RawClient.Reply claimed =
        Awaitility.await()
            .atMost(Duration.ofMinutes(2))
            .until(
                () -> exchange(port, "POST", "/queue/derby/admissions", place, "Content-Length: 0"),
                reply -> reply.status() / 100 == 2);
    String token = new JsonObject(claimed.body()).getString("token");
    String admission = "Headgate-Admission: " + token;
    assertEquals(200, exchange(port, "GET", "/events/derby/seats", admission).status());
    String asked = "X-Original-URI: /events/derby/seats";
    assertEquals(4, exchange(port, "GET", "/authorize", asked).status() / 100);
    String operator = "Authorization: Bearer " + Mint.OPERATOR;
    String pause = "/api/events/derby/pause";
    assertEquals(
        200, exchange(operatorPort, "POST", pause, operator, "Content-Length: 0").status());
    String resume = "/api/events/derby/resume";
    assertEquals(
        200, exchange(operatorPort, "POST", resume, operator, "Content-Length: 0").status());
    assertEquals(
        401, exchange(operatorPort, "GET", "/api/events", "Authorization: Bearer x").status());
  }

  private static Map<String, Map<String, Set<String>>> read(String text) {
    Map<String, Map<String, Set<String>>> all = new TreeMap<>();
    for (String line : text.split("\n", -1)) {
      Matcher series = SERIES.matcher(line);
      if (!line.startsWith("#") && series.matches()) {
        Map<String, Set<String>> labels =
            all.computeIfAbsent(series.group(1), name -> new HashMap<>());
        Matcher label = LABEL.matcher(series.group(2) == null ? "" : series.group(2));
        while (label.find()) {
          labels.computeIfAbsent(label.group(1), name -> new TreeSet<>()).add(label.group(2));
        }
      }
    }
    return all;
  }

  /** By metric, what its row in a table of a document says. */
  private static Map<String, String> documented(String file) throws IOException {
    Map<String, String> rows = new TreeMap<>();
    for (String line : Files.readAllLines(ROOT.resolve(file))) {
      Matcher row = ROW.matcher(line);
      if (row.matches()) {
        rows.put(row.group(1), row.group(2));
      }
    }
    return rows;
  }

  private static Map<String, String> documentedAnywhere() throws IOException {
    Map<String, String> rows = new TreeMap<>();
    try (Stream<Path> files = Files.list(ROOT.resolve("docs"))) {
      for (Path file : files.filter(one -> one.toString().endsWith(".md")).toList()) {
        rows.putAll(documented("docs/" + file.getFileName()));
      }
    }
    rows.putAll(documented("docs/operator-api.md"));
    return rows;
  }

  @Test
  void aWebhookOfTheGatewayIsToldOfItsEventsFromTheirCreationOn() {
    assertEquals(List.of("created", "opened", "on-sale", "paused", "resumed"), TOLD);
  }

  @Test
  void everyMetricOfTheOperatorsGuideIsMeasured() throws IOException {
    Set<String> missing = new TreeSet<>(documented("docs/operator-api.md").keySet());
    missing.removeAll(live.keySet());
    assertEquals(Set.of(), missing);
    assertTrue(documented("docs/operator-api.md").size() > 30, "the table was found");
  }

  @Test
  void everyMetricOfOursSaysWhatItIs() {
    Set<String> silent = new TreeSet<>();
    Matcher help = Pattern.compile("# HELP (headgate_\\w+) *(.*)").matcher(text);
    while (help.find()) {
      if (help.group(2).isBlank()) {
        silent.add(help.group(1));
      }
    }
    assertEquals(Set.of(), silent);
  }

  @Test
  void everyRefusalAndChangeIsCountedFromZeroAndDocumented() throws IOException {
    assertCounted("headgate_operator_refusals_total", "reason");
    assertCounted("headgate_operator_changes_total", "change");
  }

  private static void assertCounted(String metric, String label) throws IOException {
    String row = String.valueOf(documented("docs/operator-api.md").get(metric));
    Set<String> said = new TreeSet<>();
    Matcher words = Pattern.compile("`([a-z-]+)`").matcher(row);
    while (words.find()) {
      said.add(words.group(1));
    }
    said.remove(label);
    assertEquals(said, valuesOf(metric, label));
  }

  @Test
  void everyMetricOfOursIsDocumented() throws IOException {
    StringBuilder documents = new StringBuilder();
    try (Stream<Path> files = Files.list(ROOT.resolve("docs"))) {
      for (Path file : files.filter(one -> one.toString().endsWith(".md")).toList()) {
        documents.append(Files.readString(file));
      }
    }
    Set<String> unknown =
        live.keySet().stream()
            .filter(name -> name.startsWith("headgate_"))
            .map(name -> name.replaceFirst("_(count|sum|max|bucket)$", ""))
            .filter(name -> documents.indexOf("`" + name) < 0)
            .collect(Collectors.toCollection(TreeSet::new));
    assertEquals(Set.of(), unknown);
  }

  @Test
  void whatTheAlertsNameIsMeasured() throws IOException {
    for (Map<String, Object> alert : alerts()) {
      check(String.valueOf(alert.get("alert")), String.valueOf(alert.get("expr")));
    }
  }

  @Test
  void whatTheDashboardNamesIsMeasured() throws IOException {
    JsonObject dashboard = new JsonObject(Files.readString(DASHBOARD));
    int expressions = 0;
    Set<Integer> ids = new TreeSet<>();
    for (Object one : dashboard.getJsonArray("panels")) {
      JsonObject panel = (JsonObject) one;
      assertTrue(ids.add(panel.getInteger("id")), () -> "an id of its own: " + panel);
      for (Object target : panel.getJsonArray("targets", new JsonArray())) {
        String expression = ((JsonObject) target).getString("expr");
        check(panel.getString("title"), expression);
        legend(panel, (JsonObject) target, PromqlNames.in(plain(expression)));
        expressions++;
      }
    }
    assertTrue(expressions > 30, "the panels were found");
    for (Object one : dashboard.getJsonObject("templating").getJsonArray("list")) {
      String query = ((JsonObject) one).getString("definition", "");
      Matcher values = Pattern.compile("label_values\\((\\w+), (\\w+)\\)").matcher(query);
      if (values.matches()) {
        check("variable", values.group(1));
        assertTrue(hasLabel(values.group(1), values.group(2)), query);
      }
    }
  }

  /** A legend can only show what is left of the labels. */
  private static void legend(JsonObject panel, JsonObject target, PromqlNames names) {
    Matcher shown = Pattern.compile("\\{\\{(\\w+)}}").matcher(target.getString("legendFormat"));
    while (shown.find()) {
      String label = shown.group(1);
      assertTrue(
          names.grouping.contains(label) || OF_PROMETHEUS.contains(label),
          () -> panel.getString("title") + ": " + label);
    }
  }

  /** What Grafana puts in. */
  private static String plain(String expression) {
    return expression.replaceAll("\\$__rate_interval", "5m").replaceAll("\"\\$\\w+\"", "\"\"");
  }

  private static void check(String where, String expression) throws IOException {
    PromqlNames names = PromqlNames.in(plain(expression));
    assertFalse(names.selectors.isEmpty(), where);
    Map<String, String> rows = documentedAnywhere();
    for (var selector : names.selectors.entrySet()) {
      String metric = selector.getKey();
      if (metric.equals("up")) {
        continue;
      }
      assertTrue(live.containsKey(metric), () -> where + " names " + metric);
      for (var label : selector.getValue().entrySet()) {
        assertTrue(hasLabel(metric, label.getKey()), () -> where + ": " + metric + " " + label);
        for (String value : label.getValue()) {
          boolean known =
              value.isEmpty()
                  || OF_PROMETHEUS.contains(label.getKey())
                  || valuesOf(metric, label.getKey()).contains(value)
                  || rows.getOrDefault(metric, "").contains("`" + value + "`");
          assertTrue(known, () -> where + ": " + metric + " has no " + label + " of " + value);
        }
      }
    }
    for (String label : names.grouping) {
      assertTrue(
          names.selectors.keySet().stream().anyMatch(metric -> hasLabel(metric, label)),
          () -> where + " groups by " + label);
    }
  }

  private static boolean hasLabel(String metric, String label) {
    return OF_PROMETHEUS.contains(label) || live.getOrDefault(metric, Map.of()).containsKey(label);
  }

  private static Set<String> valuesOf(String metric, String label) {
    return live.getOrDefault(metric, Map.of()).getOrDefault(label, Set.of());
  }

  @SuppressWarnings("unchecked")
  private static List<Map<String, Object>> alerts() throws IOException {
    Map<String, Object> file =
        (Map<String, Object>)
            new Load(LoadSettings.builder().build()).loadFromString(Files.readString(ALERTS));
    List<Map<String, Object>> rules = new ArrayList<>();
    var groups = (List<Map<String, Object>>) Objects.requireNonNull(file.get("groups"));
    for (Map<String, Object> group : groups) {
      rules.addAll((List<Map<String, Object>>) Objects.requireNonNull(group.get("rules")));
    }
    assertTrue(rules.size() > 10, "the rules were found");
    return rules;
  }

  @Test
  @SuppressWarnings("unchecked")
  void everyAlertSaysHowBadItIsAndLeadsToWhatToDo() throws IOException {
    Set<String> headings =
        Files.readAllLines(ROOT.resolve("docs/operations.md")).stream()
            .filter(line -> line.startsWith("### "))
            .map(line -> line.substring(4).strip().toLowerCase(Locale.ROOT))
            .collect(Collectors.toSet());
    Set<String> names = new TreeSet<>();
    for (Map<String, Object> alert : alerts()) {
      String name = String.valueOf(alert.get("alert"));
      assertTrue(names.add(name), name);
      var labels = (Map<String, Object>) Objects.requireNonNull(alert.get("labels"));
      assertTrue(
          Set.of("critical", "warning", "info").contains(String.valueOf(labels.get("severity"))));
      var annotations = (Map<String, Object>) Objects.requireNonNull(alert.get("annotations"));
      assertFalse(String.valueOf(annotations.get("summary")).isBlank(), name);
      String anchor = name.toLowerCase(Locale.ROOT);
      assertEquals("docs/operations.md#" + anchor, annotations.get("runbook_url"));
      assertTrue(headings.contains(anchor), () -> name + " has no section");
    }
  }
}
