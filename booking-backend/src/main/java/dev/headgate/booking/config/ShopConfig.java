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
 * @param events what is sold
 */
public record ShopConfig(
    Listen listen,
    Store store,
    Admission admission,
    Session session,
    Holds holds,
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

  /** The shop as a program builds it: everything else as defaulted. */
  public static ShopConfig of(Store store, Admission admission, List<EventSettings> events) {
    return new ShopConfig(
        Listen.defaults(), store, admission, Session.defaults(), Holds.defaults(), events);
  }

  /** The same shop listening elsewhere. */
  public ShopConfig withListen(Listen other) {
    return new ShopConfig(other, store, admission, session, holds, events);
  }

  /** The same shop with other sessions. */
  public ShopConfig withSession(Session other) {
    return new ShopConfig(listen, store, admission, other, holds, events);
  }

  /** The same shop with other times for holds. */
  public ShopConfig withHolds(Holds other) {
    return new ShopConfig(listen, store, admission, session, other, events);
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
      return new Store(uri, null, 16, 2, 4_096, Duration.ofSeconds(5), true);
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
}
