package dev.headgate.booking.config;

import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Everything a person may set in the shop.
 *
 * @param listen where it answers
 * @param store where its rows are
 * @param admission whose admission tokens it believes
 * @param session how it remembers its customers
 * @param holds how holds, the map and the sweeper behave
 * @param payment who takes the money; null sells nothing, only holds
 * @param tickets how tickets are signed
 * @param notices how customers are written to
 * @param accounts how customers prove who they are
 * @param events what is sold
 */
public record ShopConfig(
    Listen listen,
    Store store,
    Admission admission,
    Session session,
    Holds holds,
    @Nullable Payment payment,
    Tickets tickets,
    Notices notices,
    Accounts accounts,
    List<EventSettings> events) {

  public ShopConfig {
    events = List.copyOf(events);
    long ids = events.stream().map(EventSettings::id).distinct().count();
    Check.that(ids == events.size(), "events", "two of the same id", "each id once");
  }

  /** Reads a YAML file. Every fault in it is named at once. */
  public static ShopConfig load(Path file) {
    return load(file, System.getenv());
  }

  /** The same, with the environment that <code>${NAME}</code> is looked up in. */
  public static ShopConfig load(Path file, Map<String, String> environment) {
    return ShopConfigFile.read(file, environment);
  }

  /** The shop as a program builds it: everything else as defaulted, and nothing can be paid for. */
  public static ShopConfig of(Store store, Admission admission, List<EventSettings> events) {
    return new ShopConfig(
        Listen.defaults(),
        store,
        admission,
        Session.defaults(),
        Holds.defaults(),
        null,
        Tickets.defaults(),
        Notices.defaults(),
        Accounts.defaults(),
        events);
  }

  /** The same shop listening elsewhere. */
  public ShopConfig withListen(Listen other) {
    return new ShopConfig(
        other, store, admission, session, holds, payment, tickets, notices, accounts, events);
  }

  /** The same shop on another database. */
  public ShopConfig withStore(Store other) {
    return new ShopConfig(
        listen, other, admission, session, holds, payment, tickets, notices, accounts, events);
  }

  /** The same shop believing other tokens. */
  public ShopConfig withAdmission(Admission other) {
    return new ShopConfig(
        listen, store, other, session, holds, payment, tickets, notices, accounts, events);
  }

  /** The same shop with other sessions. */
  public ShopConfig withSession(Session other) {
    return new ShopConfig(
        listen, store, admission, other, holds, payment, tickets, notices, accounts, events);
  }

  /** The same shop with other times for holds. */
  public ShopConfig withHolds(Holds other) {
    return new ShopConfig(
        listen, store, admission, session, other, payment, tickets, notices, accounts, events);
  }

  /** The same shop with somebody who takes the money. */
  public ShopConfig withPayment(Payment other) {
    return new ShopConfig(
        listen, store, admission, session, holds, other, tickets, notices, accounts, events);
  }

  /** The same shop with another key for tickets. */
  public ShopConfig withTickets(Tickets other) {
    return new ShopConfig(
        listen, store, admission, session, holds, payment, other, notices, accounts, events);
  }

  /** The same shop writing to its customers in another way. */
  public ShopConfig withNotices(Notices other) {
    return new ShopConfig(
        listen, store, admission, session, holds, payment, tickets, other, accounts, events);
  }

  /** The same shop with other rules for accounts. */
  public ShopConfig withAccounts(Accounts other) {
    return new ShopConfig(
        listen, store, admission, session, holds, payment, tickets, notices, other, events);
  }

  /**
   * Where the shop answers.
   *
   * @param host of the public listener
   * @param port of the public listener; 0 takes a free one
   * @param internalHost of the listener for the gateway and for operators
   * @param internalPort of the same; 0 takes a free one
   * @param eventLoops how many threads serve requests
   */
  public record Listen(
      String host, int port, String internalHost, int internalPort, int eventLoops) {
    public Listen {
      Check.within(port, 0, 65_535, "listen.port");
      Check.within(internalPort, 0, 65_535, "listen.internalPort");
      Check.within(eventLoops, 1, 256, "listen.eventLoops");
    }

    /** On this machine only, ports 8081 and 8082. */
    public static Listen defaults() {
      return new Listen("127.0.0.1", 8081, "127.0.0.1", 8082, 2);
    }

    /** On this machine only, on the ports given. */
    public static Listen onLoopback(int port, int internalPort) {
      return new Listen("127.0.0.1", port, "127.0.0.1", internalPort, 2);
    }
  }

  /**
   * PostgreSQL.
   *
   * @param uri the service's own role, {@code postgresql://user:password@host:port/database}; a
   *     secret
   * @param migrationUri the role that owns the schema; null where that is the same. If the
   *     service's role does not exist, this one makes it
   * @param connections for holds
   * @param readConnections for the map, apart from the others so that browsing stays fast
   * @param maxWaiting requests that may wait for a connection; more are turned away
   * @param acquireTimeout how long one waits
   * @param preparedStatements whether statements are prepared once a connection; off behind a
   *     PgBouncer in transaction mode older than 1.21
   */
  public record Store(
      String uri,
      @Nullable String migrationUri,
      int connections,
      int readConnections,
      int maxWaiting,
      Duration acquireTimeout,
      boolean preparedStatements) {
    public Store {
      Check.that(uri.startsWith("postgres"), "store.uri", "another scheme", "postgresql://…");
      Check.within(connections, 1, 1_000, "store.connections");
      Check.within(readConnections, 1, 100, "store.readConnections");
      Check.within(maxWaiting, 1, 1_000_000, "store.maxWaiting");
      Check.atLeast(acquireTimeout, Duration.ofMillis(10), "store.acquireTimeout");
    }

    /** The service's role at this address, which owns its schema, too. */
    public static Store at(String uri) {
      return new Store(uri, null, 16, 2, 4_096, Duration.ofSeconds(10), true);
    }

    /** The same with another role that owns the schema and makes the service's role. */
    public Store migratedAs(String ownerUri) {
      return new Store(
          uri,
          ownerUri,
          connections,
          readConnections,
          maxWaiting,
          acquireTimeout,
          preparedStatements);
    }

    /** Without the addresses: they hold passwords. */
    @Override
    public String toString() {
      return "Store[connections=" + connections + ", readConnections=" + readConnections + "]";
    }
  }

  /**
   * Whose tokens are believed.
   *
   * @param jwks where the gateway publishes its keys
   * @param issuer the {@code iss} of its tokens: the gateway's public origin
   * @param refetchCooldown the keys are asked for at most this often because of an unknown key id
   * @param refreshEvery the keys are asked for this often anyway
   * @param rememberedTokens how many verified tokens are remembered
   */
  public record Admission(
      URI jwks,
      String issuer,
      Duration refetchCooldown,
      Duration refreshEvery,
      int rememberedTokens) {
    public Admission {
      Check.that(
          "http".equals(jwks.getScheme()) || "https".equals(jwks.getScheme()),
          "admission.jwks",
          jwks,
          "http or https");
      Check.that(!issuer.isBlank(), "admission.issuer", "blank", "the gateway's public origin");
      Check.atLeast(refetchCooldown, Duration.ofMillis(100), "admission.refetchCooldown");
      Check.atLeast(refreshEvery, Duration.ofSeconds(1), "admission.refreshEvery");
      Check.within(rememberedTokens, 0, 10_000_000, "admission.rememberedTokens");
    }

    /** The keys at this address, the tokens of this issuer. */
    public static Admission of(URI jwks, String issuer) {
      return new Admission(jwks, issuer, Duration.ofSeconds(10), Duration.ofMinutes(5), 100_000);
    }
  }

  /**
   * How customers are remembered.
   *
   * @param keyFile of the key that signs {@code shop_session}; made with mode 0600 if missing
   * @param lifetime how long one is good for
   * @param secure whether cookies are for TLS only
   */
  public record Session(Path keyFile, Duration lifetime, boolean secure) {
    public Session {
      Check.atLeast(lifetime, Duration.ofMinutes(1), "session.lifetime");
    }

    /** A key in a folder beside the settings, sessions of a day. */
    public static Session defaults() {
      return keptIn(Path.of("keys", "shop-session.key"));
    }

    /** A key in this file, sessions of a day. */
    public static Session keptIn(Path keyFile) {
      return new Session(keyFile, Duration.ofDays(1), false);
    }
  }

  /**
   * Times and limits of holding.
   *
   * @param retryBudget how long a hold that met a deadlock is tried again
   * @param mapMaxAge how old the map may be
   * @param sweepEvery how often expired holds are ended; their seats are free before that
   */
  public record Holds(Duration retryBudget, Duration mapMaxAge, Duration sweepEvery) {
    public Holds {
      Check.atLeast(retryBudget, Duration.ZERO, "holds.retryBudget");
      Check.atLeast(mapMaxAge, Duration.ofMillis(100), "holds.mapMaxAge");
      Check.that(
          mapMaxAge.compareTo(Duration.ofSeconds(5)) <= 0, "holds.mapMaxAge", mapMaxAge, "<= PT5S");
      Check.atLeast(sweepEvery, Duration.ofMillis(100), "holds.sweepEvery");
    }

    /** Two seconds for retries and for the map's age, a sweep every five. */
    public static Holds defaults() {
      return new Holds(Duration.ofSeconds(2), Duration.ofSeconds(2), Duration.ofSeconds(5));
    }
  }

  /**
   * The payment processor, as one speaks to it in Stripe's language.
   *
   * @param apiBase where its API is
   * @param secretKey of the account; a secret
   * @param webhookSecrets that its webhooks may be signed with, the newest first; secrets
   * @param callTimeout after this a call's outcome is unknown
   * @param workers calls under way at a time
   * @param investigate how long an unknown outcome is looked into before the charge is cancelled
   * @param reconcileEvery how often payments without an outcome are looked for
   * @param firstCheck how long a payment without an outcome is left to its own request and webhook
   */
  public record Payment(
      URI apiBase,
      String secretKey,
      List<String> webhookSecrets,
      Duration callTimeout,
      int workers,
      Duration investigate,
      Duration reconcileEvery,
      Duration firstCheck) {
    public Payment {
      webhookSecrets = List.copyOf(webhookSecrets);
      Check.that(
          "http".equals(apiBase.getScheme()) || "https".equals(apiBase.getScheme()),
          "payment.apiBase",
          apiBase,
          "http or https");
      Check.that(!secretKey.isBlank(), "payment.secretKey", "blank", "the account's key");
      Check.that(!webhookSecrets.isEmpty(), "payment.webhookSecrets", "none", "at least one");
      Check.atLeast(callTimeout, Duration.ofMillis(50), "payment.callTimeout");
      Check.within(workers, 1, 1_000, "payment.workers");
      Check.atLeast(investigate, Duration.ofSeconds(1), "payment.investigate");
      Check.atLeast(reconcileEvery, Duration.ofMillis(50), "payment.reconcileEvery");
      Check.atLeast(firstCheck, Duration.ofMillis(50), "payment.firstCheck");
    }

    /** Calls of at most ten seconds, fifteen minutes of looking into what is unknown. */
    public static Payment at(URI apiBase, String secretKey, String webhookSecret) {
      return new Payment(
          apiBase,
          secretKey,
          List.of(webhookSecret),
          Duration.ofSeconds(10),
          32,
          Duration.ofMinutes(15),
          Duration.ofSeconds(2),
          Duration.ofSeconds(15));
    }

    /** The same, faster or slower to give up. */
    public Payment withTimes(Duration call, Duration unknown, Duration every, Duration first) {
      return new Payment(apiBase, secretKey, webhookSecrets, call, workers, unknown, every, first);
    }

    /** Without the secrets. */
    @Override
    public String toString() {
      return "Payment[apiBase=" + apiBase + "]";
    }
  }

  /**
   * Tickets.
   *
   * @param keyFile of the Ed25519 key that signs them; made with mode 0600 if missing
   */
  public record Tickets(Path keyFile) {
    /** A key in a folder beside the settings. */
    public static Tickets defaults() {
      return new Tickets(Path.of("keys", "shop-tickets.key"));
    }
  }

  /**
   * Messages to customers.
   *
   * @param publicOrigin that links in messages begin with, and where a payment page returns to
   * @param mail how e-mail is sent; null writes to the log that one was due, without its text
   * @param sendEvery how often waiting messages are looked for
   * @param giveUpAfter how long a message is tried
   * @param logCodes whether one-time codes that go nowhere else are in the log: for demonstrations
   */
  public record Notices(
      URI publicOrigin,
      @Nullable Mail mail,
      Duration sendEvery,
      Duration giveUpAfter,
      boolean logCodes) {
    public Notices {
      Check.that(publicOrigin.getHost() != null, "notices.publicOrigin", publicOrigin, "an origin");
      Check.atLeast(sendEvery, Duration.ofMillis(50), "notices.sendEvery");
      Check.atLeast(giveUpAfter, Duration.ofSeconds(1), "notices.giveUpAfter");
    }

    /** No mail server, links to this machine. */
    public static Notices defaults() {
      return by(URI.create("http://localhost:8080"), null);
    }

    /** The same with this mail server and these links. */
    public static Notices by(URI publicOrigin, @Nullable Mail mail) {
      return new Notices(publicOrigin, mail, Duration.ofSeconds(1), Duration.ofDays(2), false);
    }

    /** The same with one-time codes in the log. */
    public Notices loggingCodes() {
      return new Notices(publicOrigin, mail, sendEvery, giveUpAfter, true);
    }
  }

  /**
   * A mail server.
   *
   * @param from the sender's address
   * @param user to log in as; null does not
   * @param password a secret
   * @param startTls {@code required}, {@code optional} or {@code disabled}
   */
  public record Mail(
      String host,
      int port,
      String from,
      @Nullable String user,
      @Nullable String password,
      String startTls) {
    public Mail {
      Check.within(port, 1, 65_535, "notices.mail.port");
      Check.that(from.contains("@"), "notices.mail.from", from, "an address");
      Check.that(
          List.of("required", "optional", "disabled").contains(startTls),
          "notices.mail.startTls",
          startTls,
          "required, optional or disabled");
    }

    /** Without the secrets. */
    @Override
    public String toString() {
      return "Mail[host=" + host + ", port=" + port + "]";
    }
  }

  /**
   * Accounts.
   *
   * @param codeLifetime how long a one-time code is good for
   * @param codeTries how often it may be guessed wrong
   * @param codesAnHour at most this many codes an address
   * @param requestsAMinute at most this many holds and checkouts a customer
   */
  public record Accounts(
      Duration codeLifetime, int codeTries, int codesAnHour, int requestsAMinute) {
    public Accounts {
      Check.atLeast(codeLifetime, Duration.ofSeconds(1), "accounts.codeLifetime");
      Check.within(codeTries, 1, 100, "accounts.codeTries");
      Check.within(codesAnHour, 1, 10_000, "accounts.codesAnHour");
      Check.within(requestsAMinute, 1, 1_000_000, "accounts.requestsAMinute");
    }

    /** Ten minutes, five guesses, five codes an hour, 600 requests a minute. */
    public static Accounts defaults() {
      return new Accounts(Duration.ofMinutes(10), 5, 5, 600);
    }
  }
}
