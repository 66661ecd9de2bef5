package dev.headgate.gateway.operator;

import dev.headgate.gateway.config.FieldError;
import dev.headgate.gateway.config.InvalidSettingsException;
import dev.headgate.gateway.queue.EventView;
import dev.headgate.gateway.queue.Events;
import dev.headgate.gateway.queue.InsideNow;
import dev.headgate.gateway.queue.QueuePosition;
import dev.headgate.gateway.queue.Trace;
import dev.headgate.gateway.token.Admission;
import dev.headgate.gateway.token.AdmissionTokens;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.web.RoutingContext;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Who is inside: by pages, or one of them. */
final class SessionReads {
  private static final int PAGE = 200;
  private static final int LARGEST_PAGE = 1_000;
  private static final String CURSOR = "[0-9]{1,12}\\.[0-9]{1,5}\\.[0-9]{1,10}";

  private final Vertx vertx;
  private final Events events;
  private final AdmissionTokens admissions;

  SessionReads(Vertx vertx, Events events, AdmissionTokens admissions) {
    this.vertx = vertx;
    this.events = events;
    this.admissions = admissions;
  }

  /**
   * What is asked for.
   *
   * @param one the position that is asked for, as {@code position} or {@code <lane>-<position>};
   *     null for all
   * @param session the session that is asked for, by its id; null for all
   */
  private record Query(String after, int limit, @Nullable String one, @Nullable String session) {

    static Query in(RoutingContext ctx) {
      List<FieldError> wrong = new ArrayList<>();
      String after = ctx.request().getParam("after", "");
      String limit = ctx.request().getParam("limit", Integer.toString(PAGE));
      String one = ctx.request().getParam("position");
      String session = ctx.request().getParam("session");
      if (!after.isEmpty() && !after.matches(CURSOR)) {
        wrong.add(new FieldError("after", "(expected: the next of a page)"));
      }
      if (!limit.matches("[1-9][0-9]{0,3}") || Integer.parseInt(limit) > LARGEST_PAGE) {
        wrong.add(
            new FieldError("limit", "(expected: a whole number from 1 to " + LARGEST_PAGE + ")"));
      }
      if (one != null && session != null) {
        wrong.add(new FieldError("position", "(expected: position or session, not both)"));
      }
      if (!wrong.isEmpty()) {
        throw new InvalidSettingsException(wrong);
      }
      return new Query(after, Integer.parseInt(limit), one, session);
    }
  }

  /** Answers with a page of sessions. */
  Future<Void> read(RoutingContext ctx) {
    Query query = Query.in(ctx);
    String event = EventId.of(ctx);
    return events
        .view(event)
        .compose(view -> page(view, query).compose(page -> json(view, page)))
        .compose(json -> EventDocument.send(ctx.response(), 200, json));
  }

  private Future<InsideNow> page(EventView view, Query query) {
    PlaceName.At at = wanted(view, query);
    if (at == null) {
      return events.lookups().inside(view.event(), view.epoch(), query.after, query.limit);
    }
    return events
        .lookups()
        .trace(new QueuePosition(view.event(), view.epoch(), at.lane(), at.number()))
        .map(SessionReads::only);
  }

  private PlaceName.@Nullable At wanted(EventView view, Query query) {
    if (query.session != null) {
      return PlaceName.session(view, admissions, query.session, "session");
    }
    return query.one == null ? null : PlaceName.numbered(view, query.one, "position");
  }

  private static InsideNow only(Trace trace) {
    InsideNow.Session inside = trace.inside();
    return new InsideNow(inside == null ? List.of() : List.of(inside), null);
  }

  private Future<JsonObject> json(EventView view, InsideNow page) {
    return vertx.executeBlocking(
        () -> {
          JsonArray sessions = new JsonArray();
          int[] arrivals = arrivals(view, page.sessions());
          for (int i = 0; i < arrivals.length; i++) {
            sessions.add(json(view, page.sessions().get(i), arrivals[i]));
          }
          return new JsonObject().put("sessions", sessions).put("next", page.next());
        },
        false);
  }

  private static int[] arrivals(EventView view, List<InsideNow.Session> sessions) {
    int[] arrivals = new int[sessions.size()];
    for (int lane : sessions.stream().mapToInt(InsideNow.Session::lane).distinct().toArray()) {
      int[] of =
          IntStream.range(0, arrivals.length).filter(i -> sessions.get(i).lane() == lane).toArray();
      int[] positions = IntStream.of(of).map(i -> sessions.get(i).position()).toArray();
      int[] found = view.arrivalsAt(lane, positions);
      for (int i = 0; i < of.length; i++) {
        arrivals[of[i]] = found[i];
      }
    }
    return arrivals;
  }

  private JsonObject json(EventView view, InsideNow.Session session, int arrival) {
    Admission named =
        new Admission(view.event(), view.epoch(), session.lane(), session.position(), "", 0, 0);
    return new JsonObject()
        .put("sessionId", admissions.sessionId(named))
        .put("position", session.position())
        .put("arrival", arrival < 0 ? null : arrival)
        .put("lane", session.lane())
        .put("since", EventDocument.time(session.since()))
        .put("expiresAt", EventDocument.time(session.expiresAt()));
  }
}
