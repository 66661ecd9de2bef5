package dev.headgate.gateway.operator;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import dev.headgate.gateway.config.Role;
import dev.headgate.gateway.console.Console;
import dev.headgate.gateway.http.JsonBody;
import dev.headgate.gateway.http.Problem;
import dev.headgate.gateway.queue.Events;
import dev.headgate.gateway.trace.Spans;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpMethod;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import io.vertx.ext.web.handler.BodyHandler;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.function.Function;

/** Which address does what, for whom. */
final class OperatorRoutes {
  private static final String EVENT = "/api/events/:event";
  private static final Duration LIVE = Duration.ofSeconds(1);
  private static final Set<HttpMethod> READS = Set.of(HttpMethod.GET, HttpMethod.HEAD);

  private final Router router;
  private final Gate gate;
  private final SignIns signIns;
  private final EventChanges changes;
  private final EventWords words;
  private final EventLife life;
  private final SessionEnds sessions;
  private final Entries entries;
  private final EventReads reads;
  private final AuditReads trails;
  private final PastFigures past;
  private final Forecasts forecasts;
  private final SessionReads inside;
  private final FanTrails fans;
  private final LiveStreams streams;
  private final Previews previews;
  private final DrawReads draws;
  private final FeedReads feed;
  private final RouteReads routes;
  private final Health health;
  private final Future<ApiDocument> document;
  private final Future<Console> console;
  private final Set<Address> addresses = new LinkedHashSet<>();

  OperatorRoutes(Vertx vertx, OperatorParts parts) {
    this.router = Router.router(vertx);
    this.gate = new Gate(vertx, parts.access(), parts.telemetry().registry());
    this.signIns = new SignIns(parts.access(), gate);
    Events events = parts.events();
    AuditNotes audit = new AuditNotes(parts.telemetry().registry(), parts.audit());
    Commits commits = new Commits(vertx, events, audit);
    this.changes = new EventChanges(commits, parts.pages());
    this.words = new EventWords(commits);
    this.life = new EventLife(commits);
    this.sessions = new SessionEnds(events, parts.admissions(), audit);
    this.entries = new Entries(vertx, events, parts.entries(), audit);
    this.reads = new EventReads(events);
    this.trails = new AuditReads(events, parts.audit());
    this.past = new PastFigures(events);
    this.forecasts = new Forecasts(events, past);
    this.inside = new SessionReads(vertx, events, parts.admissions());
    this.fans = new FanTrails(vertx, parts);
    this.streams = new LiveStreams(vertx, events, LIVE);
    this.draws = new DrawReads(vertx, events, parts.draws());
    this.previews = new Previews(parts.frames(), parts.pages());
    this.feed = new FeedReads(events, parts.feed(), new FeedStreams(vertx, parts.feed()));
    this.routes = new RouteReads(parts.ways());
    this.health = new Health(vertx, parts);
    this.document = vertx.executeBlocking(ApiDocument::shipped, false);
    this.console = vertx.executeBlocking(Console::shipped, false);
  }

  Router router() {
    router.route().failureHandler(Failures::answer);
    for (int status : new int[] {400, 404, 405, 500}) {
      // Asked for a path that cannot be decoded, the router calls the handler without a status.
      router.errorHandler(status, ctx -> Failures.answer(ctx, status));
    }
    router.route().handler(OwnPages::guard);
    router.route().handler(RequestForm::check);
    router.route().handler(OwnPages::refuseOthers);
    router.route("/api/*").handler(gate::identify);
    router.route().handler(RequestForm::checkEnd);
    router.route().handler(RequestForm::checkBody);
    router.route("/api/*").handler(AuditNotes::checkWhy);
    at("/").get(ctx -> console.compose(read -> read.page(ctx.request())));
    at("/-/:version/:file").get(this::consoleFile);
    at("/openapi.json").get(ctx -> document.compose(read -> read.send(ctx.request())));
    at("/healthz").get(health::alive);
    at("/readyz").get(health::ready);
    at("/metrics").get(health::metrics);
    router.route("/api/*").handler(BodyHandler.create(false).setBodyLimit(JsonBody.MAX_BYTES));
    signIn();
    readEvents();
    changeEvents();
    showPreviews();
    addresses.forEach(Address::refuseTheRest);
    return router;
  }

  private Future<Void> consoleFile(RoutingContext ctx) {
    String version = String.valueOf(ctx.pathParam("version"));
    String file = String.valueOf(ctx.pathParam("file"));
    return console.compose(read -> read.file(ctx.request(), version, file));
  }

  private void signIn() {
    router.post("/session").handler(BodyHandler.create(false).setBodyLimit(JsonBody.MAX_BYTES));
    at("/session")
        .get(signIns::read)
        .on(HttpMethod.POST, signIns::begin)
        .on(HttpMethod.DELETE, signIns::end);
    at("/session/oidc").get(signIns::toIssuer);
    at("/session/oidc/callback").get(signIns::fromIssuer);
  }

