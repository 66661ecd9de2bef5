package dev.headgate.gateway.operator;

import dev.headgate.gateway.config.EventSettings;
import dev.headgate.gateway.config.Pages;
import dev.headgate.gateway.http.Problem;
import dev.headgate.gateway.http.ProblemException;
import dev.headgate.gateway.operator.AuditTrail.Change;
import dev.headgate.gateway.operator.Commits.Written;
import dev.headgate.gateway.queue.ChangeAnswer;
import dev.headgate.gateway.queue.EventView;
import dev.headgate.gateway.queue.Events;
import io.vertx.core.Future;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.web.RoutingContext;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Changes of settings. Each is one conditional write of the store. */
final class EventChanges {
  private final Events events;
  private final Commits commits;
  private final Pages pages;

  EventChanges(Events events, Commits commits, Pages pages) {
    this.events = events;
    this.commits = commits;
    this.pages = pages;
  }

  /** Whole settings, and the versions they may replace; null means that none was named. */
  private record Put(EventSettings settings, @Nullable EntityTags tags, boolean onlyNew) {

    static Put in(RoutingContext ctx) {
      return new Put(
          EventSettings.fromJson(Bodies.read(ctx)),
          EntityTags.parse(ctx.request().getHeader(HttpHeaders.IF_MATCH)),
          ctx.request().headers().contains(HttpHeaders.IF_NONE_MATCH));
    }

    /** The version to replace, if the request says enough to replace anything. */
    long version(EventView view) {
      if (onlyNew) {
        throw new ProblemException(
            Problem.of(412, "exists", "The event exists", "If-None-Match asks for a new one."));
      }
      if (tags == null) {
        throw new ProblemException(Commits.preconditionRequired());
      }
      return tags.version(view);
    }
  }

  /** Some dials, and the versions they may be changed from; null means whichever it is. */
  private record Patch(JsonObject dials, @Nullable EntityTags tags) {
    long version(EventView view) {
      return tags == null ? view.version() : tags.version(view);
    }

    /** Whether a newer view may yet let the patch be made. */
    boolean mayWait(EventView view, int tries) {
      return tries < Commits.TRIES && (tags == null || version(view) > view.version());
    }
  }

  /** Creates an event, or replaces its settings if the version is still the one named. */
  Future<Void> put(RoutingContext ctx) {
    String event = EventId.ofNew(ctx);
    Put put = Put.in(ctx);
    pages.check(put.settings);
    return commits.run(ctx, event, () -> put(event, put, 0));
  }

  /** Changes some dials and leaves the rest, whoever else changes others at the same time. */
  Future<Void> dials(RoutingContext ctx) {
    String event = EventId.of(ctx);
    EntityTags tags = EntityTags.parse(ctx.request().getHeader(HttpHeaders.IF_MATCH));
    Patch patch = new Patch(Bodies.read(ctx), tags);
    return commits.run(ctx, event, () -> patch(event, patch, 0));
  }

  private Future<Written> put(String event, Put put, int tries) {
    return commits
        .existing(event)
        .compose(
            view -> {
              if (view == null) {
                return create(event, put);
              }
              long version = put.version(view);
              // The rules below are about the very settings that are replaced, and this gateway may
              // not have seen them yet.
              return version > view.version() && tries < Commits.TRIES
                  ? commits.later(tries).compose(over -> put(event, put, tries + 1))
                  : replace(view, put.settings, version);
            });
  }

  private Future<Written> create(String event, Put put) {
    if (put.tags != null) {
      // If-Match asks for a version that was read before; there is none (RFC 9110, 13.1.1).
      throw new ProblemException(
          Problem.of(412, "stale-version", "No such event", "There is no version to replace."));
    }
    Change change = new Change(event, "create", null, put.settings.toJson());
    return events
        .create(event, put.settings)
        .map(Commits::version)
        .map(version -> Written.of(change, version, put.settings).creating());
  }

  private Future<Written> replace(EventView view, EventSettings settings, long version) {
    if (version != view.version()) {
      throw new ProblemException(EventDocument.staleVersion(view.version()));
    }
    SettingsRules.check(view, settings);
    Change change =
        new Change(view.event(), "settings", view.settings().toJson(), settings.toJson());
    return events
        .replace(view.event(), settings, version)
        .map(Commits::version)
        .map(now -> Written.of(change, now, settings));
  }

  private Future<Written> patch(String event, Patch patch, int tries) {
    return events
        .view(event)
        .compose(
            view -> {
              checkOpen(view);
              EventSettings before = view.settings();
              EventSettings after = before.withDials(before.dials().patched(patch.dials));
              Change change =
                  new Change(event, "dials", before.dials().toJson(), after.dials().toJson());
              return replaceDials(view, after, patch)
                  .compose(
                      answer ->
                          answer instanceof ChangeAnswer.Stale && patch.mayWait(view, tries)
                              ? commits.later(tries).compose(over -> patch(event, patch, tries + 1))
                              : Future.succeededFuture(
                                  Written.of(change, Commits.version(answer), after)));
            });
  }

  /** Settings that are written say when the event ends: after a close they would open it again. */
  private static void checkOpen(EventView view) {
    if (!Objects.equals(view.closesAt(), view.settings().closesAt())) {
      throw new ProblemException(
          Problem.of(
              409,
              "closed",
              "The event was closed",
              "Its dials move nothing. To open it again, replace its settings."));
    }
  }

  private Future<ChangeAnswer> replaceDials(EventView view, EventSettings after, Patch patch) {
    // What was read must be what is replaced: the patch was applied to this view's dials.
    return patch.version(view) == view.version()
        ? events.replace(view.event(), after, view.version())
        : Future.succeededFuture(new ChangeAnswer.Stale(view.version()));
  }
}
