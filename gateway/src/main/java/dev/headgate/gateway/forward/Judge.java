package dev.headgate.gateway.forward;

import dev.headgate.gateway.bypass.Passes;
import dev.headgate.gateway.config.Cors;
import dev.headgate.gateway.config.EventSource;
import dev.headgate.gateway.config.Route;
import dev.headgate.gateway.http.Problem;
import dev.headgate.gateway.queue.EventView;
import dev.headgate.gateway.queue.Events;
import dev.headgate.gateway.queue.UnknownEventException;
import io.vertx.core.AsyncResult;
import io.vertx.core.Future;
import java.time.InstantSource;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Decides by routes and credentials what becomes of a request; it answers nothing, and spends
 * nothing but the count of a pass that was used.
 */
final class Judge {
  private static final long VIEW_PATIENCE_MILLIS = 3_000;

  private final RouteTable routes;
  private final Gate gate;
  private final Events events;
  private final Passes passes;
  private final InstantSource clock;
  private final String onlyEvent;

  Judge(ForwardParts parts, Gate gate) {
    routes = new RouteTable(parts.config().routes());
    this.gate = gate;
    events = parts.events();
    passes = parts.passes();
    clock = parts.clock();
    Set<String> configured = parts.config().events().keySet();
    onlyEvent = configured.size() == 1 ? configured.iterator().next() : "";
  }

  /** The decision: at once where enough is known, and in any case within seconds. Never fails. */
  Future<Decision> decide(Inquiry inquiry) {
    String preflighted = CorsAnswers.preflightedMethod(inquiry.method(), inquiry.headers());
    if (preflighted != null) {
      return Future.succeededFuture(preflight(inquiry, preflighted));
    }
    RouteTable.Found found = routes.find(inquiry.method(), inquiry.host(), inquiry.path());
    if (!(found instanceof RouteTable.Matched matched)) {
      return Future.succeededFuture(unmatched(found));
    }
    return matched.route().event() instanceof EventSource.Token
        ? byToken(inquiry, matched.route())
        : matched(inquiry, matched);
  }

  private static Decision unmatched(RouteTable.Found found) {
    return found instanceof RouteTable.WrongMethod wrong
        ? new Decision.Refused(Problem.methodNotAllowed(), wrong.allow(), null)
        : new Decision.Refused(Problem.notFound());
  }

  private Decision preflight(Inquiry inquiry, String method) {
    RouteTable.Found found = routes.find(method, inquiry.host(), inquiry.path());
    if (!(found instanceof RouteTable.Matched matched)) {
      return unmatched(found);
    }
    Route route = matched.route();
    Cors cors = route.cors();
    String origin = CorsAnswers.allowedOrigin(cors, inquiry.headers());
    return cors == null || origin == null
        ? new Decision.Refused(originRefused())
        : new Decision.Preflight(cors, origin, routes.methodsOf(matched, method, inquiry));
  }

  private static Problem originRefused() {
    return Problem.of(
        403, "cross-origin", "Not from this origin", "Pages of this origin may not use this.");
  }

  /** The event is that of a token that came: of several the one that lasts longest and holds. */
  private Future<Decision> byToken(Inquiry inquiry, Route route) {
    long now = clock.instant().getEpochSecond();
    Gate.Brought brought = gate.brought(inquiry.headers(), now);
    if (!brought.events().isEmpty()) {
      return byToken(inquiry, route, brought.events());
    }
    if (route.access() == Route.Access.ADMISSION && !onlyEvent.isEmpty()) {
      return matched(inquiry, new RouteTable.Matched(route, onlyEvent));
    }
    Verdict.Refused why = brought.any() ? Verdict.Refused.INVALID : Verdict.Refused.REQUIRED;
    return Future.succeededFuture(without(inquiry, route, new Gate.Asked("", null, now), why));
  }

  private Future<Decision> byToken(Inquiry inquiry, Route route, List<String> events) {
    return matched(inquiry, new RouteTable.Matched(route, events.get(0)))
        .compose(
            decision -> {
              boolean admits = decision instanceof Decision.Pass pass && pass.admitted() != null;
              return admits || events.size() == 1
                  ? Future.succeededFuture(admits ? decision : ofNoEvent(inquiry, decision))
                  : byToken(inquiry, route, events.subList(1, events.size()));
            });
  }

  // Whoever asks for no event in particular cannot be wrong about it.
  private Decision ofNoEvent(Inquiry inquiry, Decision decision) {
    if (decision instanceof Decision.Outside outside) {
      return new Decision.Outside(outside.route(), outside.asked(), Verdict.Refused.INVALID);
    }
    Route route = decision instanceof Decision.Refused refused ? refused.route() : null;
    long now = clock.instant().getEpochSecond();
    return route == null
        ? decision
        : without(inquiry, route, new Gate.Asked("", null, now), Verdict.Refused.INVALID);
  }

  private Future<Decision> matched(Inquiry inquiry, RouteTable.Matched matched) {
    if (matched.event().isEmpty() || !needsView(inquiry, matched)) {
      return Future.succeededFuture(withoutEvent(matched));
    }
    EventView fresh = events.fresh(matched.event());
    return fresh != null
        ? Future.succeededFuture(judge(inquiry, matched, fresh))
        : events
            .view(matched.event())
            .timeout(VIEW_PATIENCE_MILLIS, TimeUnit.MILLISECONDS)
            .transform(view -> Future.succeededFuture(afterWait(inquiry, matched, view)));
  }

  private static boolean needsView(Inquiry inquiry, RouteTable.Matched matched) {
    return matched.route().access() == Route.Access.ADMISSION
        || Gate.hasCandidate(inquiry.headers(), matched.event());
  }

  private Decision withoutEvent(RouteTable.Matched matched) {
    long now = clock.instant().getEpochSecond();
    return new Decision.Pass(matched.route(), new Gate.Asked("", null, now), null);
  }

  private Decision afterWait(
      Inquiry inquiry, RouteTable.Matched matched, AsyncResult<EventView> view) {
    if (view.succeeded()) {
      return judge(inquiry, matched, view.result());
    } else if (view.cause() instanceof UnknownEventException) {
      return matched.route().access() == Route.Access.PUBLIC
          ? withoutEvent(matched)
          : new Decision.Refused(Problem.unknownEvent(), null, matched.route());
    }
    return judge(inquiry, matched, null);
  }

  /**
   * Judges a request by its credentials; without a view, because the store is away, by them alone.
   */
  private Decision judge(Inquiry inquiry, RouteTable.Matched matched, @Nullable EventView view) {
    long now = (view == null ? clock.instant() : view.now()).getEpochSecond();
    Gate.Asked asked = new Gate.Asked(matched.event(), view, now);
    Verdict verdict = gate.judge(inquiry.headers(), asked);
    return verdict instanceof Verdict.Admitted admitted
        ? new Decision.Pass(matched.route(), asked, admitted)
        : without(inquiry, matched.route(), asked, (Verdict.Refused) verdict);
  }

  private Decision without(Inquiry inquiry, Route route, Gate.Asked asked, Verdict.Refused why) {
    return route.access() == Route.Access.PUBLIC
            || passes.letThrough(inquiry.headers(), asked.event(), asked.nowSeconds())
        ? new Decision.Pass(route, asked, null)
        : new Decision.Outside(route, asked, why);
  }
}
