package dev.headgate.quickstart;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.headgate.booking.config.ShopConfig;
import dev.headgate.gateway.config.GatewayConfig;
import dev.headgate.gateway.config.Upstream;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What docker-compose.yml says against what the programs and their files say. */
class DeploymentTest {
  private static final Path ROOT = Path.of("..");
  private static final Pattern REQUIRED = Pattern.compile("\\$\\{([A-Z0-9_]+)(?::\\?[^}]*)?}");

  private final JsonObject compose = Yaml.read(ROOT.resolve("docker-compose.yml"));
  private final JsonObject gatewayFile = Yaml.read(ROOT.resolve("config/compose/gateway.yaml"));
  private final JsonObject bookingFile = Yaml.read(ROOT.resolve("config/compose/booking.yaml"));
  private final String balancer = text("config/compose/haproxy.cfg");

  DeploymentTest() throws IOException {}

  @Test
  void everyVariableIsExplainedInTheExample() {
    Set<String> explained =
        text(".env.example")
            .lines()
            .filter(line -> line.matches("[A-Z0-9_]+=.*"))
            .map(line -> line.substring(0, line.indexOf('=')))
            .collect(Collectors.toSet());
    assertEquals(
        explained, names(text("docker-compose.yml"), Pattern.compile("\\$\\{([A-Z0-9_]+)")));
  }

  @ParameterizedTest
  @CsvSource({"gateway-1, gateway.yaml", "gateway-2, gateway.yaml", "booking, booking.yaml"})
  void eachProgramGetsTheVariablesItsFileNeeds(String service, String file) {
    Set<String> needed = names(text("config/compose/" + file), REQUIRED);
    Set<String> given = service(service).getJsonObject("environment").fieldNames();
    assertTrue(given.containsAll(needed), needed + " of " + given);
  }

  @ParameterizedTest
  @CsvSource({"gateway-1, gateway.yaml", "gateway-2, gateway.yaml", "booking, booking.yaml"})
  void eachProgramReadsTheFileThatIsMountedForIt(String service, String file) {
    String source = "./config/compose/" + file;
    String target = mounts(service).get(source);
    String dockerfile = text(service(service).getJsonObject("build").getString("dockerfile"));
    assertTrue(dockerfile.contains("CMD [\"--config\", \"" + target + "\"]"), target);
  }

  @Test
  void theGatewayAcceptsItsFile() {
    Map<String, String> environment =
        Map.of(
            "HEADGATE_OPERATOR_SHA256", "0".repeat(64),
            "HEADGATE_REDIS", "redis://:secret@redis:6379",
            "HEADGATE_CREATE_KEYS", "true");
    GatewayConfig config =
        GatewayConfig.load(ROOT.resolve("config/compose/gateway.yaml"), environment);
    assertTrue(config.createMissingKeys());
    assertEquals(Path.of(gatewayFile.getString("keys")), config.keys());
    assertEquals(Path.of(gatewayFile.getString("state")), config.state());
    assertEquals(GatewayConfig.shopRoutes("shop"), config.routes());
    assertEquals("redis", config.redis().getHost());
  }

  @Test
  void theShopAcceptsItsFile() {
    Map<String, String> environment =
        Map.of(
            "SHOP_DATABASE", "postgresql://shop:secret@postgres:5432/shop",
            "SHOP_SCHEMA_OWNER", "postgresql://postgres:secret@postgres:5432/shop",
            "SHOP_SECURE_COOKIES", "true");
    ShopConfig config = ShopConfig.load(ROOT.resolve("config/compose/booking.yaml"), environment);
    assertEquals(environment.get("SHOP_DATABASE"), config.store().uri());
    assertEquals(environment.get("SHOP_SCHEMA_OWNER"), config.store().migrationUri());
    assertEquals(8081, config.listen().port());
    assertEquals(8082, config.listen().internalPort());
    assertTrue(config.session().secure());
    // Both of its keys outlive the container.
    for (Path key : List.of(config.session().keyFile(), config.tickets().keyFile())) {
      assertEquals(mounts("booking").get("shop-keys"), String.valueOf(key.getParent()));
    }
    assertNull(config.payment());
    assertNull(config.notices().mail());
    assertEquals(40_000, config.events().get(0).venue().seats());
  }

  @Test
  void theShopTakesMoneyAndMailsWhereTheEnvironmentSaysSo() {
    Map<String, String> environment = new HashMap<>();
    // As Docker Compose passes what is not set: empty.
    for (String name : service("booking").getJsonObject("environment").fieldNames()) {
      if (name.startsWith("PAYMENT_") || name.startsWith("SMTP_")) {
        environment.put(name, "");
      }
    }
    environment.put("SHOP_DATABASE", "postgresql://shop:secret@postgres:5432/shop");
    environment.put("SHOP_SCHEMA_OWNER", "postgresql://postgres:secret@postgres:5432/shop");
    environment.put("PAYMENT_SECRET_KEY", "sk_test_1");
    environment.put("PAYMENT_WEBHOOK_SECRET", "whsec_1");
    environment.put("SMTP_HOST", "mail.example");
    ShopConfig config = ShopConfig.load(ROOT.resolve("config/compose/booking.yaml"), environment);
    assertEquals(
        ShopConfig.Payment.at(URI.create("https://api.stripe.com"), "sk_test_1", "whsec_1"),
        config.payment());
    ShopConfig.Mail mail = Objects.requireNonNull(config.notices().mail());
    assertEquals("mail.example", mail.host());
    assertEquals(587, mail.port());
    assertEquals("required", mail.startTls());
  }

