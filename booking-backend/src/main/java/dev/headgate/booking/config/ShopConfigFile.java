package dev.headgate.booking.config;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;

/** Turns a YAML file into settings, or into one exception that names every fault. */
final class ShopConfigFile {
  private static final int DEFAULT_SEATS = 40_000;
  private static final Duration LEAST_HOLD = Duration.ofMinutes(1);

  private final Path folder;
  private final Map<String, String> environment;
  private final List<String> faults = new ArrayList<>();

  private ShopConfigFile(Path folder, Map<String, String> environment) {
    this.folder = folder;
    this.environment = environment;
  }

  static ShopConfig read(Path file, Map<String, String> environment) {
    Path folder = file.toAbsolutePath().getParent();
    ShopConfigFile reader = new ShopConfigFile(folder == null ? file : folder, environment);
    ShopConfig config = reader.config(new Node(reader.parse(file), "", reader.faults));
    if (config == null || !reader.faults.isEmpty()) {
      throw new IllegalArgumentException(file + ":\n  " + String.join("\n  ", reader.faults));
    }
    return config;
  }

  private @Nullable Object parse(Path file) {
    try {
      Object loaded =
          new Load(LoadSettings.builder().setLabel(file.getFileName().toString()).build())
              .loadFromString(Files.readString(file));
      return Placeholders.fill(loaded, environment, faults);
    } catch (YamlEngineException malformed) {
      throw new IllegalArgumentException(file + ": " + malformed.getMessage(), malformed);
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }

  private @Nullable ShopConfig config(Node root) {
    ShopConfig.Listen listen = listen(root.child("listen"));
    ShopConfig.Store store = store(root.child("store"));
    ShopConfig.Admission admission = admission(root.child("admission"));
    ShopConfig.Session session = session(root.child("session"));
    ShopConfig.Holds holds = holds(root.child("holds"));
    // Without a key nobody takes money, so that an environment may leave it out.
    Node payments = root.child("payment");
    boolean sells = payments.has("secretKey");
    ShopConfig.Payment payment = payment(payments, sells);
    ShopConfig.Tickets tickets = tickets(root.child("tickets"));
    ShopConfig.Notices notices = notices(root.child("notices"));
    ShopConfig.Accounts accounts = accounts(root.child("accounts"));
    List<EventSettings> events = new ArrayList<>();
    for (Node node : root.children("events")) {
      EventSettings event = event(node);
      if (event != null) {
        events.add(event);
      }
    }
    root.refuseUnknown();
    if (listen == null || store == null || admission == null || session == null || holds == null) {
      return null;
    }
    if (tickets == null || notices == null || accounts == null || (sells && payment == null)) {
      return null;
    }
    return made(
        () ->
            new ShopConfig(
                listen, store, admission, session, holds, payment, tickets, notices, accounts,
                events));
  }

  private ShopConfig.@Nullable Listen listen(Node node) {
    ShopConfig.Listen or = ShopConfig.Listen.defaults();
    String host = node.text("host", or.host());
    int port = node.number("port", or.port());
    String internalHost = node.text("internalHost", or.internalHost());
    int internalPort = node.number("internalPort", or.internalPort());
    int eventLoops = node.number("eventLoops", or.eventLoops());
    node.refuseUnknown();
    return made(() -> new ShopConfig.Listen(host, port, internalHost, internalPort, eventLoops));
  }

  private ShopConfig.@Nullable Store store(Node node) {
    ShopConfig.Store or = ShopConfig.Store.at("postgresql://default");
    String uri = node.required("uri");
    String owner = node.optional("migrationUri");
    int connections = node.number("connections", or.connections());
    int reads = node.number("readConnections", or.readConnections());
    int waiting = node.number("maxWaiting", or.maxWaiting());
    var timeout = node.duration("acquireTimeout", or.acquireTimeout());
    boolean prepared = node.flag("preparedStatements", or.preparedStatements());
    node.refuseUnknown();
    return uri.isEmpty()
        ? null
        : made(
            () -> new ShopConfig.Store(uri, owner, connections, reads, waiting, timeout, prepared));
  }

  private ShopConfig.@Nullable Admission admission(Node node) {
    ShopConfig.Admission or = ShopConfig.Admission.of(URI.create("http://default"), "default");
    String jwks = node.required("jwks");
    String issuer = node.required("issuer");
    var cooldown = node.duration("refetchCooldown", or.refetchCooldown());
    var refresh = node.duration("refreshEvery", or.refreshEvery());
    int remembered = node.number("rememberedTokens", or.rememberedTokens());
    node.refuseUnknown();
    return jwks.isEmpty() || issuer.isEmpty()
        ? null
        : made(
            () ->
                new ShopConfig.Admission(URI.create(jwks), issuer, cooldown, refresh, remembered));
  }

  private ShopConfig.@Nullable Session session(Node node) {
    ShopConfig.Session or = ShopConfig.Session.defaults();
    Path keyFile = folder.resolve(node.text("keyFile", or.keyFile().toString()));
    var lifetime = node.duration("lifetime", or.lifetime());
    boolean secure = node.flag("secure", or.secure());
    node.refuseUnknown();
    return made(() -> new ShopConfig.Session(keyFile, lifetime, secure));
  }

  private ShopConfig.@Nullable Holds holds(Node node) {
    ShopConfig.Holds or = ShopConfig.Holds.defaults();
    var budget = node.duration("retryBudget", or.retryBudget());
    var age = node.duration("mapMaxAge", or.mapMaxAge());
    var sweep = node.duration("sweepEvery", or.sweepEvery());
    node.refuseUnknown();
    return made(() -> new ShopConfig.Holds(budget, age, sweep));
  }

  private ShopConfig.@Nullable Payment payment(Node node, boolean sells) {
    ShopConfig.Payment or = ShopConfig.Payment.at(URI.create("https://api.stripe.com"), "x", "x");
    String base = node.text("apiBase", or.apiBase().toString());
    String key = node.text("secretKey", "");
    List<String> secrets = node.strings("webhookSecrets");
    var call = node.duration("callTimeout", or.callTimeout());
    int workers = node.number("workers", or.workers());
    var investigate = node.duration("investigate", or.investigate());
    var every = node.duration("reconcileEvery", or.reconcileEvery());
    var first = node.duration("firstCheck", or.firstCheck());
    node.refuseUnknown();
    return sells
        ? made(
            () ->
                new ShopConfig.Payment(
                    URI.create(base), key, secrets, call, workers, investigate, every, first))
        : null;
  }

  private ShopConfig.@Nullable Tickets tickets(Node node) {
    String file = node.text("keyFile", ShopConfig.Tickets.defaults().keyFile().toString());
    node.refuseUnknown();
    return made(() -> new ShopConfig.Tickets(folder.resolve(file)));
  }

  private ShopConfig.@Nullable Notices notices(Node node) {
    ShopConfig.Notices or = ShopConfig.Notices.defaults();
    String origin = node.text("publicOrigin", or.publicOrigin().toString());
    ShopConfig.Mail mail = node.has("mail") ? mail(node.child("mail")) : null;
    var every = node.duration("sendEvery", or.sendEvery());
    var until = node.duration("giveUpAfter", or.giveUpAfter());
    boolean codes = node.flag("logCodes", or.logCodes());
    node.refuseUnknown();
    return made(() -> new ShopConfig.Notices(URI.create(origin), mail, every, until, codes));
  }

  /** A mail server without a host is none, so that an environment may leave it out. */
  private ShopConfig.@Nullable Mail mail(Node node) {
    String host = node.optional("host");
    int port = node.number("port", 587);
    String from = node.text("from", "tickets@localhost");
    String user = node.optional("user");
    String password = node.optional("password");
    String startTls = node.text("startTls", "required");
    node.refuseUnknown();
    return host == null
        ? null
        : made(() -> new ShopConfig.Mail(host, port, from, user, password, startTls));
  }

  private ShopConfig.@Nullable Accounts accounts(Node node) {
    ShopConfig.Accounts or = ShopConfig.Accounts.defaults();
    var lifetime = node.duration("codeLifetime", or.codeLifetime());
    int tries = node.number("codeTries", or.codeTries());
    int anHour = node.number("codesAnHour", or.codesAnHour());
    int aMinute = node.number("requestsAMinute", or.requestsAMinute());
    node.refuseUnknown();
    return made(() -> new ShopConfig.Accounts(lifetime, tries, anHour, aMinute));
  }

  private EventSettings.@Nullable Sales sales(Node node) {
    EventSettings.Sales or = EventSettings.Sales.defaults();
    String currency = node.text("currency", or.currency());
    var capture = node.choice("capture", or.capture());
    var late = node.choice("latePayment", or.latePayment());
    var refunded = node.choice("afterRefund", or.afterRefund());
    boolean guests = node.flag("guests", or.guests());
    boolean phone = node.flag("verifiedPhone", or.verifiedPhone());
    var startsAt = node.instant("startsAt");
    String zone = node.text("timeZone", "UTC");
    node.refuseUnknown();
    return made(
        () ->
            new EventSettings.Sales(
                currency,
                capture,
                late,
                refunded,
                guests,
                phone,
                startsAt,
                EventSettings.Sales.zone(zone)));
  }

  private @Nullable EventSettings event(Node node) {
    String id = node.required("id");
    String title = node.required("title");
    EventSettings.Limits limits = limits(node.child("limits"));
    EventSettings.Sales sales = sales(node.child("sales"));
    Map<String, EventSettings.Price> prices = prices(node);
    Set<String> notOnSale = Set.copyOf(node.strings("notOnSale"));
    var onSaleAt = node.instant("onSaleAt");
    var closesAt = node.instant("closesAt");
    Venue venue = venue(node, id);
    EventSettings.Selling selling = new SellingFile(node, faults::add).read();
    node.refuseUnknown();
    if (limits == null || sales == null || venue == null || selling == null) {
      return null;
    }
    return made(
        () ->
            new EventSettings(
                id, title, venue, prices, notOnSale, onSaleAt, closesAt, limits, sales, selling));
  }

  private EventSettings.@Nullable Limits limits(Node node) {
    EventSettings.Limits or = node.choice("preset", EventSettings.Preset.GENERAL).limits();
    var hold = node.duration("hold", or.hold());
    int perHold = node.number("seatsPerHold", or.seatsPerHold());
    int perCustomer = node.number("ticketsPerCustomer", or.ticketsPerCustomer());
    int holds = node.number("holdsPerCustomer", or.holdsPerCustomer());
    var extension = node.duration("extension", or.extension());
    node.refuseUnknown();
    if (hold.compareTo(LEAST_HOLD) < 0) {
      faults.add(node.at("hold") + ": " + hold + " (expected: " + LEAST_HOLD + " to PT30M)");
    }
    return made(() -> new EventSettings.Limits(hold, perHold, perCustomer, holds, extension));
  }

  private Map<String, EventSettings.Price> prices(Node node) {
    if (!node.has("prices")) {
      return EventSettings.generated("default", "default", 1).prices();
    }
    Map<String, EventSettings.Price> prices = new HashMap<>();
    node.entries("prices")
        .forEach(
            (section, price) -> {
              String type = price.text("ticketType", "standard");
              String cents = price.required("priceCents");
              price.refuseUnknown();
              EventSettings.Price made =
                  made(() -> new EventSettings.Price(type, Long.parseLong(cents)));
              if (made != null) {
                prices.put(section, made);
              }
            });
    return prices;
  }

  /** A venue file, named relative to the configuration, or a generated venue. */
  private @Nullable Venue venue(Node event, String eventId) {
    String file = event.optional("venueFile");
    int seats = event.number("generatedSeats", DEFAULT_SEATS);
    if (file == null) {
      return made(() -> Venue.generated(eventId + "-arena", "Headgate Arena", seats));
    }
    return new VenueFile(new Node(parse(folder.resolve(file)), file, faults), faults::add).read();
  }

  private <T> @Nullable T made(Supplier<T> maker) {
    try {
      return maker.get();
    } catch (IllegalArgumentException wrong) {
      faults.add(String.valueOf(wrong.getMessage()));
      return null;
    }
  }
}
