package dev.headgate.gateway.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.headgate.gateway.config.Route.Access;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RouteFieldsTest {
  private static final int SEED = 20_261_130;
  private static final List<String> METHODS = List.of("GET", "HEAD", "POST", "PUT");
  private static final Map<String, Pattern> PATTERNS = new HashMap<>();

  @TempDir Path folder;

  @Test
  void everyDefaultOfARouteIsAsDocumented() throws IOException {
    Route route = only("{path: /a, access: public}");
    assertEquals(Set.of(), route.hosts());
    assertEquals(Set.of(), route.methods());
    assertEquals(new EventSource.Path(), route.event());
    assertEquals("shop", route.upstream());
    assertEquals(false, route.shared());
    assertEquals(
        new RouteLimits(null, Duration.ofSeconds(30), Duration.ofSeconds(60)), route.limits());
    assertEquals(null, route.cors());
    assertEquals(1024, route.limits().maxBodyBytes(1024));
    assertEquals(9, Route.class.getRecordComponents().length, "a default not listed here");
  }

  @Test
  void everyKeyOfARouteCanBeChanged() throws IOException {
    Route route =
        only(
            """
            {hosts: ["{event}.Tickets.example."], path: /a/**, methods: [GET, PUT],
             access: admission, event: host, upstream: shop, shared: true,
             maxBodyBytes: 7, answerWithin: PT5M, idle: P1D,
             cors: {origins: ["https://WWW.example:443", "http://a.example:81"],
                    headers: [X-Mine], maxAge: PT0S}}\
            """);
    Cors cors =
        new Cors(
            Set.of("https://www.example", "http://a.example:81"), List.of("X-Mine"), Duration.ZERO);
    assertEquals(
        new Route(
            Set.of("{event}.tickets.example"),
            "/a/**",
            Set.of("GET", "PUT"),
            Access.ADMISSION,
            new EventSource.Host(),
            "shop",
            true,
            new RouteLimits(7L, Duration.ofMinutes(5), Duration.ofDays(1)),
            cors),
        route);
    assertEquals(7, route.limits().maxBodyBytes(1024));
  }

  @Test
  void aRouteKnowsItsEventInOneOfFourWays() throws IOException {
    String table =
        """
        {path: "/{event}", access: admission}                                  | Path[]
        {path: "/{event}", access: admission, event: path}                     | Path[]
        {path: "/a", access: public, event: path}                              | Path[]
        {path: "/a", access: admission, hosts: ["{event}.x"]}                  | Host[]
        {path: "/a", access: public, hosts: ["{event}.x", "a.{event}"]}        | Host[]
        {path: "/a", access: admission, event: token}                          | Token[]
        {path: "/a", access: public, event: token, hosts: [x]}                 | Token[]
        {path: "/a", access: admission, event: {fixed: derby}}                 | Fixed[event=derby]
        {path: "/a", access: admission, event: {fixed: token}}                 | Fixed[event=token]
        """;
    for (String row : table.lines().toList()) {
      String[] cells = row.split(" \\| ", -1);
      assertEquals(cells[1].trim(), only(cells[0].trim()).event().toString(), row);
    }
  }

  @Test
  void aRouteThatCannotBeMeantIsRefusedWithItsLineAndKey() {
    String table =
        """
        {path: "/{event}", access: admission, hosts: ["{event}.x"]} | path: /{event} (expected: no {event} in it
        {path: "/{event}", access: public, event: token}  | path: /{event} (expected: no {event} in it
        {path: "/{event}", access: public, event: {fixed: a}} | path: /{event} (expected: no {event} in it
        {path: "/{event}/{event}", access: public}        | path: /{event}/{event} (expected: {event} in it, once
        {path: "/a", access: admission}                   | path: /a (expected: {event} in it, once
        {path: "/a", access: public, event: host}         | hosts: [] (expected: hosts with {event} in each
        {path: "/a", access: public, hosts: [a.x, "{event}.x"]} | hosts: [a.x, {event}.x] (expected: hosts with
        {path: "/a", access: public, event: token, hosts: ["{event}.x"]} | event: token (expected: host, since
        {path: "/a", access: public, event: query}        | event: query (expected: path, host, token, or
        {path: "/a", access: public, event: {fixed: A}}   | event: an object (expected: path, host, token, or
        {path: "/a", access: public, event: {fixed: a, b: c}} | event: an object (expected: path, host
        {path: "/a", access: public, event: null}         | event: null (expected: path, host
        {path: "/a", access: public, hosts: x}            | hosts: x (expected: a list
        {path: "/a", access: public, hosts: ["x:80"]}     | hosts[0]: x:80 (expected: a host without a port
        {path: "/a", access: public, hosts: ["[::1]:80"]} | hosts[0]: [::1]:80 (expected: a host without
        {path: "/a", access: public, hosts: ["*.x"]}      | hosts[0]: *.x (expected: a host without
        {path: "/a", access: public, hosts: ["a..x"]}     | hosts[0]: a..x (expected: a host without
        {path: "/a", access: public, hosts: ["-a.x"]}     | hosts[0]: -a.x (expected: a host without
        {path: "/a", access: public, hosts: [""]}         | hosts[0]: '' (expected: a host without
        {path: "/a", access: public, hosts: ["http://x"]} | hosts[0]: http://x (expected: a host without
        {path: "/a", access: public, hosts: ["a{event}.x"]} | hosts[0]: a{event}.x (expected: a host
        {path: "/a", access: public, hosts: ["{event}.{event}.x"]} | hosts[0]: {event}.{event}.x (expected: a
        {path: "/a", access: public, methods: [get]}      | methods[0]: get (expected: a method in capitals
        {path: "/a", access: public, methods: [TRACE]}    | methods[0]: TRACE (expected: a method in capitals
        {path: "/a", access: public, upstream: none}      | upstream: none (expected: a name under upstreams
        {path: "/a", access: public, maxBodyBytes: -1}    | maxBodyBytes: -1 (expected: a whole number of bytes
        {path: "/a", access: public, maxBodyBytes: 1e3}   | maxBodyBytes: 1e3 (expected: a whole number
        {path: "/a", access: public, answerWithin: 30s}   | answerWithin: 30s (expected: an ISO 8601 duration
        {path: "/a", access: public, answerWithin: PT0S}  | answerWithin: PT0S (expected: an ISO 8601 duration
        {path: "/a", access: public, answerWithin: PT2H}  | answerWithin: PT2H (expected: an ISO 8601 duration
        {path: "/a", access: public, idle: PT0.5S}        | idle: PT0.5S (expected: an ISO 8601 duration
        {path: "/a", access: public, cors: {}}            | cors.origins: none (expected: at least one origin
        {path: "/a", access: public, cors: {origins: []}} | cors.origins: none (expected: at least one origin
        {path: "/a", access: public, cors: {origins: ["*"]}} | cors.origins[0]: * (expected: an origin
        {path: "/a", access: public, cors: {origins: ["null"]}} | cors.origins[0]: null (expected: an origin
        {path: "/a", access: public, cors: {origins: ["https://a/"]}} | cors.origins[0]: https://a/ (expected:
        {path: "/a", access: public, cors: {origins: ["https://a", "https://A:443"]}} | cors.origins[1]: https://A:443 (expected: an origin that is not listed
        {path: "/a", access: public, cors: {origins: ["https://a"], maxAge: P2D}} | cors.maxAge: P2D (expected:
        {path: "/a", access: public, cors: {origins: ["https://a"], headers: ["A B"]}} | cors.headers[0]: A B (expected:
        {path: "/a", access: public, cors: {origins: ["https://a"], methods: [GET]}} | cors.methods: unknown field
        {path: /queue/derby, access: public}              | path: /queue/derby (expected: an address that the gateway
        {path: /queue/**, access: public}                 | path: /queue/** (expected: an address that the gateway
        {path: /authorize, access: public}                | path: /authorize (expected: an address that the
        {path: /.well-known/jwks.json, access: public}    | path: /.well-known/jwks.json (expected: an address
        """;
    for (String row : table.lines().toList()) {
      String[] cells = row.split(" \\| ", -1);
      List<String> problems = problems(List.of(cells[0].trim()));
      assertEquals(1, problems.size(), row + " " + problems);
      String expected = "line 3: routes[0]." + cells[1].trim();
      assertTrue(problems.get(0).startsWith(expected), row + " " + problems);
    }
  }

  @Test
  void aRouteThatNothingCanReachIsAnErrorThatNamesThoseBeforeIt() {
    // Routes, the last of which is not reached because of those named, or is ('-').
    String table =
        """
        /a                ; /a                                   | 0
        /a                ; /b                                   | -
        /**               ; /a                                   | 0
        /**               ; /                                    | 0
        /a/**             ; /a                                   | 0
        /a/**             ; /a/b/**                              | 0
        /a/b/**           ; /a/**                                | -
        /a/*              ; /a/b                                 | 0
        /a/*              ; /a/**                                | -
        /a/*              ; /a/{event}                           | 0
        /a/{event}        ; /a/*                                 | -
        /a/{event}        ; /a/derby                             | 0
        /a/{event}        ; /a/Derby                             | -
        /a/{event}        ; /a/-                                 | -
        GET /a            ; POST /a                              | -
        GET /a            ; HEAD /a                              | 0
        HEAD /a           ; GET /a                               | -
        GET /a            ; /a                                   | -
        /a                ; GET /a                               | 0
        GET /a ; POST /a  ; GET,POST /a                          | 0 and 1
        GET /a ; POST /a  ; GET,PUT /a                           | -
        @x /a             ; @x /a                                | 0
        @x /a             ; @X. /a                               | 0
        @x /a             ; @y /a                                | -
        @x /a             ; /a                                   | -
        /a                ; @x /a                                | 0
        @x,y /a           ; @x /a                                | 0
        @x /a             ; @x,y /a                              | -
        @x /a ; @y /a     ; @x,y /a                              | 0 and 1
        @{event}.x /a     ; @derby.x /a                          | 0
        @{event}.x /a     ; @a.b.x /a                            | -
        @{event}.x /a     ; @x /a                                | -
        @derby.x /a       ; @{event}.x /a                        | -
        @x GET /a ; @x /a ; @x POST /a                           | 1
        """;
    for (String row : table.lines().toList()) {
      String[] cells = row.split(" \\| ", -1);
      List<String> routes =
          List.of(cells[0].split(" +; +", -1)).stream().map(RouteFieldsTest::written).toList();
      List<String> problems = problems(routes);
      String taker = cells[1].trim();
      if (taker.equals("-")) {
        assertEquals(List.of(), problems, row);
        continue;
      }
      String named = taker.replaceAll("(\\d)", "routes[$1]");
      String line =
          "line " + (3 + routes.size() - 1) + ": routes[" + (routes.size() - 1) + "].path:";
      assertEquals(1, problems.size(), row + " " + problems);
      assertTrue(problems.get(0).startsWith(line), row + " " + problems);
      assertTrue(problems.get(0).contains("that " + named + " does not"), row + " " + problems);
    }
  }

  /** {@code [@HOST,…] [METHOD,…] PATH} as YAML. */
  private static String written(String route) {
    String hosts = "";
    String methods = "";
    String path = "";
    boolean byHost = false;
    for (String part : route.trim().split(" +", -1)) {
      if (part.startsWith("@")) {
        byHost = part.contains("{");
        hosts = ", hosts: [\"" + part.substring(1).replace(",", "\", \"") + "\"]";
      } else if (part.startsWith("/")) {
        path = part;
      } else {
        methods = ", methods: [" + part + "]";
      }
    }
    String event = byHost ? ", event: host" : "";
    return "{path: \"" + path + "\", access: public" + hosts + methods + event + "}";
  }

  @Test
  void whatIsCalledUnreachableIsExactlyWhatNoRequestReachesInRandomTables() {
    Random random = new Random(SEED);
    List<String> paths = paths();
    int unreachable = 0;
    for (int round = 0; round < 3_000; round++) {
      RouteOrder order = new RouteOrder();
      List<Route> before = new ArrayList<>();
      for (int i = 0; i < 3; i++) {
        Route route = new Route(pattern(random), methods(random), Access.PUBLIC, "shop", false);
        boolean said = order.add("r" + i, route) != null;
        boolean reached = reached(route, before, paths);
        assertTrue(!said || !reached, () -> before + " leave something for " + route);
        // Two earlier paths together may take what neither takes alone: that is not looked for.
        boolean byOne = before.stream().anyMatch(one -> !reached(route, List.of(one), paths));
        assertTrue(said || !byOne, () -> before + " leave nothing for " + route);
        unreachable += said ? 1 : 0;
        before.add(route);
      }
    }
    assertTrue(unreachable > 200, "some were unreachable: " + unreachable);
  }

  private static boolean reached(Route route, List<Route> before, List<String> paths) {
    List<String> left = paths.stream().filter(path -> takes(route, path)).toList();
    return METHODS.stream()
        .filter(method -> allows(route, method))
        .anyMatch(
            method -> {
              List<Route> others = before.stream().filter(one -> allows(one, method)).toList();
              return left.stream()
                  .anyMatch(path -> others.stream().noneMatch(one -> takes(one, path)));
            });
  }

  private static boolean allows(Route route, String method) {
    Set<String> methods = route.methods();
    return methods.isEmpty()
        || methods.contains(method)
        || (method.equals("HEAD") && methods.contains("GET"));
  }

  /** Another reading of the rules: by a regular expression. */
  private static boolean takes(Route route, String path) {
    Pattern pattern = PATTERNS.computeIfAbsent(route.path(), RouteFieldsTest::regex);
    return pattern.matcher(path).matches();
  }

  private static Pattern regex(String path) {
    return Pattern.compile(
        List.of(path.substring(1).split("/", -1)).stream()
            .map(
                segment ->
                    switch (segment) {
                      case "**" -> "(/.*)?";
                      case "*" -> "/[^/]+";
                      case "{event}" -> "/" + EventIds.FORM;
                      default -> "/" + Pattern.quote(segment);
                    })
            .collect(Collectors.joining()));
  }

  private static List<String> paths() {
    List<String> segments = List.of("a", "b", "X", "");
    List<String> all = new ArrayList<>(List.of("/"));
    for (int depth = 0, from = 0; depth < 3; depth++) {
      int to = all.size();
      for (String before : List.copyOf(all.subList(from, to))) {
        segments.forEach(one -> all.add((before.equals("/") ? "" : before) + "/" + one));
      }
      from = to;
    }
    return all;
  }

  private static String pattern(Random random) {
    List<String> segments = List.of("a", "b", "X", "*", "{event}");
    StringBuilder path = new StringBuilder();
    int length = random.nextInt(3);
    for (int i = 0; i < length; i++) {
      String segment = segments.get(random.nextInt(segments.size()));
      path.append('/').append(path.indexOf("{") >= 0 && segment.startsWith("{") ? "*" : segment);
    }
    return path + (random.nextInt(3) == 0 || path.isEmpty() ? "/**" : "");
  }

  private static Set<String> methods(Random random) {
    return Set.copyOf(
        List.of("GET", "HEAD", "POST").stream().filter(one -> random.nextInt(4) == 0).toList());
  }

  @Test
  void theGuideExplainsEveryKeyOfARoute() throws IOException {
    String guide = Files.readString(Path.of("..", "docs", "configuration.md"));
    for (String key :
        List.of(
            "hosts",
            "path",
            "methods",
            "access",
            "event",
            "upstream",
            "shared",
            "maxBodyBytes",
            "answerWithin",
            "idle",
            "cors.origins",
            "cors.headers",
            "cors.maxAge")) {
      assertTrue(guide.contains("| `" + key + "` |"), key);
    }
  }

  private static final String OPERATORS_ORIGIN = "operatorOrigin: https://ops.example\n";

  @Test
  void whatAReloadTakesOverAndWhatNeedsARestartIsEveryKeyTogether() throws IOException {
    GatewayConfig before = GatewayConfig.defaults(folder);
    GatewayConfig after = load(GatewayConfigTest.EVERY_KEY_CHANGED);
    assertEquals(
        List.of(
            "authorize",
            "cookies",
            "createMissingKeys",
            "eventLoops",
            "events",
            "headers",
            "host",
            "keys",
            "operatorHost",
            "operatorOrigin",
            "operatorPort",
            "operatorSessions",
            "pages",
            "port",
            "publicOrigin",
            "redis",
            "state",
            "tls",
            "traces",
            "transport",
            "webhooks"),
        before.changedForRestart(after));
    GatewayConfig reloaded = before.reloaded(after);
    assertEquals(List.of(), before.changedForRestart(reloaded));
    assertEquals(after.upstreams(), reloaded.upstreams());
    assertEquals(after.routes(), reloaded.routes());
    assertEquals(after.allowedOrigins(), reloaded.allowedOrigins());
    assertEquals(after.trustedProxies(), reloaded.trustedProxies());
    assertEquals(after.maxBodyBytes(), reloaded.maxBodyBytes());
    assertEquals(after.bypasses(), reloaded.bypasses());
    assertEquals(after.operatorTokens(), reloaded.operatorTokens());
    assertNull(reloaded.oidc(), "there is no origin to come back to");
    assertEquals(after.oidc(), load(OPERATORS_ORIGIN).reloaded(after).oidc());
    assertNull(after.reloaded(load(OPERATORS_ORIGIN)).oidc());
    assertEquals(List.of(), before.changedForRestart(before));
  }

  @Test
  void bypassesOfOneNameAreRefusedBecauseNobodyCouldTellTheirUsesApart() {
    String twice = "bypasses: [{name: staff, key: a.key}, {name: staff, key: b.key}]\n";
    InvalidConfigException refused =
        assertThrows(InvalidConfigException.class, () -> load(twice).port());
    assertEquals(
        List.of("line 1: bypasses[1].name: staff (expected: a name no other bypass has)"),
        refused.problems());
  }

  private Route only(String route) throws IOException {
    List<Route> routes = load(document(List.of(route))).routes();
    assertEquals(1, routes.size());
    return routes.get(0);
  }

  private List<String> problems(List<String> routes) {
    try {
      assertEquals(routes.size(), load(document(routes)).routes().size());
      return List.of();
    } catch (InvalidConfigException refused) {
      return refused.problems();
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  /** The first route stands on line 3. */
  private static String document(List<String> routes) {
    return "port: 0\nroutes:\n"
        + routes.stream().map(route -> "  - " + route + "\n").collect(Collectors.joining());
  }

  private GatewayConfig load(String yaml) throws IOException {
    return GatewayConfig.load(Files.writeString(folder.resolve("gateway.yaml"), yaml), Map.of());
  }
}