  @Test
  void asCommittedTheShopTakesTheAdmissionsThatTheGatewayGives() {
    GatewayConfig gateway = GatewayConfig.load(ROOT.resolve("config/gateway.yaml"), Map.of());
    ShopConfig shop =
        ShopConfig.load(
            ROOT.resolve("config/booking.yaml"),
            Map.of("POSTGRES_URL", "postgresql://shop:secret@127.0.0.1:5432/shop"));
    assertEquals(String.valueOf(gateway.publicOrigin()), shop.admission().issuer());
    assertEquals(gateway.port(), shop.admission().jwks().getPort());
    Upstream upstream = Objects.requireNonNull(gateway.upstreams().get("shop"));
    assertEquals(shop.listen().port(), upstream.origins().get(0).getPort());
    assertEquals(shop.listen().internalPort(), Objects.requireNonNull(upstream.load()).getPort());
  }

  @Test
  void gatewaysShareTheirKeysAndNothingElse() {
    Map<String, String> one = mounts("gateway-1");
    Map<String, String> two = mounts("gateway-2");
    assertEquals(gatewayFile.getString("keys"), one.get("keys"));
    assertEquals(gatewayFile.getString("keys"), two.get("keys"));
    assertEquals(gatewayFile.getString("state"), one.get("state-1"));
    assertEquals(gatewayFile.getString("state"), two.get("state-2"));
    JsonObject creating = service("gateway-1").getJsonObject("environment");
    JsonObject finding = service("gateway-2").getJsonObject("environment");
    assertEquals("true", creating.getString("HEADGATE_CREATE_KEYS"));
    assertEquals("false", finding.getString("HEADGATE_CREATE_KEYS"));
    assertEquals("${HEADGATE_CREATE_KEYS:false}", gatewayFile.getString("createMissingKeys"));
    JsonObject waits = service("gateway-2").getJsonObject("depends_on");
    assertEquals("service_healthy", waits.getJsonObject("gateway-1").getString("condition"));
  }

  @Test
  void onlyTheBalancerIsPublishedBeyondLoopback() {
    int operatorPort = gatewayFile.getInteger("operatorPort");
    for (String name : compose.getJsonObject("services").fieldNames()) {
      for (String port : strings(service(name), "ports")) {
        assertTrue(name.equals("balancer") || port.startsWith("127.0.0.1:"), name + " " + port);
      }
    }
    assertEquals(List.of("127.0.0.1:8090:" + operatorPort), strings(service("gateway-1"), "ports"));
    assertEquals(List.of("127.0.0.1:8091:" + operatorPort), strings(service("gateway-2"), "ports"));
    assertEquals(List.of(), strings(service("redis"), "ports"));
    assertEquals(List.of(), strings(service("postgres"), "ports"));
  }

  @Test
  void theStoresAreOnANetworkThatLeadsNowhereElse() {
    assertEquals(List.of("store"), strings(service("redis"), "networks"));
    assertEquals(List.of("store"), strings(service("postgres"), "networks"));
    assertTrue(compose.getJsonObject("networks").getJsonObject("store").getBoolean("internal"));
  }

  @Test
  void theBalancerKnowsBothGatewaysAndAsksWhetherTheyAreReady() {
    int port = gatewayFile.getInteger("port");
    assertEquals(List.of("8080:8080"), strings(service("balancer"), "ports"));
    assertTrue(balancer.contains("bind :8080\n"));
    assertTrue(balancer.contains("server gateway-1 gateway-1:" + port + "\n"));
    assertTrue(balancer.contains("server gateway-2 gateway-2:" + port + "\n"));
    assertTrue(balancer.contains("check port " + gatewayFile.getInteger("operatorPort") + " "));
    assertTrue(balancer.contains("uri /readyz "));
    assertFalse(balancer.contains("0rtt") || balancer.contains("all-retryable-errors"));
  }

  @Test
  void theBalancerMayOpenAsManyFilesAsItPromisesConnections() {
    int files = service("balancer").getJsonObject("ulimits").getInteger("nofile");
    String connections =
        names(balancer, Pattern.compile("\\n  maxconn (\\d+)\n")).iterator().next();
    assertTrue(files > 2 * Integer.parseInt(connections), files + " for " + connections);
  }

  @Test
  void theBalancersAddressIsTheOneTheGatewaysTrust() {
    JsonObject front = service("balancer").getJsonObject("networks").getJsonObject("front");
    assertEquals(
        new JsonArray().add(front.getString("ipv4_address")),
        gatewayFile.getJsonArray("trustedProxies"));
  }

