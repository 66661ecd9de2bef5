package dev.headgate.booking.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.headgate.booking.price.PricePolicy;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ShopConfigTest {
  private static final String LEAST =
      """
      store: {uri: "postgresql://shop:pw@127.0.0.1/shop"}
      admission: {jwks: "http://127.0.0.1:8080/.well-known/jwks.json", issuer: "http://127.0.0.1:8080"}
      events: [{id: derby, title: Derby}]
      """;

  @TempDir private Path folder = Path.of("");

  private ShopConfig read(String yaml, Map<String, String> environment) {
    try {
      return ShopConfigFile.read(
          Files.writeString(folder.resolve("booking.yaml"), yaml), environment);
    } catch (IOException failed) {
      throw new IllegalStateException(failed);
    }
  }

  @Test
  void everyDefaultIsThis() {
    ShopConfig config = read(LEAST, Map.of());
    assertEquals(new ShopConfig.Listen("127.0.0.1", 8081, "127.0.0.1", 8082, 2), config.listen());
    assertEquals(
        new ShopConfig.Store(
            "postgresql://shop:pw@127.0.0.1/shop", null, 16, 2, 4096, Duration.ofSeconds(10), true),
        config.store());
    assertEquals(
        new ShopConfig.Admission(
            URI.create("http://127.0.0.1:8080/.well-known/jwks.json"),
            "http://127.0.0.1:8080",
            Duration.ofSeconds(10),
            Duration.ofMinutes(5),
            100_000),
        config.admission());
    assertEquals(
        new ShopConfig.Session(folder.resolve("keys/shop-session.key"), Duration.ofDays(1), false),
        config.session());
    assertEquals(
        new ShopConfig.Holds(Duration.ofSeconds(2), Duration.ofSeconds(2), Duration.ofSeconds(5)),
        config.holds());
    assertNull(config.payment());
    assertEquals(new ShopConfig.Tickets(folder.resolve("keys/shop-tickets.key")), config.tickets());
    assertEquals(ShopConfig.Notices.defaults(), config.notices());
    assertEquals(new ShopConfig.Accounts(Duration.ofMinutes(10), 5, 5, 600), config.accounts());
    EventSettings event = config.events().get(0);
    assertEquals(EventSettings.Sales.defaults(), event.sales());
    assertEquals(EventSettings.generated("derby", "Derby", 40_000), event);
    assertEquals(new EventSettings.Limits(Duration.ofMinutes(10), 8, 8), event.limits());
    assertNull(event.onSaleAt());
    assertNull(event.closesAt());
    assertEquals(Set.of(), event.notOnSale());
    assertEquals(40_000, event.venue().seats());
  }

  @Test
  void everyKeyChangesSomething() throws IOException {
    Path venue =
        Files.writeString(
            folder.resolve("hall.yaml"),
            """
            id: hall
            name: Hall
            sections:
              - id: S
                name: Stalls
                rows:
                  - {row: B, seats: 3}
                  - {row: A, seats: 2, accessible: [1], restrictedView: [2]}
            """);
    ShopConfig config =
        read(
            """
            listen: {host: 0.0.0.0, port: 1, internalHost: 10.0.0.1, internalPort: 2, eventLoops: 3}
            store:
              uri: postgres://a
              migrationUri: postgres://b
              connections: 4
              readConnections: 5
              maxWaiting: 6
              acquireTimeout: PT7S
              preparedStatements: false
            admission:
              jwks: https://gate.example/keys
              issuer: https://gate.example
              refetchCooldown: PT8S
              refreshEvery: PT9S
              rememberedTokens: 10
            session: {keyFile: /keys/a.key, lifetime: PT11H, secure: true}
            holds: {retryBudget: PT0.5S, mapMaxAge: PT1S, sweepEvery: PT12S}
            payment:
              apiBase: https://pay.example
              secretKey: sk_secret
              webhookSecrets: [whsec_new, whsec_old]
              callTimeout: PT15S
              workers: 16
              investigate: PT17M
              reconcileEvery: PT18S
              firstCheck: PT19S
            tickets: {keyFile: /keys/tickets.key}
            notices:
              publicOrigin: https://tickets.example
              mail: {host: mail.example, port: 25, from: a@b.example, user: u, password: p, startTls: optional}
              sendEvery: PT20S
              giveUpAfter: PT21H
              logCodes: true
            accounts: {codeLifetime: PT22M, codeTries: 23, codesAnHour: 24, requestsAMinute: 25}
            events:
              - id: cup
                title: Cup
                venueFile: %s
                prices: {S: {ticketType: stalls, priceCents: 1300}}
                notOnSale: [A-1]
                onSaleAt: "2026-12-01T10:00:00Z"
                closesAt: "2026-12-02T10:00:00Z"
                limits: {hold: PT14M, seatsPerHold: 6, ticketsPerCustomer: 5}
                sales:
                  currency: gbp
                  capture: authorise
                  latePayment: honour-if-free
                  afterRefund: keep
                  guests: false
                  verifiedPhone: true
                  startsAt: "2026-12-24T19:00:00Z"
                  timeZone: Europe/Berlin
              - {id: small, title: Small, generatedSeats: 120}
            """
                .formatted(venue.getFileName()),
            Map.of());
    assertEquals(new ShopConfig.Listen("0.0.0.0", 1, "10.0.0.1", 2, 3), config.listen());
    assertEquals(
        new ShopConfig.Store("postgres://a", "postgres://b", 4, 5, 6, Duration.ofSeconds(7), false),
        config.store());
    assertEquals(
        new ShopConfig.Admission(
            URI.create("https://gate.example/keys"),
            "https://gate.example",
            Duration.ofSeconds(8),
            Duration.ofSeconds(9),
            10),
        config.admission());
    assertEquals(
        new ShopConfig.Session(Path.of("/keys/a.key"), Duration.ofHours(11), true),
        config.session());
    assertEquals(
        new ShopConfig.Holds(Duration.ofMillis(500), Duration.ofSeconds(1), Duration.ofSeconds(12)),
        config.holds());
    assertEquals(
        new ShopConfig.Payment(
            URI.create("https://pay.example"),
            "sk_secret",
            List.of("whsec_new", "whsec_old"),
            Duration.ofSeconds(15),
            16,
            Duration.ofMinutes(17),
            Duration.ofSeconds(18),
            Duration.ofSeconds(19)),
        config.payment());
    assertEquals(new ShopConfig.Tickets(Path.of("/keys/tickets.key")), config.tickets());
    assertEquals(
        new ShopConfig.Notices(
            URI.create("https://tickets.example"),
            new ShopConfig.Mail("mail.example", 25, "a@b.example", "u", "p", "optional"),
            Duration.ofSeconds(20),
            Duration.ofHours(21),
            true),
        config.notices());
    assertEquals(new ShopConfig.Accounts(Duration.ofMinutes(22), 23, 24, 25), config.accounts());
    assertFalse(config.toString().contains("sk_secret"), "a secret in the text of the settings");
    EventSettings cup = config.events().get(0);
    assertEquals(
        new EventSettings(
            "cup",
            "Cup",
            new Venue(
                "hall",
                "Hall",
                List.of(
                    new Venue.Section(
                        "S",
                        "Stalls",
                        List.of(
                            new Venue.Row("A", 2, Set.of(1), Set.of(2)), Venue.Row.of("B", 3))))),
            Map.of("S", new EventSettings.Price("stalls", 1_300)),
            Set.of("A-1"),
            Instant.parse("2026-12-01T10:00:00Z"),
            Instant.parse("2026-12-02T10:00:00Z"),
            new EventSettings.Limits(Duration.ofMinutes(14), 6, 5),
            new EventSettings.Sales(
                "gbp",
                EventSettings.Capture.AUTHORISE,
                EventSettings.LatePayment.HONOUR_IF_FREE,
                EventSettings.AfterRefund.KEEP,
                false,
                true,
                Instant.parse("2026-12-24T19:00:00Z"),
                ZoneId.of("Europe/Berlin"))),
        cup);
    assertEquals(120, config.events().get(1).venue().seats());
  }

  @Test
  void whatAnEventMaySayAboutItsSeatsIsReadAndWrongOnesAreNamed() {
    EventSettings event =
        read(
                LEAST.substring(0, LEAST.indexOf("events:"))
                    + """
                    events:
                      - id: final
                        title: Final
                        generatedSeats: 2000
                        limits: {preset: high-demand, extension: PT2M, holdsPerCustomer: 3}
                        seating: {waiting: nowait, singleSeats: avoid}
                        blocks:
                          - {name: sponsor, ticketType: gold, priceCents: 1, sections: [B],
                             rows: [A], seats: [C-1], releaseAt: "2026-12-01T10:00:00Z"}
                        pricing:
                          ladder: [{belowFreePerMille: 200, perMille: 1167}]
                          demand: {scarcityPerMille: 1, pacePerMille: 2, expectedHoldsPerMinute: 3,
                                   latePerMille: 4, lateWindow: PT5H}
                          floorPerMille: 900
                          ceilingPerMille: 1500
                          stepPerMille: 10
                    """,
                Map.of())
            .events()
            .get(0);
    assertEquals(
        new EventSettings.Limits(Duration.ofMinutes(8), 6, 6, 3, Duration.ofMinutes(2)),
        event.limits());
    assertEquals(
        new EventSettings.Selling(
            EventSettings.Waiting.NOWAIT,
            EventSettings.SingleSeats.AVOID,
            List.of(
                new EventSettings.Block(
                    "sponsor",
                    new EventSettings.Price("gold", 1),
                    Set.of("B"),
                    Set.of("A"),
                    Set.of("C-1"),
                    Instant.parse("2026-12-01T10:00:00Z"))),
            new PricePolicy(
                List.of(new PricePolicy.Tier(200, 1_167)),
                new PricePolicy.Demand(1, 2, 3, 4, Duration.ofHours(5)),
                900,
                1_500,
                10)),
        event.selling());
    for (String wrong :
        List.of(
            "limits: {hold: PT59S}",
            "limits: {hold: PT31M}",
            "limits: {extension: PT301S}",
            "limits: {preset: extreme}",
            "seating: {waiting: maybe}",
            "pricing: {ceilingPerMille: 999}",
            "blocks: [{name: a, priceCents: 1, rows: [A]}, {name: b, priceCents: 1, seats: [A-1]}]",
            "blocks: [{name: a, priceCents: 1, rows: [NONE]}]",
            "blocks: [{name: a, priceCents: 1}]")) {
      assertThrows(
          IllegalArgumentException.class,
          () -> read(LEAST.replace("title: Derby", "title: Derby, " + wrong), Map.of()),
          wrong);
    }
  }

  @Test
  void everyFaultIsNamedAtOnce() {
    String message =
        Objects.requireNonNull(
            assertThrows(
                    IllegalArgumentException.class,
                    () ->
                        read(
                            """
                            listen: {port: 70000, prot: 1}
                            store: {uri: "postgresql://a", connections: many}
                            admission: {jwks: "${NOT_SET}", issuer: x}
                            holds: {sweepEvery: soon}
                            events: [{id: Derby, title: Derby, seat: 1}]
                            extra: 1
                            """,
                            Map.of()))
                .getMessage());
    for (String fault :
        List.of(
            "listen.port: 70000",
            "listen.prot: unknown",
            "store.connections: many",
            "${NOT_SET}",
            "holds.sweepEvery: soon",
            "event id: Derby",
            "events[0].seat: unknown",
            "extra: unknown")) {
      assertTrue(message.contains(fault), fault + " is missing in " + message);
    }
  }

  @Test
  void theEnvironmentFillsPlaceholders() {
    String yaml =
        LEAST
            + """
            listen: {port: "${SHOP_PORT:9081}", internalPort: "${INTERNAL:9082}"}
            session: {keyFile: "${KEYS:/keys}/shop.key"}
            """;
    ShopConfig config = read(yaml, Map.of("SHOP_PORT", "7"));
    assertEquals(7, config.listen().port());
    assertEquals(9082, config.listen().internalPort());
    assertEquals(Path.of("/keys/shop.key"), config.session().keyFile());
  }

  @Test
  void noPasswordIsInTheTextOfTheSettings() {
    assertFalse(read(LEAST, Map.of()).toString().contains("pw@"));
  }

  @Test
  void aGeneratedVenueHasExactlyItsSeatsInRowsOfAtLeastForty() {
    for (int seats : new int[] {40, 41, 99, 100, 149, 1_001, 12_345, 40_000}) {
      Venue venue = Venue.generated("v", "V", seats);
      assertEquals(seats, venue.seats());
      assertTrue(
          venue.sections().stream()
              .flatMap(section -> section.rows().stream())
              .allMatch(row -> row.seats() >= 40),
          seats + " seats");
      assertEquals("A", venue.sections().get(0).id());
      assertEquals("A", venue.sections().get(0).rows().get(0).label());
    }
    assertNotEquals(0, Venue.generated("v", "V", 1).seats());
  }

  private static ShopConfig shipped(Map<String, String> environment) {
    return ShopConfigFile.read(Path.of("../config/booking.yaml"), environment);
  }

  @Test
  void theShippedConfigurationHasEveryDefault() {
    String uri = "postgresql://shop@127.0.0.1/shop";
    ShopConfig config = shipped(Map.of("POSTGRES_URL", uri));
    assertEquals(ShopConfig.Listen.defaults(), config.listen());
    assertEquals(ShopConfig.Store.at(uri), config.store());
    assertEquals(ShopConfig.Holds.defaults(), config.holds());
    assertEquals(ShopConfig.Accounts.defaults(), config.accounts());
    assertEquals(ShopConfig.Notices.defaults(), config.notices());
    assertNull(config.payment());
    assertEquals(List.of(EventSettings.generated("derby", "Derby", 40_000)), config.events());
  }

  @Test
  void theShippedConfigurationTakesMoneyOnceTheEnvironmentHasAKey() {
    Map<String, String> environment = new HashMap<>();
    environment.put("POSTGRES_URL", "postgresql://shop@127.0.0.1/shop");
    environment.put("PAYMENT_SECRET_KEY", "sk_test_1");
    String missing =
        Objects.requireNonNull(
            assertThrows(IllegalArgumentException.class, () -> shipped(environment)).getMessage());
    assertTrue(missing.contains("payment.webhookSecrets: none"), missing);
    environment.put("PAYMENT_WEBHOOK_SECRET", "whsec_1");
    assertEquals(
        ShopConfig.Payment.at(URI.create("https://api.stripe.com"), "sk_test_1", "whsec_1"),
        shipped(environment).payment());
  }

  @Test
  void everyKeyThatIsReadIsInTheShippedConfiguration() throws IOException {
    Pattern reading =
        Pattern.compile(
            "\\.(?:text|number|requiredNumber|flag|duration|instant|choice|required|optional"
                + "|strings|child|children|entries|has)\\(\\s*\"([A-Za-z]+)\"");
    String shipped = Files.readString(Path.of("../config/booking.yaml"));
    Set<String> read = new TreeSet<>();
    for (String reader : List.of("ShopConfigFile", "SellingFile")) {
      Path source = Path.of("src/main/java/dev/headgate/booking/config/" + reader + ".java");
      Matcher keys = reading.matcher(Files.readString(source));
      while (keys.find()) {
        read.add(keys.group(1));
      }
    }
    assertTrue(read.size() > 60, read.toString());
    read.removeIf(key -> Pattern.compile("\\b" + key + ":").matcher(shipped).find());
    assertEquals(Set.of(), read);
  }
}
