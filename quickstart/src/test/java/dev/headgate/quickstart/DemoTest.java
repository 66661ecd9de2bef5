package dev.headgate.quickstart;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.headgate.booking.config.EventSettings;
import dev.headgate.embedded.EmbeddedRedis;
import dev.headgate.gateway.config.GatewayConfig;
import dev.headgate.gateway.config.Role;
import dev.headgate.gateway.config.Route;
import dev.headgate.gateway.config.Upstream;
import dev.headgate.quickstart.DemoPlan.Dialled;
import dev.headgate.quickstart.DemoPlan.Listeners;
import dev.headgate.quickstart.DemoPlan.Servers;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DemoTest {
  private static final Instant NOW = Instant.parse("2026-12-01T09:59:00Z");
  private static final InstantSource CLOCK = () -> NOW;

  @Test
  void tellsTheProgramsWhereTheStoresAreAndTheOperatorOnlyByHash() {
    FakePrograms programs = new FakePrograms(201);
    try (Demo demo = Demo.start(plan(Servers.EMBEDDED), programs, CLOCK, starting -> {})) {
      GatewayConfig gateway = programs.gateways.get(0);
      assertEquals(demo.stores().redis(), gateway.redis());
      assertEquals(demo.addresses().fans(), gateway.publicOrigin());
      assertEquals("127.0.0.1", gateway.host());
      assertEquals("127.0.0.1", gateway.operatorHost());
      assertEquals(Role.ADMIN, gateway.operatorTokens().get(0).role());
      assertFalse(gateway.toString().contains(demo.operatorToken()));
      assertTrue(demo.operatorToken().length() >= 22, "at least 128 bits");

      Programs.ShopPlan shop = programs.shops.get(0);
      assertEquals(demo.stores().postgres(), shop.postgres());
      assertEquals(demo.addresses().fans() + "/.well-known/jwks.json", shop.jwks().toString());
      assertEquals(
          Map.of(
              "shop",
              new Upstream(
                  URI.create("http://127.0.0.1:" + shop.port()),
                  URI.create("http://127.0.0.1:" + shop.internalPort() + "/internal/load"))),
          gateway.upstreams());
      assertEquals(300, shop.seats());
    }
  }

  @Test
  void theShopIsPaidThroughAProcessorThatKnowsItAndNobodyElseKnowsTheSecrets() {
    FakePrograms programs = new FakePrograms(201);
    try (Demo demo = Demo.start(plan(Servers.EMBEDDED), programs, CLOCK, starting -> {})) {
      Programs.ShopPlan shop = programs.shops.get(0);
      assertEquals(demo.payments(), shop.payment().apiBase());
      assertEquals(
          URI.create("http://127.0.0.1:" + shop.port() + "/webhooks/payments"),
          programs.webhooks.get(0));
      String key = shop.payment().secrets().apiKey();
      assertTrue(key.matches("sk_test_[\\w-]{32}"), "of a test account, at least 128 bits");
      assertFalse(shop.payment().toString().contains(key));
      assertEquals(programs.gateways.get(0).keys(), shop.keys().tickets().getParent());
    }
  }

  @Test
  void protectsWhatNamesAnEventAndNothingElse() {
    FakePrograms programs = new FakePrograms(201);
    Demo.start(plan(Servers.EMBEDDED), programs, CLOCK, starting -> {}).close();
    for (Route route : programs.gateways.get(0).routes()) {
      boolean behindTheQueue = route.path().equals("/events/{event}/**");
      assertEquals(behindTheQueue, route.access() == Route.Access.ADMISSION, route.path());
    }
  }

  @Test
  void createsTheEventWhenEverythingAnswersAndCountsTheStartFromThen() {
    FakePrograms programs = new FakePrograms(201);
    try (Demo demo = Demo.start(plan(Servers.EMBEDDED), programs, CLOCK, starting -> {})) {
      JsonObject settings = programs.settings.get(0);
      assertEquals(NOW.plusSeconds(60), demo.onSaleAt());
      assertEquals(NOW.plusSeconds(60), Instant.parse(settings.getString("start")));
      assertEquals("/events/cup-final/seats", settings.getString("resume"));
      assertEquals("Cup final", settings.getString("title"));
      assertEquals(
          new JsonObject().put("newUsersPerMinute", 120).put("totalActiveUsers", 70),
          settings.getJsonObject("dials"));
      assertEquals("required", settings.getString("dpop"));
      assertEquals("Bearer " + demo.operatorToken(), programs.authorizations.get(0));
    }
  }

  @Test
  void makesNoEventWhereSomebodyElseWantsTo() {
    FakePrograms programs = new FakePrograms(201);
    DemoPlan plan =
        new DemoPlan(
            "cup-final",
            300,
            EventSettings.Preset.GENERAL,
            new Dialled(120, 70),
            false,
            null,
            new Listeners(0, 0, 0),
            Servers.EMBEDDED);
    try (Demo demo = Demo.start(plan, programs, CLOCK, starting -> {})) {
      assertEquals(List.of(), programs.settings, demo.addresses() + " all answer");
      assertEquals("cup-final", programs.shops.get(0).event());
    }
  }

  @Test
  void keepsKeysForItselfAndLeavesNothingWhenClosed() throws Exception {
    FakePrograms programs = new FakePrograms(201);
    Demo demo = Demo.start(plan(Servers.EMBEDDED), programs, CLOCK, starting -> {});
    Path keys = programs.gateways.get(0).keys();
    assertEquals(
        "rwx------",
        PosixFilePermissions.toString(Files.getPosixFilePermissions(keys.getParent())));
    Stores stores = demo.stores();
    long redis = Optional.ofNullable(stores.embeddedRedis()).orElseThrow().pid();
    long postgres = Optional.ofNullable(stores.embeddedPostgres()).orElseThrow().pid();
    demo.close();
    demo.close();
    assertEquals(3, programs.stopped.size());
    assertTrue(Files.notExists(keys.getParent()));
    await().until(() -> ProcessHandle.of(redis).isEmpty() && ProcessHandle.of(postgres).isEmpty());
  }

  @Test
  void usesServersOfYoursAndLeavesThemRunning() throws IOException {
    try (EmbeddedRedis yours = EmbeddedRedis.start();
        ServerSocket open = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      URI postgres =
          URI.create("postgresql://shop:secret@127.0.0.1:" + open.getLocalPort() + "/shop");
      FakePrograms programs = new FakePrograms(201);
      Servers servers = new Servers(yours.uri(), postgres);
      Demo demo = Demo.start(plan(servers), programs, CLOCK, starting -> {});
      assertEquals(yours.uri(), programs.gateways.get(0).redis());
      assertEquals(postgres, programs.shops.get(0).postgres());
      assertNull(demo.stores().embeddedRedis());
      assertNull(demo.stores().embeddedPostgres());
      demo.close();
      assertTrue(ProcessHandle.of(yours.pid()).isPresent());
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {412, 428, 503})
  void stopsWhatItStartedWhenTheEventIsThereAlready(int answer) {
    FakePrograms programs = new FakePrograms(answer);
    DemoException refused =
        assertThrows(
            DemoException.class,
            () -> Demo.start(plan(Servers.EMBEDDED), programs, CLOCK, starting -> {}));
    assertEquals(
        "this Redis has an event of that name already (choose another with --event)",
        refused.getMessage());
    assertEquals(3, programs.stopped.size());
    assertTrue(Files.notExists(programs.gateways.get(0).keys()));
  }

  @Test
  void aDemoThatWasClosedWhileStartingDoesNotGoOn() {
    FakePrograms programs = new FakePrograms(201);
    List<CompletableFuture<Void>> closing = new ArrayList<>();
    DemoException stopped =
        assertThrows(
            DemoException.class,
            () ->
                Demo.start(
                    plan(Servers.EMBEDDED),
                    programs,
                    CLOCK,
                    demo -> closing.add(CompletableFuture.runAsync(demo::close))));
    closing.get(0).join();
    assertEquals("stopped while starting", stopped.getMessage());
    assertEquals(0, programs.settings.size());
    int started = programs.shops.size() + programs.gateways.size() + programs.webhooks.size();
    assertEquals(started, programs.stopped.size());
    await().until(() -> ProcessHandle.current().descendants().findAny().isEmpty());
  }

  private static DemoPlan plan(Servers servers) {
    return new DemoPlan(
        "cup-final",
        300,
        EventSettings.Preset.HIGH_DEMAND,
        new Dialled(120, 70),
        true,
        Duration.ofSeconds(60),
        new Listeners(0, 0, 0),
        servers);
  }
}
