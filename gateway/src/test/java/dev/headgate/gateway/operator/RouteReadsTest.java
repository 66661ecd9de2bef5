package dev.headgate.gateway.operator;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.headgate.gateway.config.GatewayConfig;
import dev.headgate.gateway.forward.Forward;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** By which routes fans reach an event, as operators are told. */
class RouteReadsTest extends OperatorHttp {
  private static final String UPSTREAMS =
      """
      publicOrigin: https://tickets.example
      maxBodyBytes: 7000
      upstreams:
        shop: {url: "http://user.internal:8081"}
        other: {url: "https://other.internal:8443"}
      """;

  private void configured(String routes) {
    byte[] file = (UPSTREAMS + "routes:\n" + routes.indent(2)).getBytes(UTF_8);
    ways = Forward.ways(GatewayConfig.parse(Path.of("gateway.yaml"), file));
  }

  private JsonObject read(String query) throws Exception {
    HttpResponse<String> answer = send("GET", "/api/routes" + query, VIEWER);
    assertEquals(200, answer.statusCode(), answer.body());
    assertFalse(answer.body().contains("internal"), answer.body());
    return new JsonObject(answer.body());
  }

  private static List<String> paths(JsonObject answer) {
    return answer.getJsonArray("routes").stream()
        .map(route -> ((JsonObject) route).getString("path"))
        .toList();
  }

  private static String warnings(JsonObject answer) {
    return String.join(
        " | ", answer.getJsonArray("warnings").stream().map(Object::toString).toList());
  }

  @Test
  void allRoutesAreListedInOrderWithWhatTheyTakeAndNothingOfAnUpstreamButItsName()
      throws Exception {
    configured(
        """
        - {path: "/events/{event}/**", methods: [POST, GET], access: admission, maxBodyBytes: 5}
        - {path: "/a/*", access: public, upstream: other, event: {fixed: cup}}
        - {hosts: ["{event}.tickets.example"], path: "/**", access: admission}
        - {path: "/api/**", access: admission, event: token}
        """);
    assertEquals(
        new JsonArray(
            """
            [{"hosts":[],"path":"/events/{event}/**","methods":["GET","POST"],"access":"admission",
              "event":"path","upstream":"shop","maxBodyBytes":5},
             {"hosts":[],"path":"/a/*","methods":[],"access":"public","event":{"fixed":"cup"},
              "upstream":"other","maxBodyBytes":7000},
             {"hosts":["{event}.tickets.example"],"path":"/**","methods":[],"access":"admission",
              "event":"host","upstream":"shop","maxBodyBytes":7000},
             {"hosts":[],"path":"/api/**","methods":[],"access":"admission","event":"token",
              "upstream":"shop","maxBodyBytes":7000}]
            """),
        read("").getJsonArray("routes"));
    assertEquals(new JsonArray(), read("").getJsonArray("warnings"));
  }

  @Test
  void anEventHasTheRoutesThatItsRequestsMayGoBy() throws Exception {
    configured(
        """
        - {path: "/events/cup/**", access: public}
        - {path: "/events/{event}", methods: [GET], access: public}
        - {path: "/events/{event}/**", access: admission}
        - {path: "/orders/**", access: public}
        - {path: "/final/**", access: admission, event: {fixed: final}}
        - {hosts: ["{event}.tickets.example"], path: "/x", methods: [PUT], access: admission}
        - {path: "/app/**", access: admission, event: token}
        - {path: "/bids/{event}", methods: [GET, PUT], access: public}
        - {path: "/bids/{event}", methods: [PUT, POST], access: admission}
        - {path: "/bids/{event}/*", access: admission}
        """);
    assertEquals(
        List.of("/events/{event}", "/events/{event}/**", "/x", "/app/**"),
        before("/bids", "derby"));
    assertEquals(
        List.of("/events/{event}", "/events/{event}/**", "/final/**", "/x", "/app/**"),
        before("/bids", "final"));
    // An earlier route takes all of its pages, and knows no event.
    assertEquals(List.of("/x", "/app/**"), before("/bids", "cup"));
    // And one may take some methods, and leave others.
    assertEquals(
        List.of("/bids/{event}", "/bids/{event}", "/bids/{event}/*"),
        paths(read("?event=cup")).stream().filter(path -> path.startsWith("/bids")).toList());
  }

