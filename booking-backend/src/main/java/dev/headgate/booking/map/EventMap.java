package dev.headgate.booking.map;

import dev.headgate.booking.store.Database;
import dev.headgate.booking.store.Sql;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.Tuple;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One event's projection: read when somebody asks and it is too old, once for everybody who asks
 * meanwhile, and drawn only when a map is asked for.
 */
final class EventMap {
  private static final Logger LOG = LoggerFactory.getLogger(EventMap.class);
  private static final String STATES = Sql.beside(EventMap.class, "states");
  private static final String RECOUNT = Sql.beside(EventMap.class, "recount");

  private static final Duration SOON = Duration.ofMillis(250);
  private static final int PLAN_READS = 3;

  private final Vertx vertx;
  private final Database database;
  private final String event;
  private final long maxAgeNanos;
  private final Versions versions = new Versions();

  private volatile @Nullable View latest;
  private volatile long changedAtNanos;
  private volatile boolean changedEver;
  private volatile boolean planDoubted;
  private @Nullable Future<View> reading;

  EventMap(Vertx vertx, Database database, String event, Duration maxAge) {
    this.vertx = vertx;
    this.database = database;
    this.event = event;
    // A tenth is left for the way to the client.
    this.maxAgeNanos = maxAge.toNanos() * 9 / 10;
  }

  Future<EventCard> card() {
    View view = latest;
    return view != null
        ? Future.succeededFuture(view.plan().card())
        : read().map(v -> v.plan().card());
  }

  Future<EventNow> now() {
    return current().map(View::counted);
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
    boolean changed =
        view != null && changedEver && changedAtNanos - view.projection().readAtNanos() > 0;
    return atMostNanos(changed ? Math.min(SOON.toNanos(), maxAgeNanos) : maxAgeNanos);
  }

  /** A projection that is no older, unless the database is away. */
  Future<View> atMost(Duration age) {
    return atMostNanos(age.toNanos());
  }

  private Future<View> atMostNanos(long nanos) {
    View view = latest;
    if (view == null) {
      return read();
    }
    if (System.nanoTime() - view.projection().readAtNanos() < nanos) {
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
      shared = read(view == null || planDoubted ? null : view.plan(), PLAN_READS);
      planDoubted = false;
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
      return PlanReader.read(vertx, database, event).compose(fresh -> read(fresh, planReads - 1));
    }
    long before = System.nanoTime();
    return database
        .browse(new Database.Statement(STATES, Tuple.of(event)))
        .compose(
            rows -> {
              Row row = rows.iterator().next();
              if (plan.fits(row.getInteger("plan_version"), row.getString("states"))) {
                return Future.succeededFuture(seen(plan, projection(row, before)));
              }
              return planReads > 0
                  ? read(null, planReads)
                  : Future.failedFuture("the plan of " + event + " does not fit its seats");
            });
  }

  private static Projection projection(Row row, long before) {
    return new Projection(
        row.getString("states"), row.getOffsetDateTime("as_of").toInstant(), before);
  }

  private synchronized View seen(SeatPlan plan, Projection projection) {
    View view = new View(vertx, plan, projection, versions.of(plan, projection, latest));
    latest = view;
    return view;
  }

  /**
   * A step of a listener.
   *
   * @param bytes to send; null where nothing changed
   * @param version where the listener is then
   */
  record Step(@Nullable Buffer bytes, long version) {}

  /** A version by its name; -1 where that is none of ours. */
  long versionOf(String name) {
    return versions.number(name);
  }

  /** What a listener begins with who knows nothing. Only after something was read. */
  synchronized Step beginning() {
    View view = view();
    return new Step(view.frame(view.version(), () -> Frames.beginning(view)), view.version());
  }

  /** What leads a listener from a version to the newest. Only after something was read. */
  synchronized Step after(long version) {
    View view = view();
    if (version == view.version()) {
      return new Step(null, version);
    }
    // What a listener brings is any number: those that are not known have one frame together.
    Buffer bytes =
        versions.knows(version)
            ? view.frame(version, () -> Frames.changes(view, versions.since(version)))
            : view.frame(-1, () -> Frames.reload(view));
    return new Step(bytes, view.version());
  }

  private View view() {
    View view = latest;
    if (view == null) {
      throw new IllegalStateException("nothing was read of " + event);
    }
    return view;
  }

  /**
   * Holds the counts of a projection against a count of its rows. Where they differ, the plan is
   * read anew. Does nothing for an event that nobody looks at.
   *
   * @return whether they are equal; null where nothing was counted
   */
  Future<@Nullable Boolean> recount(Duration lookedAt) {
    View view = latest;
    if (view == null || System.nanoTime() - view.projection().readAtNanos() > lookedAt.toNanos()) {
      return Future.succeededFuture(null);
    }
    return database
        .browse(new Database.Statement(RECOUNT, Tuple.of(event)))
        .map(rows -> isEqual(view.plan(), rows.iterator().next()));
  }

  private @Nullable Boolean isEqual(SeatPlan plan, Row row) {
    String states = row.getString("states");
    if (plan.version() != row.getInteger("plan_version")) {
      return null;
    }
    boolean equal =
        plan.fits(plan.version(), states)
            && Recount.isEqual(plan, states, row.getArrayOfStrings("counts"));
    if (!equal) {
      LOG.error("the counts of {} are not those of its rows; its plan is read anew", event);
      planDoubted = true;
    }
    return equal;
  }
}
