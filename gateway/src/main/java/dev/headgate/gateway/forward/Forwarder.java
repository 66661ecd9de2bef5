package dev.headgate.gateway.forward;

import dev.headgate.gateway.config.GatewayConfig;
import dev.headgate.gateway.config.Route;
import dev.headgate.gateway.http.BrokenBody;
import dev.headgate.gateway.http.EventCookies;
import dev.headgate.gateway.http.Problem;
import dev.headgate.gateway.http.TrustedProxies;
import dev.headgate.gateway.queue.EventView;
import dev.headgate.gateway.trace.Spans;
import io.vertx.core.Future;
import io.vertx.core.Handler;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpVersion;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Decides on each request: refused, shown the queue page, or carried to its upstream. It goes by
 * one configuration for as long as it lives.
 */
final class Forwarder implements Handler<HttpServerRequest> {
  private static final Logger LOG = LoggerFactory.getLogger(Forwarder.class);
  private static final Future<Optional<Renewals.Renewed>> NO_RENEWAL =
      Future.succeededFuture(Optional.empty());

  private final ForwardParts parts;
  private final Judge judge;
  private final Refusals refusals;
  private final Renewals renewals;
  private final OpenRooms rooms;
  private final Outcomes outcomes;
  private final Shared shared;
  private final Authorizer authorizer;
  private final Carrier carrier;

  /** What outlives a configuration: connections, and what has been learned of sessions. */
  private record Shared(Dialer dialer, Vigil vigil, Renewals renewals, Sessions sessions) {

    static Shared of(ForwardParts parts, Gate gate) {
      Renewals renewals = new Renewals(parts.queue(), parts.tokens());
      return new Shared(
          new Dialer(parts.vertx(), parts.config().loops()),
          new Vigil(parts.vertx()),
          renewals,
          new Sessions(parts, gate, renewals));
    }
  }

  private Forwarder(ForwardParts parts, @Nullable Shared before) {
    this.parts = parts;
    GatewayConfig config = parts.config();
    Gate gate = new Gate(parts.tokens());
    judge = new Judge(parts, gate);
    refusals = new Refusals(parts.page(), parts.config().headers());
    shared = before == null ? Shared.of(parts, gate) : before;
    renewals = shared.renewals();
    rooms = new OpenRooms(parts);
    outcomes = new Outcomes(parts.metrics());
    ForwardedHeaders headers = new ForwardedHeaders(parts, gate);
    authorizer = new Authorizer(parts, new Authorizer.Rules(judge, renewals, headers, refusals));
    carrier =
        new Carrier(
            new Carrier.Parts(
                parts.upstreams(),
                shared.dialer(),
                shared.vigil(),
                headers,
                new ResponseRules(EventCookies.of(config)),
                shared.sessions(),
                renewals,
                parts.backends(),
                refusals,
                outcomes));
  }

  static Forward over(ForwardParts parts) {
    return new NewestForward(new Forwarder(parts, null));
  }

  /** One that goes by other rules, over the same connections. */
  Forwarder under(ForwardRules next) {
    check(next.config());
    return new Forwarder(parts.under(next), shared);
  }

  static void check(GatewayConfig config) {
    RouteTable.check(config.routes());
    TrustedProxies unused = new TrustedProxies(config.trustedProxies());
    for (Route route : config.routes()) {
      if (!config.upstreams().containsKey(route.upstream())) {
        throw new IllegalArgumentException(
            "upstream: " + route.upstream() + " (expected: a name under upstreams)");
      }
    }
  }

  @Override
  public void handle(HttpServerRequest request) {
    // Nothing of a body may be lost, or read, before it is known who gets it.
    request.pause();
    guarded(request, () -> screened(request));
  }

  private void screened(HttpServerRequest request) {
    if (Authorizer.serves(request.uri())) {
      Spans.of(request).route(OriginalRequest.ADDRESS);
      authorizer.handle(request);
      return;
    }
    Problem problem = Screen.problemWith(request);
    if (problem == null) {
      route(request);
    } else {
      outcomes.refused();
      refusals.problemAndClose(request, problem);
    }
  }

  private void route(HttpServerRequest request) {
    Future<Decision> decision = judge.decide(Inquiry.of(request));
    if (decision.isComplete()) {
      act(request, decision.result());
      return;
    }
    request.exceptionHandler(failure -> broken(request, failure));
    decision.onSuccess(decided -> guarded(request, () -> act(request, decided)));
  }

  /** Whose body breaks while we wait is waited for no longer. */
  private void broken(HttpServerRequest request, Throwable failure) {
    if (BrokenBody.isToldBy(request, failure) && Refusals.isOpen(request.response())) {
      outcomes.refused();
      BrokenBody.problem().send(request.response());
    }
    Refusals.hangUp(request);
  }

  private void act(HttpServerRequest request, Decision decision) {
    if (!Refusals.isOpen(request.response())) {
      return;
    }
    Route route = routeOf(decision);
    if (route != null) {
      Spans.of(request).route(route.path());
    }
    if (decision instanceof Decision.Refused refused) {
      if (refused.allow() != null) {
        request.response().putHeader(HttpHeaders.ALLOW, refused.allow());
      }
      refuse(request, route, refused.problem());
    } else if (!isExpectationKnown(request)) {
      refuse(request, route, Problem.expectationFailed());
    } else if (decision instanceof Decision.Preflight preflight) {
      refusals.preflight(request, preflight);
    } else if (decision instanceof Decision.Pass pass) {
      pass(request, new Way(pass.route(), pass.asked(), pass.admitted(), null));
    } else {
      outside(request, (Decision.Outside) decision);
    }
  }