  private List<String> before(String prefix, String event) throws Exception {
    return paths(read("?event=" + event)).stream()
        .filter(path -> !path.startsWith(prefix))
        .toList();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
    /events/{event}/**   admission | derby |                         |
    /events/{event}/**   admission | derby | /events/derby/seats     |
    /events/{event}/**   public    | derby |                         | needs admission: nobody is kept out
    /orders/**           public    | derby |                         | No route leads to derby
    /events/{event}/**   admission | derby | /elsewhere              | No route leads to /elsewhere
    /events/{event}/**   admission | derby | /events/cup/seats       | /events/cup/seats is a page of cup
    /events/{event}/**   public    | derby | /events/derby/seats     | whoever knows the address is there without
    """)
  void whatIsHardlyMeantIsWarnedOf(String route, String event, String resume, String warning)
      throws Exception {
    String[] parts = route.split(" +", -1);
    configured("- {path: \"" + parts[0] + "\", access: " + parts[1] + "}\n");
    String page = resume == null ? "" : "&resume=" + resume;
    String warned = warnings(read("?event=" + event + page));
    assertEquals(warning == null, warned.isEmpty(), warned);
    assertTrue(warned.contains(warning == null ? "" : warning), warned);
  }

  @Test
  void aPageIsToldItsRouteWhicheverEventsRoutesThereAre() throws Exception {
    configured(
        """
        - {path: "/app/**", access: admission, event: token}
        - {path: "/events/{event}/**", access: admission}
        """);
    JsonObject seats = read("?event=derby&resume=/events/derby/seats");
    assertEquals("/events/{event}/**", seats.getJsonObject("leadsTo").getString("path"));
    JsonObject app = read("?event=derby&resume=/app/start");
    assertEquals("/app/**", app.getJsonObject("leadsTo").getString("path"));
    assertEquals("", warnings(app), "whoever was let in to derby passes");
  }

  @Test
  void aPageIsOneOfThePublicOriginAndOtherHostsHaveTheirOwn() throws Exception {
    configured(
        """
        - {hosts: ["other.example"], path: "/events/{event}/**", access: admission}
        - {hosts: ["tickets.example"], path: "/seats/{event}", access: admission}
        """);
    String elsewhere = warnings(read("?event=derby&resume=/events/derby/seats"));
    assertTrue(elsewhere.contains("No route leads to /events/derby/seats"), elsewhere);
    assertEquals("", warnings(read("?event=derby&resume=/seats/derby")));
    assertEquals(
        List.of("/events/{event}/**", "/seats/{event}"),
        paths(read("?event=derby")),
        "at any host");
  }

  @Test
  void whatIsReadIsWhatIsInUseAtThatMoment() throws Exception {
    configured("- {path: \"/events/{event}/**\", access: admission}\n");
    assertEquals("", warnings(read("?event=derby")));
    configured("- {path: \"/events/{event}/**\", access: public}\n");
    assertTrue(warnings(read("?event=derby")).contains("nobody is kept out"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "?x=1",
        "?event=Derby",
        "?event=a&event=b",
        "?event=",
        "?resume=/a",
        "?event=a&resume=a",
        "?event=a&resume=/a%3Fb",
        "?event=a&resume=/../b",
        "?event=a&resume=https://b.example/"
      })
  void whatCannotBeMeantIsAMistakeOfTheField(String query) throws Exception {
    assertProblem(400, "invalid-settings", send("GET", "/api/routes" + query, VIEWER));
  }

  @Test
  void whoIsNotKnownReadsNoRoutes() throws Exception {
    assertProblem(401, "token-required", send("GET", "/api/routes", null));
    HttpRequest write = request("/api/routes", ADMIN).DELETE().build();
    assertProblem(405, "method-not-allowed", client.send(write, BodyHandlers.ofString()));
  }
}
