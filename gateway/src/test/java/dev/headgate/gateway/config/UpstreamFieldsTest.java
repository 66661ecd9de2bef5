package dev.headgate.gateway.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.headgate.gateway.config.OutlierRules.AllOut;
import java.io.IOException;
import java.lang.reflect.RecordComponent;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What can be said of an upstream. */
class UpstreamFieldsTest {
  @TempDir Path folder;

  @Test
  void everyDefaultIsAsDocumented() throws IOException {
    Upstream shop = shop("{url: \"http://shop\", health: {path: /healthz}}");
    assertNull(shop.load());
    HealthCheck health = Objects.requireNonNull(shop.health());
    assertEquals("/healthz", health.path());
    assertEquals(Duration.ofSeconds(5), health.interval());
    assertEquals(Duration.ofSeconds(2), health.timeout());
    assertEquals(Set.of(200), health.expect());
    assertEquals(2, health.unhealthyAfter());
    assertEquals(2, health.healthyAfter());
    OutlierRules outliers = shop.outliers();
    assertEquals(5, outliers.consecutive());
    assertEquals(Set.of(502, 503, 504), outliers.statuses());
    assertEquals(50, outliers.percent());
    assertEquals(20, outliers.requests());
    assertEquals(Duration.ofSeconds(10), outliers.window());
    assertEquals(Duration.ofSeconds(5), outliers.ejectFor());
    assertEquals(Duration.ofMinutes(1), outliers.ejectAtMost());
    assertEquals(AllOut.REFUSE, outliers.allOut());
    assertEquals(Duration.ofSeconds(2), outliers.openAtMost());
    assertEquals(512, shop.limits().maxConnections());
    assertEquals(2_048, shop.limits().maxWaiting());
    int keys = 0;
    for (Class<?> part : List.of(HealthCheck.class, OutlierRules.class, ServerLimits.class)) {
      keys += part.getRecordComponents().length;
    }
    assertEquals(17, keys, "a default not listed here");
  }

  @Test
  void everyKeyCanBeChanged() throws ReflectiveOperationException, IOException {
    Upstream plain = shop("{url: \"http://shop\", health: {path: /a}}");
    Upstream changed =
        shop(
            """
            origins: ["http://a:1", "http://b:1", "https://c"]
            load: "http://a:2/load"
            health:
              path: /b
              interval: PT3S
              timeout: PT1S
              expect: [204, 200]
              unhealthyAfter: 4
              healthyAfter: 3
            outliers:
              consecutive: 0
              statuses: [503]
              percent: 30
              requests: 10
              window: PT30S
              ejectFor: PT10S
              ejectAtMost: PT5M
              allOut: try
              openAtMost: PT5S
            maxConnections: 9
            maxWaiting: 0
            """
                .indent(4));
    assertEquals(
        List.of(URI.create("http://a:1"), URI.create("http://b:1"), URI.create("https://c")),
        changed.origins());
    assertAllDiffer(plain, changed);
    assertAllDiffer(
        Objects.requireNonNull(plain.health()), Objects.requireNonNull(changed.health()));
    assertAllDiffer(plain.outliers(), changed.outliers());
    assertAllDiffer(plain.limits(), changed.limits());
  }

  private static void assertAllDiffer(Record one, Record other)
      throws ReflectiveOperationException {
    for (RecordComponent key : one.getClass().getRecordComponents()) {
      assertNotEquals(
          key.getAccessor().invoke(one), key.getAccessor().invoke(other), key.getName());
    }
  }