  private void readEvents() {
    at("/api/events").get(Role.VIEWER, reads::list);
    at(EVENT).get(Role.VIEWER, reads::one).on(HttpMethod.PUT, Role.ADMIN, changes::put);
    at(EVENT + "/audit").get(Role.VIEWER, trails::read);
    at(EVENT + "/history").get(Role.VIEWER, past::read);
    at(EVENT + "/forecast").on(HttpMethod.POST, Role.VIEWER, forecasts::answer);
    at(EVENT + "/sessions").get(Role.VIEWER, inside::read);
    at(EVENT + "/places/:place").get(Role.VIEWER, fans::read);
    at(EVENT + "/feed").get(Role.VIEWER, feed::one);
    at("/api/feed").get(Role.VIEWER, feed::all);
    at(EVENT + "/live").get(Role.VIEWER, streams::listen);
    at("/api/routes").get(Role.VIEWER, routes::read);
    at("/api/sizing").on(HttpMethod.POST, Role.VIEWER, SizingAnswers::answer);
  }

  private void showPreviews() {
    at("/api/preview").get(Role.VIEWER, previews::choices);
    serve("/queue/-/(?<asset>[^/]+)", previews::asset);
    router.routeWithRegex("/queue/(?<state>[^/]+)").handler(gate::identify);
    serve("/queue/(?<state>[^/]+)", ctx -> previews.page(ctx, gate));
  }

  private void serve(String pattern, Function<RoutingContext, Future<Void>> answer) {
    router
        .routeWithRegex(pattern)
        .handler(ctx -> Future.succeededFuture(ctx).compose(answer).onFailure(ctx::fail));
  }

  private void changeEvents() {
    at(EVENT + "/dials").on(HttpMethod.PATCH, Role.OPERATOR, changes::dials);
    at(EVENT + "/pause").on(HttpMethod.POST, Role.OPERATOR, words::pause);
    at(EVENT + "/resume").on(HttpMethod.POST, Role.OPERATOR, words::resume);
    at(EVENT + "/message")
        .on(HttpMethod.PUT, Role.OPERATOR, words::say)
        .on(HttpMethod.DELETE, Role.OPERATOR, words::fallSilent);
    at(EVENT + "/draw")
        .get(Role.VIEWER, draws::read)
        .on(HttpMethod.POST, Role.OPERATOR, life::draw);
    at(EVENT + "/close").on(HttpMethod.POST, Role.OPERATOR, life::close);
    at(EVENT + "/reset").on(HttpMethod.POST, Role.ADMIN, life::reset);
    at(EVENT + "/sessions/:session").on(HttpMethod.DELETE, Role.OPERATOR, sessions::revoke);
    at(EVENT + "/entries").on(HttpMethod.POST, Role.ADMIN, entries::mint);
  }

  private Address at(String path) {
    Address address = new Address(path);
    addresses.add(address);
    return address;
  }

  /** One address: its methods, and 405 for all others. */
  private final class Address {
    private final String path;
    private final String pattern;
    private final Set<String> methods = new LinkedHashSet<>();

    private Address(String path) {
      this.path = path;
      this.pattern = path.replaceAll(":(\\w+)", "{$1}");
    }

    @CanIgnoreReturnValue
    private Address get(Function<RoutingContext, Future<Void>> answer) {
      handle(HttpMethod.GET, answer);
      handle(HttpMethod.HEAD, answer);
      return this;
    }

    @CanIgnoreReturnValue
    private Address get(Role needed, Function<RoutingContext, Future<Void>> answer) {
      return on(HttpMethod.GET, needed, answer).on(HttpMethod.HEAD, needed, answer);
    }

    @CanIgnoreReturnValue
    private Address on(HttpMethod method, Function<RoutingContext, Future<Void>> answer) {
      handle(method, answer);
      return this;
    }

    @CanIgnoreReturnValue
    private Address on(
        HttpMethod method, Role needed, Function<RoutingContext, Future<Void>> answer) {
      handle(
          method,
          ctx -> {
            gate.require(ctx, needed);
            if (!READS.contains(method)) {
              QueryNames.only(ctx, queryOf(method));
            }
            return answer.apply(ctx);
          });
      return this;
    }

    private Set<String> queryOf(HttpMethod method) {
      if (path.equals(EVENT)) {
        return DryRun.KNOWN;
      }
      boolean ofOneLanguage = path.endsWith("/message") && method.equals(HttpMethod.DELETE);
      return ofOneLanguage ? Set.of("lang", "why") : Set.of("why");
    }

    private void handle(HttpMethod method, Function<RoutingContext, Future<Void>> answer) {
      methods.add(method.name());
      // Whatever goes wrong, thrown or failed, becomes one kind of failure.
      router
          .route(path)
          .method(method)
          .handler(
              ctx -> {
                Spans.of(ctx.request()).route(pattern);
                Future.succeededFuture(ctx).compose(answer).onFailure(ctx::fail);
              });
    }

    private void refuseTheRest() {
      router
          .route(path)
          .handler(
              ctx -> {
                ctx.response().putHeader(HttpHeaders.ALLOW, String.join(", ", methods));
                Problem.methodNotAllowed().send(ctx.response());
              });
    }
  }
}
