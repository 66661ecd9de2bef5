package dev.headgate.gateway.forward;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.headgate.gateway.bypass.Passes;
import dev.headgate.gateway.config.EventSource;
import dev.headgate.gateway.config.Route;
import dev.headgate.gateway.config.Route.Access;
import dev.headgate.gateway.config.RouteLimits;
import dev.headgate.gateway.testing.FakeEventView;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ForwardRoutesTest {
  @TempDir static Path keys;
  private static Scene scene;

  private static final EventSource BY_PATH = new EventSource.Path();
  private static final List<Route> HOSTED =
      List.of(
          route(Set.of("Box.example", "[::1]"), "/till", Access.PUBLIC, BY_PATH),
          route(
              Set.of("{event}.tickets.example"), "/s/**", Access.ADMISSION, new EventSource.Host()),
          route(Set.of("cup.example"), "/s", Access.ADMISSION, new EventSource.Fixed("cup")),
          route(Set.of(), "/all", Access.PUBLIC, BY_PATH));

  @BeforeAll
  static void start() {
    scene = new Scene(keys);
  }

  @AfterAll
  static void stop() {
    scene.close();
  }

  @BeforeEach
  void clear() {
    scene.seen.clear();
  }

  @Test
  void aRouteIsOnlyForItsHostsHoweverTheyAreWritten() throws IOException {
    int port = RoutedGateway.start(scene, HOSTED).port();
    // Host header ('none' for HTTP/1.0 without one), path, status.
    String table =
        """
        box.example                | /till | 200
        BOX.EXAMPLE                | /till | 200
        box.example:80             | /till | 200
        box.example:8080           | /till | 200
        box.example.               | /till | 200
        box.example.:443           | /till | 200
        [::1]                      | /till | 200
        [::1]:8080                 | /till | 200
        [0:0:0:0:0:0:0:1]          | /till | 200
        [::2]                      | /till | 404
        box.example..              | /till | 404
        .box.example               | /till | 404
        xbox.example               | /till | 404
        box.example.evil.example   | /till | 404
        evil.example               | /till | 404
        127.0.0.1                  | /till | 404
        none                       | /till | 404
        box.example                | /all  | 200
        evil.example               | /all  | 200
        none                       | /all  | 200
        box.example                | /s    | 404
        derby.tickets.example      | /s    | 401 /queue/derby
        DERBY.Tickets.Example.:99  | /s/x  | 401 /queue/derby
        cup.tickets.example        | /s    | 401 /queue/cup
        nothing.tickets.example    | /s    | 404
        tickets.example            | /s    | 404
        .tickets.example           | /s    | 404
        a.derby.tickets.example    | /s    | 404
        der_by.tickets.example     | /s    | 404
        -derby.tickets.example     | /s    | 404
        derby.tickets.example.x    | /s    | 404
        cup.example                | /s    | 401 /queue/cup
        cup.example                | /s/x  | 404
        """;
    for (String row : table.lines().toList()) {
      String[] cells = row.split("\\|", -1);
      String host = cells[0].trim();
      String head =
          host.equals("none")
              ? "GET " + cells[1].trim() + " HTTP/1.0\r\n\r\n"
              : "GET " + cells[1].trim() + " HTTP/1.1\r\nHost: " + host + "\r\n\r\n";
      Wire.Reply reply = Wire.exchange(port, head);
      String queue =
          reply.body().replaceAll("(?s).*\"queue\":\"([^\"]*)\".*|.*", " $1").stripTrailing();
      assertEquals(cells[2].trim(), reply.status() + queue, row);
    }
  }

  @Test
  void aMethodInSmallLettersIsNoWayAroundTheRouteOfTheRealOne() throws IOException {
    int port =
        RoutedGateway.start(
                scene,
                List.of(
                    new Route("/e/{event}", Set.of("POST"), Route.Access.ADMISSION, "shop", false),
                    new Route("/**", Set.of(), Route.Access.PUBLIC, "shop", false)))
            .port();
    for (String method : List.of("post", "Post", "pOST", "get", "m-search", "trace")) {
      String head = method + " /e/derby HTTP/1.1\r\nHost: a.example\r\nContent-Length: 0\r\n\r\n";
      assertEquals(400, Wire.exchange(port, head).status(), method);
    }
    assertEquals(List.of(), scene.seen);
    for (String method : List.of("PROPFIND", "M-SEARCH", "X1_Y")) {
      String head = method + " /e/derby HTTP/1.1\r\nHost: a.example\r\nContent-Length: 0\r\n\r\n";
      assertEquals(200, Wire.exchange(port, head).status(), method);
    }
  }

  @Test
  void theHostsEventIsTheOneWhoseAdmissionCounts() throws IOException {
    int port = RoutedGateway.start(scene, HOSTED).port();
    String derby = "Headgate-Admission: " + scene.token("derby");
    assertEquals(200, to(port, "derby.tickets.example", "/s", derby).status());
    assertEquals("derby", scene.onlySeen().header("Headgate-Event"));
    assertEquals("wrong-event", to(port, "cup.tickets.example", "/s", derby).problem());
    assertEquals("wrong-event", to(port, "cup.example", "/s", derby).problem());
    assertEquals(1, scene.seen.size());
    String cookie = "Cookie: hg_admission_cup=" + scene.token("cup");
    assertEquals(200, to(port, "cup.example", "/s", cookie).status());
  }

  @Test
  void aForwardedHostRoutesNothing() throws IOException {
    int port = RoutedGateway.start(scene, HOSTED).port();
    String believed = "X-Forwarded-Host: box.example";
    assertEquals(404, to(port, "evil.example", "/till", believed).status());
  }

  private static final List<Route> TOKEN =
      List.of(
          route(Set.of(), "/in/**", Access.ADMISSION, new EventSource.Token()),
          route(Set.of(), "/open", Access.PUBLIC, new EventSource.Token()));

  @Test
  void aRouteByTokenTakesAnyValidAdmissionWhereverItIsCarried() throws IOException {
    int port = RoutedGateway.start(scene, TOKEN).port();
    String cup = scene.token("cup");
    for (String carried :
        List.of(
            "Headgate-Admission: " + cup,
            "Authorization: Bearer " + cup,
            "Cookie: hg_admission_cup=" + cup,
            "Cookie: a=b\r\nCookie: hg_admission_derby=x; hg_admission_cup=" + cup)) {
      for (String path : List.of("/in/x", "/open")) {
        scene.seen.clear();
        assertEquals(200, to(port, "a", path, carried).status(), carried + path);
        assertEquals("cup", scene.onlySeen().header("Headgate-Event"), carried + path);
        assertEquals("", scene.onlySeen().header("Authorization"), carried + path);
      }
    }
  }

  @Test
  void ofSeveralTokensTheOneThatStillHoldsCounts() throws IOException {
    int port = RoutedGateway.start(scene, TOKEN).port();
    long start = scene.derby.now.getEpochSecond() - 60;
    // The one that lasts longest is of a session that has ended.
    String ended = scene.token(scene.admission("derby", 77, start, 900));
    scene.derby.end(0, 77);
    String live = scene.token("cup");
    Wire.Reply both =
        to(port, "a", "/in/", "Headgate-Admission: " + ended, "Cookie: hg_admission_cup=" + live);
    assertEquals(200, both.status());
    assertEquals("cup", scene.onlySeen().header("Headgate-Event"));
    Wire.Reply only = to(port, "a", "/in/", "Headgate-Admission: " + ended);
    assertEquals("admission-invalid", only.problem());
    assertTrue(only.body().contains("/queue/derby"), only.body());
    assertEquals(200, to(port, "a", "/open", "Headgate-Admission: " + ended).status());
    assertEquals("", scene.seen.get(1).header("Headgate-Event"));
  }

  @Test
  void aRouteByTokenWithoutOneNamesAQueueOnlyWhereThereIsOnlyOne() throws IOException {
    String navigate = "Sec-Fetch-Mode: navigate";
    int many = RoutedGateway.start(scene, TOKEN).port();
    Wire.Reply nobody = to(many, "a", "/in/x");
    assertEquals("admission-required", nobody.problem());
    assertFalse(nobody.body().contains("queue\":"), nobody.body());
    assertEquals("Bearer", nobody.header("WWW-Authenticate"));
    assertEquals("admission-required", to(many, "a", "/in/x", navigate).problem());
    for (String bad :
        List.of(
            "Headgate-Admission: x",
            "Authorization: Bearer x",
            "Cookie: hg_admission_derby=x",
            "Cookie: hg_admission_=x")) {
      Wire.Reply reply = to(many, "a", "/in/x", bad);
      assertEquals("admission-invalid", reply.problem(), bad);
      assertFalse(reply.body().contains("queue\":"), reply.body());
    }
    assertEquals("admission-required", to(many, "a", "/in/x", "Authorization: Basic x").problem());

    int one =
        RoutedGateway.start(
                scene,
                RoutedGateway.config(
                    scene, TOKEN, List.of(), Map.of("derby", FakeEventView.SETTINGS)),
                Passes.none())
            .port();
    assertTrue(to(one, "a", "/in/x").body().contains("\"queue\":\"/queue/derby\""));
    Wire.Reply page = to(one, "a", "/in/x", navigate);
    assertEquals("queue", page.header("Headgate"));
    assertEquals("the queue of derby", page.body());
    assertEquals(List.of(), scene.seen);
  }

  @Test
  void aRoutesOwnBodyLimitHoldsInsteadOfTheGateways() throws IOException {
    RouteLimits usual = RouteLimits.usual();
    RouteLimits small = new RouteLimits(4L, usual.answerWithin(), usual.idle());
    RouteLimits large =
        new RouteLimits((long) Scene.MAX_BODY + 1, usual.answerWithin(), usual.idle());
    List<Route> routes =
        List.of(limited("/small", small), limited("/large", large), limited("/usual", usual));
    int port = RoutedGateway.start(scene, routes).port();
    int max = Scene.MAX_BODY;
    String table = "/small 4 200\n/small 5 413\n/large %d 200\n/large %d 413\n/usual %d 413";
    for (String row : table.formatted(max + 1, max + 2, max + 1).lines().toList()) {
      String[] cells = row.split(" ", -1);
      int length = Integer.parseInt(cells[1]);
      String request =
          Scene.request("POST", cells[0], "Content-Length: " + length)
              + (cells[2].equals("200") ? "x".repeat(length) : "");
      assertEquals(cells[2], "" + Wire.exchange(port, request).status(), row);
    }
  }

  @Test
  void aHostThatCannotBeMeantIsRefusedAndNamed() {
    for (String host :
        List.of("a{event}.x", "{event}b.x", "{event}.{event}", "a.{event}.{event}")) {
      Route route = route(Set.of(host), "/", Access.PUBLIC, new EventSource.Host());
      IllegalArgumentException refused =
          assertThrows(IllegalArgumentException.class, () -> RoutePattern.check(route));
      assertTrue(String.valueOf(refused.getMessage()).contains(host), refused + "");
    }
    assertThrows(
        IllegalArgumentException.class,
        () -> route(Set.of("x"), "/", Access.PUBLIC, new EventSource.Host()).path());
  }

  private static Route route(Set<String> hosts, String path, Access access, EventSource event) {
    return new Route(
        hosts, path, Set.of(), access, event, "shop", false, RouteLimits.usual(), null);
  }

  private static Route limited(String path, RouteLimits limits) {
    return new Route(Set.of(), path, Set.of(), Access.PUBLIC, BY_PATH, "shop", false, limits, null);
  }

  private static Wire.Reply to(int port, String host, String path, String... headers)
      throws IOException {
    String request = Scene.request("GET", path, headers).replace("a.example", host);
    return Wire.exchange(port, request);
  }
}
