package dev.headgate.gateway.forward;

import dev.headgate.gateway.config.GatewayConfig;
import dev.headgate.gateway.config.Route;
import dev.headgate.gateway.http.Problem;
import dev.headgate.gateway.queue.EventView;
import io.vertx.core.Future;
import io.vertx.core.MultiMap;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpVersion;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Decides on each request: refused, shown the queue page, or carried to its upstream. */
final class Forwarder implements Forward {
  private static final Logger LOG = LoggerFactory.getLogger(Forwarder.class);
  static final Duration ANSWER_TIMEOUT = Duration.ofSeconds(30);
  private static final Future<Optional<Renewals.Renewed>> NO_RENEWAL =
      Future.succeededFuture(Optional.empty());

  private final ForwardParts parts;
  private final Judge judge;
  private final Refusals refusals;
  private final Renewals renewals;
  private final OpenRooms rooms;
  private final Outcomes outcomes;
  private final Authorizer authorizer;
  private final Carrier carrier;

  private Forwarder(ForwardParts parts, Duration answerTimeout) {
    this.parts = parts;
    GatewayConfig config = parts.config();
    Gate gate = new Gate(parts.tokens());
    judge = new Judge(parts, gate);
    refusals = new Refusals(parts.page());
    renewals = new Renewals(parts.queue(), parts.tokens());
    rooms = new OpenRooms(parts);
    outcomes = new Outcomes(parts.metrics());
    TrustedProxies trusted = new TrustedProxies(config.trustedProxies());
    ForwardedHeaders headers =
        new ForwardedHeaders(trusted, gate, parts.tokens(), config.publicOrigin());
    authorizer = new Authorizer(parts, new Authorizer.Rules(judge, renewals, headers, refusals));
    carrier =
        new Carrier(
            new Carrier.Parts(
                new Upstreams(parts.vertx(), config),
                headers,
                new ResponseRules(config.secure()),
                new Sessions(parts, gate, renewals),
                renewals,
                parts.backends(),
                refusals,
                outcomes,
                answerTimeout));
  }

  static Forward over(ForwardParts parts) {
    return new Forwarder(parts, ANSWER_TIMEOUT);
  }

  /** The same with less patience for upstreams. */
  static Forward over(ForwardParts parts, Duration answerTimeout) {
    return new Forwarder(parts, answerTimeout);
  }

  @Override
  public void handle(HttpServerRequest request) {
    // Nothing of a body may be lost, or read, before it is known who gets it.
    request.pause();
    guarded(request, () -> screened(request));
  }

  private void screened(HttpServerRequest request) {
    if (Authorizer.serves(request.uri())) {
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
    // Whose body breaks while we wait is waited for no longer.
    request.exceptionHandler(broken -> request.connection().close().onFailure(gone -> {}));
    decision.onSuccess(decided -> guarded(request, () -> act(request, decided)));
  }

  private void act(HttpServerRequest request, Decision decision) {
    if (decision instanceof Decision.Refused refused) {
      if (refused.allow() != null) {
        request.response().putHeader(HttpHeaders.ALLOW, refused.allow());
      }
      refuse(request, refused.problem());
    } else if (!isExpectationKnown(request)) {
      refuse(request, Problem.expectationFailed());
    } else if (decision instanceof Decision.Pass pass) {
      pass(request, new Way(pass.route(), pass.asked(), pass.admitted(), null));
    } else {
      outside(request, (Decision.Outside) decision);
    }
  }

  private void outside(HttpServerRequest request, Decision.Outside outside) {
    Gate.Asked asked = outside.asked();
    EventView view = asked.view();
    if (view == null
        || outside.why() == Verdict.Refused.WRONG_EVENT
        || asksForUpgrade(request.headers())
        || !OpenRooms.mayTry(request, outside.route(), asked)) {
      refuseWithout(request, asked, outside.why());
      return;
    }
    request.exceptionHandler(gone -> request.connection().close().onFailure(closed -> {}));
    rooms
        .enter(request.headers(), view)
        .onSuccess(
            entered ->
                guarded(
                    request,
                    () ->
                        entered.ifPresentOrElse(
                            in -> pass(request, new Way(outside.route(), asked, in.admitted(), in)),
                            () -> refuseWithout(request, asked, outside.why()))));
  }

  private void guarded(HttpServerRequest request, Runnable action) {
    try {
      action.run();
    } catch (RuntimeException failure) {
      fail(request, failure);
    }
  }

  private void refuseWithout(HttpServerRequest request, Gate.Asked asked, Verdict.Refused why) {
    outcomes.refused();
    if (asked.view() == null && why == Verdict.Refused.REQUIRED) {
      refusals.restoring(request, asked);
    } else {
      refusals.noAdmission(request, asked, why);
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
    if (asksForUpgrade(request.headers())) {
      refuse(request, upgradeUnsupported());
      return;
    }
    boolean hasBody = Refusals.awaitsBody(request);
    Problem problem = hasBody ? bodyProblem(request) : null;
    if (problem != null) {
      refuse(request, problem);
      return;
    }
    if (hasBody && request.headers().contains(HttpHeaders.EXPECT)) {
      request.response().writeContinue().onFailure(gone -> {});
    }
    BoundedBody body = hasBody ? new BoundedBody(request, parts.config().maxBodyBytes()) : null;
    if (body == null) {
      request.resume();
    }
    carrier.carry(
        new Passage(
            request,
            way.route(),
            way.asked(),
            way.admitted(),
            renewal(way),
            way.cookies(),
            System.nanoTime(),
            body));
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

  private @Nullable Problem bodyProblem(HttpServerRequest request) {
    String length = request.headers().get(HttpHeaders.CONTENT_LENGTH);
    if (length != null) {
      long max = parts.config().maxBodyBytes();
      return Long.parseLong(length) > max ? Problem.tooLarge(max) : null;
    }
    // The proxy cannot send on a body of HTTP/2 whose length nobody has said.
    return request.version() == HttpVersion.HTTP_2
        ? Problem.of(411, "length-required", "A length is required", "Say the Content-Length.")
        : null;
  }

  private void refuse(HttpServerRequest request, Problem problem) {
    outcomes.refused();
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

  // HTTP/2 is offered by clients on every first request, and going on without it is in order.
  private static boolean asksForUpgrade(MultiMap headers) {
    for (String line : headers.getAll(HttpHeaders.UPGRADE)) {
      for (String protocol : line.split(",", -1)) {
        String name = protocol.trim().toLowerCase(Locale.ROOT);
        if (!name.isEmpty() && !name.equals("h2c")) {
          return true;
        }
      }
    }
    return false;
  }

  private static Problem upgradeUnsupported() {
    return Problem.of(
        400, "upgrade-unsupported", "No upgrades", "Connections are not upgraded here.");
  }
}