  @Test
  void gatewaysAndShopFindEachOther() {
    JsonObject listen = bookingFile.getJsonObject("listen");
    JsonObject upstream = gatewayFile.getJsonObject("upstreams").getJsonObject("shop");
    URI shop = URI.create(upstream.getString("url"));
    assertEquals("booking", shop.getHost());
    assertEquals(listen.getInteger("port"), shop.getPort());
    URI load = URI.create(upstream.getString("load"));
    assertEquals("booking", load.getHost());
    assertEquals(listen.getInteger("internalPort"), load.getPort());
    assertEquals("/internal/load", load.getPath());
    URI jwks = URI.create(bookingFile.getJsonObject("admission").getString("jwks"));
    assertEquals("balancer", jwks.getHost());
    assertEquals(8080, jwks.getPort());
    assertEquals(
        gatewayFile.getString("publicOrigin"),
        bookingFile.getJsonObject("admission").getString("issuer"));
  }

  @ParameterizedTest
  @CsvSource({"gateway-1, 8090, readyz", "gateway-2, 8090, readyz", "booking, 8082, healthz"})
  void eachProgramIsAskedWhereItAnswers(String service, int port, String path) {
    JsonArray test = service(service).getJsonObject("healthcheck").getJsonArray("test");
    assertEquals("http://127.0.0.1:" + port + "/" + path, test.getString(test.size() - 1));
    String dockerfile = text(service(service).getJsonObject("build").getString("dockerfile"));
    int own = service.equals("booking") ? 8081 : gatewayFile.getInteger("port");
    assertTrue(dockerfile.contains("EXPOSE " + own + " " + port), dockerfile);
  }

  @Test
  void redisKeepsWhatItIsTold() {
    String command = String.join(" ", strings(service("redis"), "command"));
    assertTrue(command.contains("appendonly yes"));
    assertTrue(command.contains("appendfsync everysec"));
    assertTrue(command.contains("maxmemory-policy noeviction"));
    assertEquals("/data", mounts("redis").get("redis-data"));
  }

  @Test
  void theShopUsesARoleOfItsOwnAndOnlyAtFirstStartTheOwnerOfTheSchema() {
    JsonObject store = bookingFile.getJsonObject("store");
    assertEquals("${SHOP_DATABASE}", store.getString("uri"));
    assertEquals("${SHOP_SCHEMA_OWNER}", store.getString("migrationUri"));
    JsonObject environment = service("booking").getJsonObject("environment");
    assertTrue(environment.getString("SHOP_DATABASE").startsWith("postgresql://shop:"));
    assertTrue(environment.getString("SHOP_SCHEMA_OWNER").startsWith("postgresql://postgres:"));
    String database = service("postgres").getJsonObject("environment").getString("POSTGRES_DB");
    for (String name : List.of("SHOP_DATABASE", "SHOP_SCHEMA_OWNER")) {
      assertTrue(environment.getString(name).endsWith("@postgres:5432/" + database));
    }
  }

  @Test
  void everyVolumeIsDeclaredAndEveryMountedFileExists() {
    Set<String> declared = compose.getJsonObject("volumes").fieldNames();
    Set<String> used = new TreeSet<>();
    for (String name : compose.getJsonObject("services").fieldNames()) {
      for (String source : mounts(name).keySet()) {
        if (source.startsWith("./")) {
          assertTrue(Files.isRegularFile(ROOT.resolve(source)), source);
        } else {
          used.add(source);
        }
      }
    }
    assertEquals(declared, used);
  }

  @ParameterizedTest
  @ValueSource(strings = {"gateway", "booking-backend"})
  void imagesRunAsSomebodyWhoOwnsOnlyKeysAndState(String module) {
    String dockerfile = text(module + "/Dockerfile");
    assertTrue(dockerfile.contains("\nUSER headgate\n"));
    assertTrue(dockerfile.contains("-pl " + module + " -am package"));
    assertTrue(dockerfile.contains("/src/" + module + "/target/" + module + "-*.jar"));
    assertTrue(dockerfile.contains("/var/lib/headgate/keys"));
    assertTrue(dockerfile.contains("FROM eclipse-temurin:17-jre\n"));
    assertNotEquals(
        -1, text(module + "/pom.xml").indexOf("<classpathPrefix>lib/</classpathPrefix>"));
  }

  private JsonObject service(String name) {
    return compose.getJsonObject("services").getJsonObject(name);
  }

  /** Where each volume or file of a service is mounted. */
  private Map<String, String> mounts(String service) {
    return strings(service(service), "volumes").stream()
        .map(mount -> mount.split(":", -1))
        .collect(Collectors.toMap(parts -> parts[0], parts -> parts[1]));
  }

  private static List<String> strings(JsonObject object, String name) {
    return object.getJsonArray(name, new JsonArray()).stream().map(String::valueOf).toList();
  }

  private static Set<String> names(String text, Pattern pattern) {
    return pattern
        .matcher(text)
        .results()
        .map((MatchResult found) -> found.group(1))
        .collect(Collectors.toSet());
  }

  private static String text(String file) {
    try {
      return Files.readString(ROOT.resolve(file));
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }
}
