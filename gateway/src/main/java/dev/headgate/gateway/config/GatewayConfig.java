package dev.headgate.gateway.config;

import dev.headgate.gateway.config.Route.Access;
import java.lang.reflect.RecordComponent;
import java.net.URI;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Everything a person may set, parsed once.
 *
 * @param publicOrigin the origin fans see, such as {@code https://tickets.example}; the issuer of
 *     admission tokens, and what decides whether cookies are {@code Secure}
 * @param host the address fans connect to
 * @param port the port fans connect to; 0 takes a free one
 * @param operatorHost the address operators connect to
 * @param operatorPort the port operators connect to; 0 takes a free one
 * @param operatorTokens who may operate, as hashes
 * @param redis where Redis is, such as {@code redis://127.0.0.1:6379}
 * @param keys the folder of the key files
 * @param createMissingKeys whether key files that are missing are made at start (a single gateway)
 *     or are an error (several, which must share them)
 * @param state the folder where this gateway keeps what rebuilds a lost Redis
 * @param upstreams where forwarded requests go, by name
 * @param routes what is forwarded, in order
 * @param allowedOrigins other origins whose pages may post to the queue
 * @param trustedProxies addresses (or CIDR blocks) whose forwarded headers are believed
 * @param maxBodyBytes the largest request body that is forwarded
 * @param eventLoops how many event loops serve fans; 0 means one a core
 * @param events events that are created at start where they do not exist yet
 * @param tls what fans' connections are encrypted with; null where somebody else does that
 * @param cookies what our cookies say beside their value
 * @param authorize how proxies that ask say what they were asked for
 * @param bypasses who may go past the queue
 * @param headers what our answers tell browsers to hold to
 * @param transport how the system is asked for the bytes of connections
 * @param streams how many fans may be told their places by streams at a time; the rest poll
 * @param pages how queue pages look
 * @param operatorOrigin the origin operators see, such as {@code https://ops.example}; null where
 *     they ask by whatever address they like, without TLS
 * @param operatorSessions how long browsers stay signed in
 * @param webhooks who is told what happens to events
 * @param oidc who else says who operators are; null for nobody
 * @param traces where traces go; null where none are kept
 */
public record GatewayConfig(
    URI publicOrigin,
    String host,
    int port,
    String operatorHost,
    int operatorPort,
    List<OperatorToken> operatorTokens,
    URI redis,
    Path keys,
    boolean createMissingKeys,
    Path state,
    Map<String, Upstream> upstreams,
    List<Route> routes,
    List<String> allowedOrigins,
    List<String> trustedProxies,
    long maxBodyBytes,
    int eventLoops,
    Map<String, EventSettings> events,
    @Nullable Tls tls,
    CookieRules cookies,
    Authorize authorize,
    List<Bypass> bypasses,
    HeaderRules headers,
    Transport transport,
    int streams,
    Pages pages,
    @Nullable URI operatorOrigin,
    OperatorSessions operatorSessions,
    List<Webhook> webhooks,
    @Nullable Oidc oidc,
    @Nullable Traces traces) {

  /** The largest request body that the shop reads. */
  private static final long SHOP_BODY_BYTES = 64 * 1024;

  /** How many streams one gateway keeps open where nothing is said. */
  public static final int USUAL_STREAMS = 10_000;

  public GatewayConfig {
    operatorTokens = List.copyOf(operatorTokens);
    upstreams = Map.copyOf(upstreams);
    routes = List.copyOf(routes);
    allowedOrigins = List.copyOf(allowedOrigins);
    trustedProxies = List.copyOf(trustedProxies);
    events = Map.copyOf(events);
    bypasses = List.copyOf(bypasses);
    webhooks = List.copyOf(webhooks);
  }

  /** One with nothing out of the ordinary at its edges. */
  public GatewayConfig(
      URI publicOrigin,
      String host,
      int port,
      String operatorHost,
      int operatorPort,
      List<OperatorToken> operatorTokens,
      URI redis,
      Path keys,
      boolean createMissingKeys,
      Path state,
      Map<String, Upstream> upstreams,
      List<Route> routes,
      List<String> allowedOrigins,
      List<String> trustedProxies,
      long maxBodyBytes,
      int eventLoops,
      Map<String, EventSettings> events) {
    this(
        publicOrigin,
        host,
        port,
        operatorHost,
        operatorPort,
        operatorTokens,
        redis,
        keys,
        createMissingKeys,
        state,
        upstreams,
        routes,
        allowedOrigins,
        trustedProxies,
        maxBodyBytes,
        eventLoops,
        events,
        null,
        CookieRules.usual(),
        new Authorize(Authorize.Source.NGINX),
        List.of(),
        HeaderRules.usual(),
        Transport.AUTO,
        USUAL_STREAMS,
        Pages.usual(),
        null,
        OperatorSessions.usual(),
        List.of(),
        null,
        null);
  }

  /**
   * Reads a YAML file and the environment.
   *
   * @throws InvalidConfigException names everything that is wrong at once, with the line
   */
  public static GatewayConfig load(Path file) {
    return GatewayConfigFile.load(file, System.getenv());
  }

  /**
   * Reads what somebody else has read of such a file, so that nobody can change it in between.
   *
   * @param file where it is, since paths in it are relative to its folder
   * @param text its bytes, in UTF-8
   * @throws InvalidConfigException as {@link #load(Path)} does
   */
  public static GatewayConfig parse(Path file, byte[] text) {
    return GatewayConfigFile.parse(file, text, System.getenv());
  }

  /** The same, with the environment that <code>${NAME}</code> is looked up in. */
  public static GatewayConfig load(Path file, Map<String, String> environment) {
    return GatewayConfigFile.load(file, environment);
  }

  /** What an empty file in {@code folder} would say. */
  public static GatewayConfig defaults(Path folder) {
    return GatewayConfigFile.defaults(folder);
  }

  /**
   * The rules for the shop that comes with the gateway: what names an event is behind its queue,
   * but for its front page; the rest is public, and the shop asks whose it is.
   */
  public static List<Route> shopRoutes(String upstream) {
    Set<String> reading = Set.of("GET", "HEAD");
    return Stream.of(
            new Route("/events", reading, Access.PUBLIC, upstream, false),
            new Route("/events/-/**", Set.of(), Access.PUBLIC, upstream, false),
            new Route("/events/{event}", reading, Access.PUBLIC, upstream, false),
            new Route("/events/{event}/**", Set.of(), Access.ADMISSION, upstream, false),
            new Route("/holds/**", Set.of(), Access.PUBLIC, upstream, false),
            new Route("/orders/**", Set.of(), Access.PUBLIC, upstream, false),
            new Route("/sessions/**", Set.of(), Access.PUBLIC, upstream, false),
            new Route("/webhooks/**", Set.of(), Access.PUBLIC, upstream, false))
        .map(route -> route.takingAtMost(SHOP_BODY_BYTES))
        .toList();
  }

  /** What is taken over from a changed file while the gateway runs; the rest needs a restart. */
  static final Set<String> RELOADED =
      Set.of(
          "upstreams",
          "routes",
          "allowedOrigins",
          "operatorTokens",
          "trustedProxies",
          "maxBodyBytes",
          "bypasses",
          "streams",
          "oidc");

  /** This configuration with everything of another that can be changed while it is in use. */
  public GatewayConfig reloaded(GatewayConfig next) {
    return new GatewayConfig(
        publicOrigin,
        host,
        port,
        operatorHost,
        operatorPort,
        next.operatorTokens,
        redis,
        keys,
        createMissingKeys,
        state,
        next.upstreams,
        next.routes,
        next.allowedOrigins,
        next.trustedProxies,
        next.maxBodyBytes,
        eventLoops,
        events,
        tls,
        cookies,
        authorize,
        next.bypasses,
        headers,
        transport,
        next.streams,
        pages,
        operatorOrigin,
        operatorSessions,
        webhooks,
        // Without an origin there is nowhere to come back to, and that is no matter of a reload.
        operatorOrigin == null ? oidc : next.oidc,
        traces);
  }

  /** The keys, sorted, that another configuration says otherwise and only a restart changes. */
  public List<String> changedForRestart(GatewayConfig next) {
    return Arrays.stream(GatewayConfig.class.getRecordComponents())
        .filter(key -> !RELOADED.contains(key.getName()))
        .filter(key -> !Objects.equals(value(key, this), value(key, next)))
        .map(RecordComponent::getName)
        .sorted()
        .toList();
  }

  private static @Nullable Object value(RecordComponent key, GatewayConfig of) {
    try {
      return key.getAccessor().invoke(of);
    } catch (ReflectiveOperationException impossible) {
      throw new IllegalStateException("a record reads its own components", impossible);
    }
  }

  /** Whether fans reach us over TLS, so that our cookies must be {@code Secure}. */
  public boolean secure() {
    return "https".equalsIgnoreCase(publicOrigin.getScheme());
  }

  /** Without the rest: the address of Redis may hold a password, which must reach no log. */
  @Override
  public String toString() {
    return "GatewayConfig[" + publicOrigin + ", port " + port + ", operators " + operatorPort + "]";
  }

  /** How many event loops serve fans. */
  public int loops() {
    return eventLoops > 0 ? eventLoops : Runtime.getRuntime().availableProcessors();
  }
}
