package dev.headgate.gateway.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.headgate.gateway.config.Route.Access;
import java.io.IOException;
import java.lang.reflect.RecordComponent;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GatewayConfigTest {
  private static final Path COMMITTED = Path.of("..", "config", "gateway.yaml");
  private static final String HASH = "ab".repeat(32);

  @TempDir Path folder;

  @Test
  void everyDefaultIsAsDocumented() {
    GatewayConfig config = GatewayConfig.defaults(folder);
    assertEquals(URI.create("http://localhost:8080"), config.publicOrigin());
    assertEquals("0.0.0.0", config.host());
    assertEquals(8080, config.port());
    assertEquals("127.0.0.1", config.operatorHost());
    assertEquals(8090, config.operatorPort());
    assertEquals(List.of(), config.operatorTokens());
    assertEquals(URI.create("redis://127.0.0.1:6379"), config.redis());
    assertEquals(folder.resolve("keys"), config.keys());
    assertFalse(config.createMissingKeys());
    assertEquals(folder.resolve("state"), config.state());
    assertEquals(
        Map.of(
            "shop",
            new Upstream(
                URI.create("http://127.0.0.1:8081"),
                URI.create("http://127.0.0.1:8082/internal/load"))),
        config.upstreams());
    assertEquals(GatewayConfig.shopRoutes("shop"), config.routes());
    assertEquals(List.of(), config.allowedOrigins());
    assertEquals(List.of(), config.trustedProxies());
    assertEquals(10_485_760, config.maxBodyBytes());
    assertEquals(0, config.eventLoops());
    assertEquals(Map.of(), config.events());
    assertFalse(config.secure());
    assertNull(config.tls());
    assertEquals(CookieRules.usual(), config.cookies());
    assertEquals(new Authorize(Authorize.Source.NGINX), config.authorize());
    assertEquals(List.of(), config.bypasses());
    assertEquals(HeaderRules.usual(), config.headers());
    assertEquals(Transport.AUTO, config.transport());
    assertEquals(10_000, config.streams());
    assertEquals(Pages.usual(), config.pages());
    assertNull(config.operatorOrigin());
    assertEquals(
        new OperatorSessions(Duration.ofHours(2), Duration.ofHours(12)), config.operatorSessions());
    assertEquals(List.of(), config.webhooks());
    assertNull(config.oidc());
    assertNull(config.traces());
    assertEquals(30, GatewayConfig.class.getRecordComponents().length, "a default not listed here");
  }

  @Test
  void theCommittedFileSaysExactlyTheDefaults() {
    GatewayConfig committed = GatewayConfig.load(COMMITTED, Map.of());
    assertEquals(GatewayConfig.defaults(COMMITTED.resolve("..")), committed);
  }

  @Test
  void theCommittedFileNamesEveryKey() throws IOException {
    List<String> lines = Files.readAllLines(COMMITTED);
    for (RecordComponent key : GatewayConfig.class.getRecordComponents()) {
      assertTrue(
          lines.stream().anyMatch(line -> line.startsWith(key.getName() + ":")), key.getName());
    }
  }

  @Test
  void theGuideExplainsEveryKey() throws IOException {
    String guide = Files.readString(Path.of("..", "docs", "configuration.md"));
    for (RecordComponent key : GatewayConfig.class.getRecordComponents()) {
      assertTrue(guide.contains("| `" + key.getName() + "` |"), key.getName());
    }
    for (String field :
        EventSettings.of("x", Instant.EPOCH, Dials.of(1, 1)).toJson().fieldNames()) {
      assertTrue(guide.contains("| `" + field), field);
    }
    for (String dial : Dials.of(1, 1).toJson().fieldNames()) {
      assertTrue(guide.contains("| `dials." + dial + "` |"), dial);
    }
  }

  @Test
  void everyKeyCanBeChanged() throws ReflectiveOperationException, IOException {
    GatewayConfig changed = load(EVERY_KEY_CHANGED, Map.of());
    GatewayConfig defaults = GatewayConfig.defaults(folder);
    for (RecordComponent key : GatewayConfig.class.getRecordComponents()) {
      Object before = key.getAccessor().invoke(defaults);
      assertNotEquals(before, key.getAccessor().invoke(changed), key.getName());
    }
    assertEquals(List.of(new OperatorToken("alice", Role.ADMIN, HASH)), changed.operatorTokens());
    assertEquals(
        new Oidc(
            "https://login.example/realms/ops",
            new Oidc.Client("headgate", "s3cret"),
            List.of("openid", "groups"),
            "email",
            new Oidc.Roles(
                "realm_access.roles",
                Map.of(
                    Role.VIEWER, List.of("staff"),
                    Role.OPERATOR, List.of("ops"),
                    Role.ADMIN, List.of("a", "b"))),
            "headgate-api",
            new Oidc.SignOut(true, "https://login.example/out?to=us")),
        changed.oidc());
    assertFalse(String.valueOf(changed.oidc()).contains("s3cret"));
    assertEquals(URI.create("https://ops.example"), changed.operatorOrigin());
    assertEquals(
        new OperatorSessions(Duration.ofMinutes(30), Duration.ofHours(4)),
        changed.operatorSessions());
    assertEquals(Path.of("/srv/keys"), changed.keys());
    assertEquals(
        Map.of(
            "box",
            new Upstream(
                URI.create("https://box.example:8443"),
                URI.create("https://box.example:8444/load?for=gateway"))),
        changed.upstreams());
    assertEquals(
        List.of(new Route("/shows/{event}/*/**", Set.of("POST"), Access.ADMISSION, "box", true)),
        changed.routes());
    EventSettings cup = changed.events().get("cup");
    assertEquals(
        EventSettings.of("Cup", Instant.parse("2030-01-01T09:00:00Z"), Dials.of(60, 100)), cup);
    assertTrue(changed.secure());
    assertEquals(new Tls(folder.resolve("chain.pem"), Path.of("/srv/tls/key.pem")), changed.tls());
    assertEquals(new CookieRules(CookieRules.SameSite.NONE, "tickets.example"), changed.cookies());
    assertEquals(
        new HeaderRules(Duration.ofDays(365), true, List.of("https://www.example")),
        changed.headers());
    assertEquals(Transport.EPOLL, changed.transport());
    assertEquals("plain", changed.pages().theme());
    assertEquals(
        List.of(
            new Webhook(
                "ops",
                URI.create("https://ops.example/hooks?key=1"),
                new Webhook.Secret(folder.resolve("ops.whsec"), null),
                Set.of("derby"),
                Set.of("paused", "sold-out"),
                Duration.ofHours(1),
                true)),
        changed.webhooks());
    assertEquals(
        new Traces(
            URI.create("https://collector.example/v1/traces"),
            List.of(new Traces.Header("X-Key", folder.resolve("collector.key"), null)),
            0.25,
            Traces.Parent.FOLLOW,
            "tickets",
            Map.of("deployment.environment.name", "test")),
        changed.traces());
    assertEquals(
        new Theme(Palette.LIGHT, Palette.DARK, null, Map.of(), List.of(), null, null),
        changed.pages().themes().get("plain"));
  }

  static final String EVERY_KEY_CHANGED =
      """
      publicOrigin: https://tickets.example
      host: 127.0.0.2
      port: 0
      operatorHost: "::1"
      operatorPort: 0
      operatorTokens: [{name: alice, role: admin, sha256: %s}]
      redis: rediss://:secret@redis.example:6380/2
      keys: /srv/keys
      createMissingKeys: true
      state: ../elsewhere
      upstreams:
        box: {url: "https://box.example:8443", load: "https://box.example:8444/load?for=gateway"}
      routes:
        - path: /shows/{event}/*/**
          methods: [POST]
          access: admission
          upstream: box
          shared: true
      allowedOrigins: ["https://www.example"]
      trustedProxies: [10.0.0.0/8, "::1"]
      maxBodyBytes: 1024
      eventLoops: 3
      events:
        cup:
          title: Cup
          start: 2030-01-01T10:00:00+01:00
          dials: {newUsersPerMinute: 60, totalActiveUsers: 100}
      tls: {certificate: chain.pem, key: /srv/tls/key.pem}
      cookies: {sameSite: none, domain: tickets.example}
      headers:
        strictTransport: P365D
        subdomains: true
        frameAncestors: ["https://www.example"]
      authorize: {source: envoy}
      bypasses: [{name: staff, key: staff.key}]
      transport: epoll
      streams: 250
      pages: {theme: plain, themes: {plain: {}}}
      operatorOrigin: https://ops.example
      operatorSessions: {idle: PT30M, longest: PT4H}
      webhooks:
        - name: ops
          url: https://ops.example/hooks?key=1
          secretFile: ops.whsec
          events: [derby]
          types: [paused, sold-out]
          giveUpAfter: PT1H
          plainHttp: true
      oidc:
        issuer: https://login.example/realms/ops
        clientId: headgate
        clientSecret: s3cret
        scopes: [openid, groups]
        name: email
        roles: {claim: realm_access.roles, viewer: [staff], operator: [ops], admin: [a, b]}
        audience: headgate-api
        signOut: https://login.example/out?to=us
      traces:
        endpoint: https://collector.example/v1/traces
        headers: [{name: X-Key, valueFile: collector.key}]
        ratio: 0.25
        parent: follow
        service: tickets
        attributes: {deployment.environment.name: test}
      """
          .formatted(HASH);

  @Test
  void everythingWrongIsListedAtOnceWithItsLineAndPath() {
    String yaml =
        """
        port: 70000
        publicOrigin: tickets.example
        routes:
          - path: /events/{event}/**
            access: admission
          - path: events
            access: everyone
            colour: red
          - path: /open/**
            access: admission
            upstream: nowhere
        trustedProxies: [10.0.0.0/33, localhost]
        maxBody: 1
        events:
          derby: {title: "", start: soon, dials: {newUsersPerMinute: -1}}
          Derby: {}
        operatorTokens: [{name: a, role: boss, sha256: abc}]
        """;
    List<String> problems = problems(yaml, Map.of());
    String all = String.join("\n", problems);
    for (String expected :
        List.of(
            "line 1: port: 70000 (expected: a whole number from 0 to 65535)",
            "line 2: publicOrigin: tickets.example (expected: an origin such as",
            "line 6: routes[1].path: events (expected: segments",
            "line 7: routes[1].access: everyone (expected: admission, public)",
            "line 8: routes[1].colour: unknown field (expected: one of access, answerWithin, cors,",
            "line 11: routes[2].upstream: nowhere (expected: a name under upstreams)",
            "line 9: routes[2].path: /open/** (expected: {event} in it, once)",
            "line 12: trustedProxies[0]: 10.0.0.0/33 (expected: an IP address",
            "line 12: trustedProxies[1]: localhost (expected: an IP address",
            "line 13: maxBody: unknown field (expected: one of allowedOrigins",
            "line 15: events.derby.title: '' (expected: 1 to 200 characters",
            "line 15: events.derby.start: soon (expected: an RFC 3339 instant",
            "line 15: events.derby.dials.newUsersPerMinute: -1 (expected: a whole number",
            "line 15: events.derby.dials.totalActiveUsers: missing (expected: a whole number",
            "line 16: events.Derby: an object (expected: under an event id",
            "line 17: operatorTokens[0].role: boss (expected: admin, operator, viewer)",
            "line 17: operatorTokens[0].sha256: a value not shown here (expected: 64")) {
      assertTrue(all.contains(expected), () -> expected + " is not among\n" + all);
    }
    assertEquals(17, problems.size(), all);
  }

  private static final String ARGON2ID =
      "$argon2id$v=19$m=19456,t=2,p=1$c2FsdHNhbHRzYWx0c2FsdA$"
          + "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8";
  private static final String BCRYPT =
      "$2b$12$abcdefghijklmnopqrstuuABCDEFGHIJKLMNOPQRSTUVWXYZ01234";

  @Test
  void anOperatorsTokenIsKnownByAPlainHashOrOneThatIsSlowOnPurpose() throws IOException {
    for (String hash : List.of(ARGON2ID, BCRYPT, BCRYPT.replace("2b", "2y"))) {
      String yaml = "operatorTokens: [{name: a, role: viewer, hash: '" + hash + "'}]";
      OperatorToken read = load(yaml, Map.of()).operatorTokens().get(0);
      assertEquals(new OperatorToken("a", Role.VIEWER, hash), read);
      assertFalse(read.toString().contains(hash), read::toString);
    }
  }

  private static final String OIDC =
      """
      operatorOrigin: https://ops.example
      oidc: {issuer: "https://login.example", clientId: us, roles: {claim: groups, viewer: [x]}}
      """;

  @Test
  void anIssuerHasDefaultsAndItsSecretMayStandInAFile() throws IOException {
    Oidc usual = load(OIDC, Map.of()).oidc();
    assertEquals(
        new Oidc(
            "https://login.example",
            new Oidc.Client("us", null),
            List.of("openid", "profile"),
            "preferred_username",
            new Oidc.Roles(
                "groups",
                Map.of(Role.VIEWER, List.of("x"), Role.OPERATOR, List.of(), Role.ADMIN, List.of())),
            null,
            Oidc.SignOut.usual()),
        usual);
    Files.writeString(folder.resolve("oidc.secret"), "s3cret\n");
    Oidc filed =
        load(OIDC.replace("clientId: us", "clientId: us, clientSecretFile: oidc.secret"), Map.of())
            .oidc();
    assertEquals("s3cret", filed == null ? "" : filed.client().secret());
  }

  @Test
  void anIssuerThatCannotBeTrustedOrGivesNobodyARoleIsRefused() {
    Map<String, String> wrong =
        Map.ofEntries(
            Map.entry("https://login.example\"", "http://login.example\""),
            Map.entry("\"https://login.example\"", "login.example"),
            Map.entry("//login.example", "//user:pass@login.example"),
            Map.entry("login.example\"", "login.example?x=y\""),
            Map.entry("operatorOrigin: https://ops.example\n", ""),
            Map.entry("viewer: [x]", "viewer: []"),
            Map.entry("claim: groups, ", ""),
            Map.entry("clientId: us", "clientId: us, audience: us"),
            Map.entry("clientId: us,", "clientId: us, scopes: [profile],"),
            Map.entry("clientId: us, ", "clientId: us, clientSecretFile: none, "),
            Map.entry("clientId: us , ", "clientId: us, x: y, "));
    wrong.forEach(
        (before, after) -> {
          String yaml = OIDC.replace(before.replace(" , ", ", "), after);
          assertNotEquals(OIDC, yaml);
          assertEquals(1, problems(yaml, Map.of()).size(), () -> before + problems(yaml, Map.of()));
        });
    String name = "operatorTokens: [{name: 'oidc:ann', role: viewer, sha256: " + HASH + "}]";
    assertTrue(problems(name, Map.of()).get(0).contains("as an issuer's do"));
  }

  @Test
  void signingOutEndsHereOrAtTheIssuerOrAtAnAddressABrowserMayBeSentTo() throws IOException {
    Map<String, Oidc.SignOut> good =
        Map.of(
            "issuer", Oidc.SignOut.usual(),
            "here", new Oidc.SignOut(false, null),
            "https://login.example/out", new Oidc.SignOut(true, "https://login.example/out"),
            "https://l.example/out?a=b&c", new Oidc.SignOut(true, "https://l.example/out?a=b&c"));
    for (Map.Entry<String, Oidc.SignOut> each : good.entrySet()) {
      Oidc read = load(signOut(each.getKey()), Map.of()).oidc();
      assertEquals(each.getValue(), read == null ? null : read.signOut());
    }
    for (String wrong :
        List.of(
            "nowhere",
            "/out",
            "javascript:alert(1)",
            "http://login.example/out",
            "https://user@login.example/out",
            "https://login.example/out#here",
            "https://login.example/out?a=b#here",
            "https://login.example/out?a=\\u0022")) {
      assertEquals(1, problems(signOut(wrong), Map.of()).size(), wrong);
    }
  }

  private static String signOut(String to) {
    return OIDC.replace("clientId: us", "clientId: us, signOut: \"" + to + '"');
  }

  @Test
  void aHashThatWouldTakeGigabytesOrMinutesOrNoTimeAtAllIsRefusedAndNotShown() {
    for (String hash :
        List.of(
            ARGON2ID.replace("m=19456", "m=4194304"),
            ARGON2ID.replace("m=19456", "m=9999999999"),
            ARGON2ID.replace("m=19456", "m=1024"),
            ARGON2ID.replace("t=2", "t=1000000"),
            ARGON2ID.replace("t=2", "t=0"),
            ARGON2ID.replace("m=19456,t=2", "m=65536,t=10"),
            ARGON2ID.replace("p=1", "p=64"),
            ARGON2ID.replace("p=1", "p=0"),
            ARGON2ID.replace("v=19", "v=16"),
            ARGON2ID.replace("argon2id", "argon2i"),
            ARGON2ID.replace("c2FsdHNhbHRzYWx0c2FsdA", "c2Fs"),
            ARGON2ID + "=",
            ARGON2ID.substring(0, ARGON2ID.lastIndexOf('$')),
            BCRYPT.replace("$12$", "$31$"),
            BCRYPT.replace("$12$", "$04$"),
            BCRYPT.replace("2b", "2x"),
            BCRYPT + "x",
            HASH,
            "secret")) {
      List<String> problems =
          problems("operatorTokens: [{name: a, role: viewer, hash: '" + hash + "'}]", Map.of());
      assertEquals(1, problems.size(), problems::toString);
      assertTrue(
          problems.get(0).startsWith("line 1: operatorTokens[0].hash: a value not shown here"),
          problems.get(0));
    }
    String both = "operatorTokens: [{name: a, role: viewer, hash: '%s', sha256: %s}]";
    assertTrue(problems(both.formatted(BCRYPT, HASH), Map.of()).get(0).contains("one of them"));
  }

  @Test
  void aVariableIsTakenFromTheEnvironmentOrItsDefault() throws IOException {
    String yaml = "port: ${PORT:8123}\nhost: \"${HOST}\"\nstate: s-${A:x}-${B:y}\n";
    GatewayConfig config = load(yaml, Map.of("HOST", "127.0.0.3", "B", "z"));
    assertEquals(8123, config.port());
    assertEquals("127.0.0.3", config.host());
    assertEquals(folder.resolve("s-x-z"), config.state());
    assertEquals(9000, load(yaml, Map.of("HOST", "h", "PORT", "9000")).port());
  }

  @Test
  void aVariableThatIsNotSetOrHasNoNameIsAnError() {
    assertEquals(
        List.of(
            "line 1: host: ${NOPE} (expected: the environment variable NOPE to be set)",
            "line 2: state: ${ without a name (expected: ${NAME} or ${NAME:default})",
            "line 3: keys: ${ without a name (expected: ${NAME} or ${NAME:default})"),
        problems("host: ${NOPE}\nstate: ${9}\nkeys: ${OPEN\n", Map.of()));
  }

  @Test
  void aVariableCanHoldAValueButNoStructure() {
    Map<String, String> hostile = Map.of("H", "x\nport: 1", "L", "[1, 2]");
    List<String> problems = problems("host: ${H}\nport: ${L}\n", hostile);
    assertEquals(2, problems.size(), problems::toString);
    assertTrue(problems.get(0).startsWith("line 1: host: x?port: 1 (expected:"));
  }

  @Test
  void aPasswordIsNeverPartOfWhatTheConfigurationSaysOfItself() throws IOException {
    GatewayConfig config = load("redis: redis://user:hunter2@redis.example\n", Map.of());
    assertEquals("user:hunter2", config.redis().getUserInfo());
    assertFalse(config.toString().contains("hunter2"));
  }

  @Test
  void aPasswordIsNeverPartOfAnError() {
    String yaml = "redis: http://user:hunter2@redis.example\n";
    assertFalse(problems(yaml, Map.of()).toString().contains("hunter2"));
  }

  @Test
  void aKeyGivenTwiceIsAnError() {
    assertEquals(
        List.of("line 2: port: here twice (expected: once)"),
        problems("port: 1\nport: 2\n", Map.of()));
  }

  @Test
  void whatIsNoPlainYamlIsOneErrorWithItsLine() {
    assertTrue(problems("port: 1\nhost: [a\n", Map.of()).get(0).startsWith("line 3: not well-f"));
    assertTrue(problems("- a\n- b\n", Map.of()).get(0).contains("not a mapping"));
    assertTrue(problems("a: &x [1]\nb: *x\n", Map.of()).get(0).contains("with aliases"));
    assertTrue(problems("a: &x [*x]\n", Map.of()).get(0).contains("line 1"));
    assertTrue(problems("a: " + "[".repeat(200_000), Map.of()).get(0).contains("not well-formed"));
    assertTrue(problems("a: !!java.lang.Thread []\n", Map.of()).get(0).contains("a: unknown"));
  }

  @Test
  void aFileThatIsNotThereIsAnErrorOfTheSameKind() {
    InvalidConfigException refused =
        assertThrows(
            InvalidConfigException.class,
            () -> GatewayConfig.load(folder.resolve("none.yaml"), Map.of()).port());
    assertTrue(refused.problems().get(0).contains("cannot be read"), refused.getMessage());
  }

  @Test
  void anEventMayStandInAFileOfItsOwnBesideTheConfiguration() throws IOException {
    Files.createDirectories(folder.resolve("events"));
    Files.copy(
        Path.of("..", "config", "events", "derby.yaml"), folder.resolve("events/derby.yaml"));
    EventSettings derby =
        load("events: {derby: events/derby.yaml}", Map.of()).events().get("derby");
    Instant start = Instant.parse("2026-12-01T10:00:00Z");
    assertEquals(EventSettings.of("Derby", start, Dials.of(600, 5000)), derby);

    Files.writeString(folder.resolve("events/cup.yaml"), "title: Cup\nstart: now\ndials: []\n");
    List<String> problems =
        problems("events:\n  cup: events/cup.yaml\n  no: events/no.yaml", Map.of());
    assertEquals(3, problems.size(), problems::toString);
    String where = "events.cup, " + folder.resolve("events/cup.yaml");
    assertTrue(problems.get(0).startsWith(where + ", line 2: start: now"), problems.get(0));
    assertTrue(problems.get(1).startsWith(where + ", line 3: dials: a list"), problems.get(1));
    assertTrue(problems.get(2).contains("no.yaml: cannot be read"), problems.get(2));
  }

  @Test
  void theDefaultRoutesNeedTheUpstreamTheyLeadTo() {
    List<String> problems = problems("upstreams: {box: \"http://127.0.0.1:1\"}", Map.of());
    assertEquals(1, problems.size());
    assertTrue(problems.get(0).contains("routes: missing (expected: routes, or an upstream shop"));
  }

  @Test
  void anUpstreamIsAnOriginOrAnObjectOfItsAddresses() throws IOException {
    Upstream plain = Upstream.at(URI.create("http://127.0.0.1:1"));
    for (String written :
        List.of("\"http://127.0.0.1:1\"", "{url: \"http://127.0.0.1:1\", load: null}")) {
      String yaml = "upstreams: {shop: " + written + "}\n";
      assertEquals(Map.of("shop", plain), load(yaml, Map.of()).upstreams());
    }
    String address = "an address such as http://127.0.0.1:8082/internal/load";
    assertEquals(
        List.of(
            "line 2: upstreams.shop.url: missing (expected: an origin such as"
                + " https://tickets.example)",
            "line 2: upstreams.shop.load: 127.0.0.1:8082 (expected: " + address + ")",
            "line 3: upstreams.box.load: http://a:b@box/load (expected: " + address + ")",
            "line 3: upstreams.box.lod: unknown field (expected: one of health, load,"
                + " maxConnections, maxWaiting, origins, outliers, url)",
            "line 4: upstreams.till: 7 (expected: an origin such as https://tickets.example)"),
        problems(
            """
            upstreams:
              shop: {load: "127.0.0.1:8082"}
              box: {url: "http://box", load: "http://a:b@box/load", lod: 1}
              till: 7
            """,
            Map.of()));
  }

  @Test
  void tokensOfOneNameAreRefusedBecauseTheAuditTrailCouldNotTellThemApart() {
    String token = "  - {name: a, role: viewer, sha256: " + HASH + "}\n";
    List<String> problems = problems("operatorTokens:\n" + token + token, Map.of());
    assertEquals(
        List.of("line 3: operatorTokens[1].name: a (expected: a name no other token has)"),
        problems);
  }

  @Test
  void cookiesOfADomainAreForTheOriginsHostOrAParentOfIt() throws IOException {
    for (String domain : List.of("tickets.shop.example", "shop.example")) {
      assertEquals(domain, load(withDomain(domain), Map.of()).cookies().domain());
    }
    for (String domain :
        List.of(
            "example",
            "localhost",
            "other.example",
            "a.tickets.shop.example",
            "ets.shop.example",
            "SHOP.example",
            ".shop.example",
            "shop.example.",
            "127.0.0.1",
            "a b.example",
            "shop.example; Secure")) {
      List<String> problems = problems(withDomain(domain), Map.of());
      assertEquals(1, problems.size(), problems::toString);
      assertTrue(problems.get(0).startsWith("line 2: cookies.domain: "), problems.get(0));
    }
  }

  private static String withDomain(String domain) {
    return """
        publicOrigin: https://Tickets.shop.example:8443
        cookies: {domain: "%s"}
        """
        .formatted(domain);
  }

  @Test
  void whatBrowsersTakeOverTlsAloneNeedsAnOriginWithIt() {
    String origin = " (expected: an origin such as https://tickets.example)";
    assertEquals(
        List.of(
            "line 1: cookies.sameSite: none (expected: lax or strict, or a publicOrigin with"
                + " https)",
            "line 2: headers.strictTransport: PT24H (expected: null, or a publicOrigin with"
                + " https)",
            "line 3: headers.frameAncestors[0]: *" + origin,
            "line 4: headers.colour: unknown field (expected: one of frameAncestors,"
                + " strictTransport, subdomains)"),
        problems(
            """
            cookies: {sameSite: none}
            headers: {strictTransport: P1D,
              frameAncestors: ["*"],
              colour: red}
            """,
            Map.of()));
  }

  private GatewayConfig load(String yaml, Map<String, String> environment) throws IOException {
    Path file = Files.writeString(folder.resolve("gateway.yaml"), yaml);
    return GatewayConfig.load(file, environment);
  }

  private List<String> problems(String yaml, Map<String, String> environment) {
    return assertThrows(InvalidConfigException.class, () -> load(yaml, environment).port())
        .problems();
  }
}