  @Test
  void theGuideExplainsEveryKeyAndTheCommittedFileNamesIt() throws IOException {
    String guide = Files.readString(Path.of("..", "docs", "configuration.md"));
    String committed = Files.readString(Path.of("..", "config", "gateway.yaml"));
    List<String> keys = new ArrayList<>(List.of("url", "origins", "load"));
    for (RecordComponent key : HealthCheck.class.getRecordComponents()) {
      keys.add("health." + key.getName());
    }
    for (RecordComponent key : OutlierRules.class.getRecordComponents()) {
      keys.add("outliers." + key.getName());
    }
    for (RecordComponent key : ServerLimits.class.getRecordComponents()) {
      keys.add(key.getName());
    }
    for (String key : keys) {
      assertTrue(guide.contains("| `" + key + "` |"), key);
      assertTrue(committed.contains(key.substring(key.indexOf('.') + 1)), key);
    }
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          {origins: []} | shop.origins: none (expected: 1 to 64 origins)
          {origins: ["http://a", "http://A:80/"]} | shop.origins[1]: http://A:80/ (expected: an origin
          {origins: ["http://a", "http://A:80"]} | shop.origins[1]: http://A:80 (expected: a server that is not in the list yet)
          {origins: [7]} | shop.origins[0]: 7 (expected: an origin
          {origins: "http://a"} | shop.origins: http://a (expected: a list)
          {url: "http://a", origins: ["http://b"]} | shop.origins: beside url (expected: url for one server, origins for several)
          {url: "http://a", health: {}} | shop.health.path: missing (expected: a path
          {url: "http://a", health: /h} | shop.health: /h (expected: an object)
          {url: "http://a", health: {path: h}} | shop.health.path: h (expected: a path
          {url: "http://a", health: {path: /h, interval: PT1S, timeout: PT2S}} | shop.health.timeout: PT2S (expected: at most the interval, PT1S)
          {url: "http://a", health: {path: /h, interval: PT0.5S}} | shop.health.interval: PT0.5S (expected: an ISO 8601 duration in whole seconds from PT1S to PT5M)
          {url: "http://a", health: {path: /h, expect: []}} | shop.health.expect: none (expected: at least one status)
          {url: "http://a", health: {path: /h, expect: [99]}} | shop.health.expect[0]: 99 (expected: a whole number from 200 to 599)
          {url: "http://a", health: {path: /h, healthyAfter: 0}} | shop.health.healthyAfter: 0 (expected
          {url: "http://a", health: {path: /h, healthAfter: 1}} | shop.health.healthAfter: unknown field (expected: one of expect, healthyAfter, interval, path, timeout, unhealthyAfter)
          {url: "http://a", outliers: off} | shop.outliers: off (expected: an object)
          {url: "http://a", outliers: {statuses: [503, 500]}} | shop.outliers.statuses[1]: 500 (expected: a whole number from 501 to 599)
          {url: "http://a", outliers: {percent: 101}} | shop.outliers.percent: 101 (expected: a whole number from 1 to 100)
          {url: "http://a", outliers: {consecutive: -1}} | shop.outliers.consecutive: -1 (expected
          {url: "http://a", outliers: {ejectFor: PT1M, ejectAtMost: PT5S}} | shop.outliers.ejectAtMost: PT5S (expected: at least ejectFor, PT1M)
          {url: "http://a", outliers: {allOut: panic}} | shop.outliers.allOut: panic (expected: refuse, try)
          {url: "http://a", outliers: {eject: PT1S}} | shop.outliers.eject: unknown field (expected: one of allOut
          {url: "http://a", maxConnections: 0} | shop.maxConnections: 0 (expected: a whole number from 1 to 65535)
          {url: "http://a", maxWaiting: -1} | shop.maxWaiting: -1 (expected: a whole number from 0
          """)
  void whatIsWrongIsOneErrorWithItsLine(String written, String problem) throws IOException {
    String yaml = "port: 0\nupstreams:\n  shop:\n    " + written + "\n";
    InvalidConfigException refused =
        assertThrows(InvalidConfigException.class, () -> load(yaml).port());
    assertEquals(1, refused.problems().size(), refused.problems()::toString);
    String all = refused.problems().get(0);
    assertTrue(all.matches("line [34]: upstreams\\..*") && all.contains(problem), all);
  }

  @Test
  void moreServersThanAreWatchedAreRefused() {
    List<String> origins = new ArrayList<>();
    for (int i = 0; i < 65; i++) {
      origins.add("\"http://s" + i + "\"");
    }
    String yaml = "upstreams: {shop: {origins: " + origins + "}}";
    InvalidConfigException refused =
        assertThrows(InvalidConfigException.class, () -> load(yaml).port());
    assertTrue(
        refused.problems().get(0).contains("65 of them (expected: 1 to 64 origins)"),
        refused.problems()::toString);
  }

  @Test
  void aLongEjectionNeedsNoSecondNumber() throws IOException {
    Upstream shop = shop("{url: \"http://a\", outliers: {ejectFor: PT10M}}");
    assertEquals(Duration.ofMinutes(10), shop.outliers().ejectAtMost());
    Upstream quick = shop("{url: \"http://a\", health: {path: /h, interval: PT1S}}");
    assertEquals(Duration.ofSeconds(1), Objects.requireNonNull(quick.health()).timeout());
  }

  @Test
  void aRecordRefusesWhatNoFileCouldSay() {
    OutlierRules usual = OutlierRules.usual();
    Duration second = Duration.ofSeconds(1);
    List<Supplier<Record>> wrong =
        List.of(
            () -> new Upstream(List.of(), null),
            () -> new Upstream(List.of(URI.create("http://a"), URI.create("https://A:80")), null),
            () -> new ServerLimits(0, 1),
            () -> new ServerLimits(1, -1),
            () -> new HealthCheck("/", second, second.plusNanos(1), Set.of(200), 1, 1),
            () -> new HealthCheck("/", second, Duration.ZERO, Set.of(200), 1, 1),
            () -> new HealthCheck("/", second, second, Set.of(), 1, 1),
            () -> new HealthCheck("/", second, second, Set.of(200), 0, 1),
            () -> rules(usual, Set.of(500), 50, second),
            () -> rules(usual, Set.of(404), 50, second),
            () -> rules(usual, Set.of(), 0, second),
            () -> rules(usual, Set.of(), 50, Duration.ZERO),
            () -> rules(usual, Set.of(), 50, Duration.ofHours(9)));
    for (int i = 0; i < wrong.size(); i++) {
      Supplier<Record> one = wrong.get(i);
      IllegalArgumentException refused =
          assertThrows(IllegalArgumentException.class, () -> one.get().hashCode(), "case " + i);
      assertTrue(String.valueOf(refused.getMessage()).contains("(expected: "), refused::toString);
    }
  }

  private static OutlierRules rules(
      OutlierRules usual, Set<Integer> statuses, int percent, Duration ejectFor) {
    return new OutlierRules(
        usual.consecutive(),
        statuses,
        percent,
        usual.requests(),
        usual.window(),
        ejectFor,
        usual.ejectAtMost(),
        usual.allOut(),
        usual.openAtMost());
  }

  private Upstream shop(String written) throws IOException {
    GatewayConfig config = load("upstreams:\n  shop:\n    " + written.strip() + "\n");
    return Objects.requireNonNull(config.upstreams().get("shop"));
  }

  private GatewayConfig load(String yaml) throws IOException {
    return GatewayConfig.load(Files.writeString(folder.resolve("gateway.yaml"), yaml), Map.of());
  }
}