  private static @Nullable Route routeOf(Decision decision) {
    if (decision instanceof Decision.Pass pass) {
      return pass.route();
    }
    return decision instanceof Decision.Outside outside
        ? outside.route()
        : decision instanceof Decision.Refused refused ? refused.route() : null;
  }

  private void outside(HttpServerRequest request, Decision.Outside outside) {
    Gate.Asked asked = outside.asked();
    EventView view = asked.view();
    if (view == null
        || outside.why() == Verdict.Refused.WRONG_EVENT
        || Upgrade.askedBy(request) != Upgrade.NONE
        || !OpenRooms.mayTry(request, outside.route(), asked)) {
      refuseWithout(request, outside);
      return;
    }
    request.exceptionHandler(failure -> broken(request, failure));
    rooms
        .enter(request.headers(), view)
        .onSuccess(
            entered ->
                guarded(
                    request,
                    () ->
                        entered.ifPresentOrElse(
                            in -> pass(request, new Way(outside.route(), asked, in.admitted(), in)),
                            () -> refuseWithout(request, outside))));
  }

  private void guarded(HttpServerRequest request, Runnable action) {
    try {
      action.run();
    } catch (RuntimeException failure) {
      fail(request, failure);
    }
  }

  private void refuseWithout(HttpServerRequest request, Decision.Outside outside) {
    outcomes.refused();
    CorsAnswers.onOwnAnswer(request, outside.route());
    Gate.Asked asked = outside.asked();
    boolean unknown = asked.view() == null && !asked.event().isEmpty();
    if (unknown && outside.why() == Verdict.Refused.REQUIRED) {
      refusals.restoring(request, asked);
    } else {
      refusals.noAdmission(request, asked, outside.why());
    }
  }

  /**
   * What a request goes by.
   *
   * @param entered who it lets in on its way, where the room is always on
   */
  private record Way(
      Route route,
      Gate.Asked asked,
      Verdict.@Nullable Admitted admitted,
      OpenRooms.@Nullable Entered entered) {

    List<String> cookies() {
      return entered == null ? List.of() : entered.cookies();
    }
  }

  private void pass(HttpServerRequest request, Way way) {
    EventView view = way.asked().view();
    if (view != null) {
      Spans.of(request).event(view.event());
    }
    Upgrade upgrade = Upgrade.askedBy(request);
    if (upgrade == Upgrade.OTHER) {
      refuse(request, way.route(), Upgrade.unsupported());
    } else if (upgrade == Upgrade.WEBSOCKET) {
      carrier.carryUpgrade(passage(request, way, renewal(way)));
    } else {
      carry(request, way);
    }
  }

  private void carry(HttpServerRequest request, Way way) {
    boolean hasBody = Refusals.mayBringBody(request);
    long max = maxBodyBytes(way.route());
    if (hasBody && announced(request) > max) {
      refuse(request, way.route(), Problem.tooLarge(max));
      return;
    }
    // HTTP/1.0 knows no words before the answer (RFC 9110, 10.1.1).
    if (hasBody
        && request.headers().contains(HttpHeaders.EXPECT)
        && request.version() != HttpVersion.HTTP_1_0) {
      request.response().writeContinue().onFailure(gone -> {});
    }
    FanBody body = hasBody ? new FanBody(request, max) : null;
    if (body == null && !request.isEnded()) {
      request.resume();
    }
    carrier.carry(passage(request, way, renewal(way)), body);
  }

  private static Passage passage(
      HttpServerRequest request, Way way, Future<Optional<Renewals.Renewed>> renewal) {
    return new Passage(request, way.route(), way.asked(), way.admitted(), renewal, way.cookies());
  }

  private long maxBodyBytes(Route route) {
    return route.limits().maxBodyBytes(parts.config().maxBodyBytes());
  }

  private static long announced(HttpServerRequest request) {
    String length = request.headers().get(HttpHeaders.CONTENT_LENGTH);
    return length == null ? 0 : Long.parseLong(length);
  }

  private Future<Optional<Renewals.Renewed>> renewal(Way way) {
    OpenRooms.Entered entered = way.entered();
    if (entered != null) {
      return Future.succeededFuture(Optional.of(entered.session()));
    }
    Verdict.Admitted admitted = way.admitted();
    Route route = way.route();
    // An answer that others share must carry no credential, so only private ones renew.
    return admitted == null || route.shared() || route.access() != Route.Access.ADMISSION
        ? NO_RENEWAL
        : renewals.of(admitted.admission(), way.asked());
  }

  private void refuse(HttpServerRequest request, @Nullable Route route, Problem problem) {
    outcomes.refused();
    CorsAnswers.onOwnAnswer(request, route);
    refusals.problem(request, problem);
  }

  private void fail(HttpServerRequest request, RuntimeException failure) {
    LOG.error("forwarding failed", failure);
    if (Refusals.isOpen(request.response())) {
      refusals.problemAndClose(request, Problem.internal());
    }
  }

  private static boolean isExpectationKnown(HttpServerRequest request) {
    List<String> expected = request.headers().getAll(HttpHeaders.EXPECT);
    return expected.isEmpty()
        || (expected.size() == 1 && expected.get(0).equalsIgnoreCase("100-continue"));
  }
}
