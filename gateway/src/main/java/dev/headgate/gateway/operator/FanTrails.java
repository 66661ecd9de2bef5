package dev.headgate.gateway.operator;

import dev.headgate.gateway.audit.AuditEntry;
import dev.headgate.gateway.audit.AuditTrail;
import dev.headgate.gateway.http.Problem;
import dev.headgate.gateway.http.ProblemException;
import dev.headgate.gateway.queue.EventView;
import dev.headgate.gateway.queue.Events;
import dev.headgate.gateway.queue.Gap;
import dev.headgate.gateway.queue.LaneView;
import dev.headgate.gateway.queue.QueuePosition;
import dev.headgate.gateway.queue.Trace;
import dev.headgate.gateway.token.AdmissionTokens;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.web.RoutingContext;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/** "Why am I here?": what is known of one fan's place. Nothing is kept for it. */
final class FanTrails {
  private static final String BY_POSITION = "position:";
  private static final String BY_SESSION = "session:";

  private final Vertx vertx;
  private final Events events;
  private final AdmissionTokens admissions;
  private final AuditTrail audit;

  FanTrails(Vertx vertx, OperatorParts parts) {
    this.vertx = vertx;
    this.events = parts.events();
    this.admissions = parts.admissions();
    this.audit = parts.audit();
  }

  /** Answers with the trail of a place. */
  Future<Void> read(RoutingContext ctx) {
    String name = String.valueOf(ctx.pathParam("place"));
    // Whoever joined within the last second is looked for as well.
    return events
        .lookups()
        .now(EventId.of(ctx))
        .compose(view -> place(view, name).compose(place -> trail(view, handedOut(view, place))))
        .compose(json -> EventDocument.send(ctx.response(), 200, json));
  }

  /** The arrival number that is meant. */
  private Future<PlaceName.At> place(EventView view, String name) {
    if (name.startsWith(BY_POSITION)) {
      String number = name.substring(BY_POSITION.length());
      return arrival(view, PlaceName.numbered(view, number, "place"));
    }
    if (name.startsWith(BY_SESSION)) {
      String id = name.substring(BY_SESSION.length());
      return arrival(view, PlaceName.session(view, admissions, id, "place"));
    }
    return Future.succeededFuture(PlaceName.numbered(view, name, "place"));
  }

  private Future<PlaceName.At> arrival(EventView view, PlaceName.At position) {
    return vertx
        .executeBlocking(
            () -> view.arrivalsAt(position.lane(), new int[] {position.number()})[0], false)
        .map(
            arrival -> {
              if (arrival < 0) {
                throw unknown("Nobody has this position, or the order is not known yet.");
              }
              return new PlaceName.At(position.lane(), arrival);
            });
  }

  private static PlaceName.At handedOut(EventView view, PlaceName.At place) {
    List<LaneView> lanes = view.lanes();
    LaneView lane = place.lane() < lanes.size() ? lanes.get(place.lane()) : null;
    int arrivals = lane == null ? view.arrivals() : lane.arrivals();
    if (place.number() >= arrivals) {
      throw unknown("So many have not joined this lane.");
    }
    for (Gap gap : lane == null ? view.gaps() : lane.gaps()) {
      if (place.number() >= gap.from() && place.number() < gap.to()) {
        throw unknown("This number was skipped when the store was restored: it is nobody's.");
      }
    }
    return place;
  }

  private static ProblemException unknown(String detail) {
    return new ProblemException(Problem.of(404, "unknown-place", "No such place", detail));
  }

  private Future<JsonObject> trail(EventView view, PlaceName.At place) {
    OptionalInt position = view.positionOf(place.lane(), place.number());
    Future<@Nullable Trace> trace =
        position.isEmpty()
            ? Future.succeededFuture()
            : events
                .lookups()
                .trace(
                    new QueuePosition(
                        view.event(), view.epoch(), place.lane(), position.getAsInt()))
                .map(found -> found);
    return trace.compose(
        found ->
            events
                .lookups()
                .stands(view.event())
                .compose(
                    stands ->
                        revoked(view, place.lane(), found == null ? -1 : position.orElse(-1))
                            .map(
                                entry ->
                                    FanTrail.of(
                                        view, place, new FanTrail.Known(found, stands, entry)))));
  }

  /** The entry of the audit trail that says who ended the session; null where there is none. */
  private Future<@Nullable JsonObject> revoked(EventView view, int lane, int position) {
    return position < 0
        ? Future.succeededFuture()
        : audit.revoked(view.event(), lane, position).map(entry -> inThisLife(view, entry));
  }

  private static @Nullable JsonObject inThisLife(EventView view, Optional<AuditEntry> entry) {
    JsonObject json = entry.map(AuditEntry::toJson).orElse(null);
    boolean earlier =
        json == null
            || Instant.parse(json.getString("at")).isBefore(Instant.ofEpochMilli(view.epoch()));
    return earlier ? null : json;
  }
}
