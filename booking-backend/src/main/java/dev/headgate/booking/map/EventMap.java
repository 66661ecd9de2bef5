package dev.headgate.booking.map;

import dev.headgate.booking.map.SeatMaps.Remaining;
import dev.headgate.booking.store.Database;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.Tuple;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * One event's projection: read when somebody asks and it is too old, once for everybody who asks
 * meanwhile, and drawn only when a map is asked for.
 */
final class EventMap {
  /** A held seat past its deadline is free, whether or not any sweep has written that down. */
  private static final String STATES =
      """
      SELECT e.plan_version, now() AS as_of,
             coalesce((SELECT string_agg(
                         CASE WHEN s.state = 'held' AND s.deadline <= now() THEN 'a'
                              ELSE left(s.state, 1) END, '' ORDER BY s.ordinal)
                         FROM event_seat s WHERE s.event_id = e.event_id), '') AS states
        FROM event e
       WHERE e.event_id = $1
      """;

  private static final Duration SOON = Duration.ofMillis(250);
  private static final int PLAN_READS = 3;

  private final Vertx vertx;
  private final Database database;
  private final String event;
  private final long maxAgeNanos;

  private volatile @Nullable View latest;
  private volatile long changedAtNanos;
  private volatile boolean changedEver;
  private @Nullable Future<View> reading;

  EventMap(Vertx vertx, Database database, String event, Duration maxAge) {
    this.vertx = vertx;
    this.database = database;
    this.event = event;
    // A tenth is left for the way to the client.
    this.maxAgeNanos = maxAge.toNanos() * 9 / 10;
  }

  /** A projection with its plan; drawn on a worker the first time somebody wants to see it. */
  private final class View {
    private final SeatPlan plan;
    private final Projection projection;
    private final Remaining remaining;
    private @Nullable Future<RenderedMap> drawn;

    View(SeatPlan plan, Projection projection) {
      this.plan = plan;
      this.projection = projection;
      this.remaining = projection.remaining();
    }

    synchronized Future<RenderedMap> drawn() {
      Future<RenderedMap> map = drawn;
      if (map == null) {
        map = vertx.executeBlocking(() -> Renderer.render(plan, projection), false);
        drawn = map;
      }
      return map;
    }
  }

  Future<EventCard> card() {
    View view = latest;
    return view != null ? Future.succeededFuture(view.plan.card()) : read().map(v -> v.plan.card());
  }

  Future<Remaining> remaining() {
    return current().map(view -> view.remaining);
  }

  Future<RenderedMap> map() {
    return current().compose(View::drawn);
  }

  void changed() {
    changedAtNanos = System.nanoTime();
    changedEver = true;
  }

  private Future<View> current() {
    View view = latest;
    if (view == null) {
      return read();
    }
    long age = System.nanoTime() - view.projection.readAtNanos();
    boolean changed = changedEver && changedAtNanos - view.projection.readAtNanos() > 0;
    long bound = changed ? Math.min(SOON.toNanos(), maxAgeNanos) : maxAgeNanos;
    if (age < bound) {
      return Future.succeededFuture(view);
    }
    // An honest old map (it says as of when) is better than none while the database is away.
    return read().otherwise(view);
  }

  private Future<View> read() {
    Future<View> shared;
    synchronized (this) {
      if (reading != null) {
        return reading;
      }
      View view = latest;
      shared = read(view == null ? null : view.plan, PLAN_READS);
      reading = shared;
    }
    return shared.onComplete(
        done -> {
          synchronized (this) {
            reading = null;
          }
        });
  }

  /** Reads states, and the plan before them where it is missing or no longer the one they fit. */
  private Future<View> read(@Nullable SeatPlan plan, int planReads) {
    if (plan == null) {
      return PlanReader.read(database, event).compose(fresh -> read(fresh, planReads - 1));
    }
    long before = System.nanoTime();
    return database
        .browse(new Database.Statement(STATES, Tuple.of(event)))
        .compose(
            rows -> {
              Row row = rows.iterator().next();
              String states = row.getString("states");
              boolean fits =
                  row.getInteger("plan_version") == plan.version()
                      && states.length() == plan.allocated();
              if (!fits) {
                return planReads > 0
                    ? read(null, planReads)
                    : Future.failedFuture("the plan of " + event + " does not fit its seats");
              }
              View view =
                  new View(
                      plan,
                      new Projection(states, row.getOffsetDateTime("as_of").toInstant(), before));
              latest = view;
              return Future.succeededFuture(view);
            });
  }
}
