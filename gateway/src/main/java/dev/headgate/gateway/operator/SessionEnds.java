package dev.headgate.gateway.operator;

import dev.headgate.gateway.audit.Signature;
import dev.headgate.gateway.http.Problem;
import dev.headgate.gateway.http.ProblemException;
import dev.headgate.gateway.queue.EventView;
import dev.headgate.gateway.queue.Events;
import dev.headgate.gateway.queue.QueuePosition;
import dev.headgate.gateway.token.Admission;
import dev.headgate.gateway.token.AdmissionTokens;
import io.vertx.core.Future;
import io.vertx.ext.web.RoutingContext;

/** Sessions that end at an operator's word. */
final class SessionEnds {
  private final Events events;
  private final AdmissionTokens admissions;
  private final AuditNotes audit;

  SessionEnds(Events events, AdmissionTokens admissions, AuditNotes audit) {
    this.events = events;
    this.admissions = admissions;
    this.audit = audit;
  }

  /** Revokes one session of the event's present life. */
  Future<Void> revoke(RoutingContext ctx) {
    String event = EventId.of(ctx);
    String id = String.valueOf(ctx.pathParam("session"));
    Signature signed = AuditNotes.signature(ctx);
    return events
        .view(event)
        .recover(Commits::nothingAsked)
        .map(view -> position(view, id))
        .compose(position -> events.by(signed).revoke(position))
        .recover(failure -> audit.unanswered(ctx, event, signed, failure))
        // A session that is over is ended by nobody: that is in no trail.
        .compose(
            entry ->
                entry.isPresent()
                    ? audit.made(ctx, event, entry.get())
                    : Future.<Void>succeededFuture())
        .compose(noted -> ctx.response().setStatusCode(204).end().otherwiseEmpty());
  }

  private QueuePosition position(EventView view, String id) {
    return admissions
        .readSessionId(view.event(), id)
        .filter(named -> named.epoch() == view.epoch())
        .map(SessionEnds::position)
        .orElseThrow(
            () ->
                new ProblemException(
                    Problem.of(
                        404,
                        "unknown-session",
                        "No such session",
                        "No session of this event has this id, or it was of an earlier life.")));
  }

  private static QueuePosition position(Admission named) {
    return new QueuePosition(named.event(), named.epoch(), named.lane(), named.position());
  }
}
