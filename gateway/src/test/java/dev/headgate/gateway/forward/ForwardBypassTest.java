package dev.headgate.gateway.forward;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.headgate.gateway.bypass.Passes;
import dev.headgate.gateway.config.Bypass;
import dev.headgate.gateway.config.EventSource;
import dev.headgate.gateway.config.GatewayConfig;
import dev.headgate.gateway.config.Route;
import dev.headgate.gateway.config.Route.Access;
import dev.headgate.gateway.config.RouteLimits;
import io.vertx.core.Future;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ForwardBypassTest {
  private static final List<Route> ROUTES =
      List.of(
          new Route("/events/{event}/**", Set.of(), Access.ADMISSION, "shop", false),
          new Route(
              Set.of(),
              "/any",
              Set.of(),
              Access.ADMISSION,
              new EventSource.Token(),
              "shop",
              false,
              RouteLimits.usual(),
              null));

  @TempDir Path keys;
  private Scene scene;
  private Passes passes;
  private RoutedGateway gateway;
  private GatewayConfig config;
  private long later;

  @BeforeEach
  void start() {
    scene = new Scene(keys);
    List<Bypass> bypasses = List.of(new Bypass("staff", keys.resolve("staff.key")));
    passes = Passes.open(bypasses, true, scene.metrics);
    config = RoutedGateway.config(scene, ROUTES, bypasses, Map.of());
    gateway = RoutedGateway.start(scene, config, passes);
    later = scene.derby.now.getEpochSecond() + 3_600;
  }

  @AfterEach
  void stop() {
    scene.close();
  }

  @Test
  void aGoodPassTakesThePlaceOfAnAdmissionAndNeverReachesTheUpstream() throws IOException {
    String derby = passes.mint("staff", "derby", later);
    for (String shown : List.of("Headgate-Bypass: " + derby, "Cookie: a=b; hg_bypass=" + derby)) {
      for (String path : List.of("/events/derby/seats", "/any")) {
        scene.seen.clear();
        assertEquals(200, get(path, shown).status(), path + shown);
        assertFalse(scene.onlySeen().headers().toString().contains("hgb1"), shown);
        assertEquals("", scene.onlySeen().header("Headgate-Session"), shown);
        assertEquals("", scene.onlySeen().header("Headgate-Admission"), shown);
      }
    }
    assertEquals(4, scene.metrics.get("headgate.bypass.uses").counter().count());
  }

  @Test
  void aBadPassIsTreatedAsNone() throws IOException {
    long now = scene.derby.now.getEpochSecond();
    String derby = passes.mint("staff", "derby", later);
    for (String bad :
        List.of(
            "x",
            derby + "x",
            passes.mint("staff", "derby", now),
            passes.mint("staff", "cup", later))) {
      Wire.Reply reply = get("/events/derby/seats", "Headgate-Bypass: " + bad);
      assertEquals(401, reply.status(), bad);
      assertEquals("admission-required", reply.problem(), bad);
    }
    Wire.Reply page = get("/events/derby/seats", "Headgate-Bypass: x", "Sec-Fetch-Mode: navigate");
    assertEquals("queue", page.header("Headgate"));
    assertEquals(404, get("/events/nothing/seats", "Headgate-Bypass: " + derby).status());
    assertEquals(404, get("/nowhere", "Headgate-Bypass: " + derby).status());
    assertEquals(0, scene.begun.get());
  }

  @Test
  void whoHasAnAdmissionAsWellGoesByThat() throws IOException {
    String pass = "Headgate-Bypass: " + passes.mint("staff", null, later);
    String admission = "Headgate-Admission: " + scene.token("derby");
    assertEquals(200, get("/events/derby/seats", pass, admission).status());
    assertEquals("12", scene.onlySeen().header("Headgate-Position"));
    assertEquals(0, uses());
    assertEquals(200, get("/events/derby/seats", pass, "Headgate-Admission: x").status());
    assertEquals(1, uses());
  }

  @Test
  void aPassHoldsWhileTheStoreIsAway() throws IOException {
    scene.events.fresh = false;
    scene.events.wait = () -> Future.failedFuture("away");
    String pass = "Headgate-Bypass: " + passes.mint("staff", null, later);
    assertEquals(200, get("/events/derby/seats", pass).status());
    assertEquals("restoring", get("/events/derby/seats").problem());
  }

  @Test
  void aPassThatIsTakenBackIsGoodForNothingFromTheNextRequestOn() throws IOException {
    String pass = "Headgate-Bypass: " + passes.mint("staff", null, later);
    String request = Scene.request("GET", "/events/derby/seats", pass);
    try (Wire wire = new Wire(gateway.port())) {
      wire.send(request);
      assertEquals(200, wire.read(false).status());
      gateway.reconfigure(config, passes.reopened(List.of(), false));
      wire.send(request);
      assertEquals(401, wire.read(false).status());
    }
    assertTrue(scene.onlySeen().uri().endsWith("/seats"));
  }

  private double uses() {
    var counter = scene.metrics.find("headgate.bypass.uses").counter();
    return counter == null ? 0 : counter.count();
  }

  private Wire.Reply get(String path, String... headers) throws IOException {
    return Wire.exchange(gateway.port(), Scene.request("GET", path, headers));
  }
}
