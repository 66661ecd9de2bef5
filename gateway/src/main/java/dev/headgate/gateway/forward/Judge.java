package dev.headgate.gateway.forward;

import dev.headgate.gateway.config.Route;
import dev.headgate.gateway.http.Problem;
import dev.headgate.gateway.queue.EventView;
import dev.headgate.gateway.queue.Events;
import dev.headgate.gateway.queue.UnknownEventException;
import io.vertx.core.AsyncResult;
import io.vertx.core.Future;
import java.time.InstantSource;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Decides by routes and credentials what becomes of a request; it spends and answers nothing. */
final class Judge {
  private static final long VIEW_PATIENCE_MILLIS = 3_000;

  private final RouteTable routes;
  private final Gate gate;
  private final Events events;
  private final InstantSource clock;

  Judge(ForwardParts parts, Gate gate) {
    routes = new RouteTable(parts.config().routes());
    this.gate = gate;
    events = parts.events();
    clock = parts.clock();
  }

  /** The decision: at once where enough is known, and in any case within seconds. Never fails. */
  Future<Decision> decide(Inquiry inquiry) {
    RouteTable.Found found = routes.find(inquiry.method(), inquiry.path());
    if (found instanceof RouteTable.Matched matched) {
      return matched(inquiry, matched);
    }
    return Future.succeededFuture(
        found instanceof RouteTable.WrongMethod wrong
            ? new Decision.Refused(Problem.methodNotAllowed(), wrong.allow())
            : new Decision.Refused(Problem.notFound()));
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
          : new Decision.Refused(Problem.unknownEvent());
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
    if (verdict instanceof Verdict.Admitted admitted) {
      return new Decision.Pass(matched.route(), asked, admitted);
    }
    return matched.route().access() == Route.Access.PUBLIC
        ? new Decision.Pass(matched.route(), asked, null)
        : new Decision.Outside(matched.route(), asked, (Verdict.Refused) verdict);
  }
}
