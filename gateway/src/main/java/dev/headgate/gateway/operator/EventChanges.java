package dev.headgate.gateway.operator;

import dev.headgate.gateway.config.EventSettings;
import dev.headgate.gateway.config.FieldError;
import dev.headgate.gateway.config.InvalidSettingsException;
import dev.headgate.gateway.config.Pages;
import dev.headgate.gateway.http.Problem;
import dev.headgate.gateway.http.ProblemException;
import dev.headgate.gateway.operator.Commits.Written;
import dev.headgate.gateway.queue.ChangeAnswer;
import dev.headgate.gateway.queue.Changes;
import dev.headgate.gateway.queue.EventView;
import io.vertx.core.Future;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.web.RoutingContext;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Changes of settings. Each is one conditional write of the store. */
final class EventChanges {
  private final Commits commits;
  private final Pages pages;

  EventChanges(Commits commits, Pages pages) {
    this.commits = commits;
    this.pages = pages;
  }

  /** Whole settings, and the versions they may replace; null means that none was named. */
  private record Put(
      String event, EventSettings settings, @Nullable EntityTags tags, boolean onlyNew) {

    static Put in(RoutingContext ctx, Pages pages) {
      JsonObject body = Bodies.read(ctx);
      List<FieldError> wrong = new ArrayList<>();
      EventId.faultOfNew(ctx).ifPresent(wrong::add);
      EventSettings settings = settings(body, pages, wrong);
      return new Put(
          EventId.of(ctx),
          settings,
          EntityTags.in(ctx.request()),
          ctx.request().headers().contains(HttpHeaders.IF_NONE_MATCH));
    }

    /** Whatever is wrong with any field is named at once, the id and the theme's name included. */
    private static EventSettings settings(JsonObject body, Pages pages, List<FieldError> wrong) {
      Optional<FieldError> theme = pages.fault(body.getValue("theme"));
      try {
        EventSettings settings = EventSettings.fromJson(body);
        theme.ifPresent(wrong::add);
        if (wrong.isEmpty()) {
          return settings;
        }
      } catch (InvalidSettingsException invalid) {
        wrong.addAll(invalid.errors());
        theme
            .filter(one -> wrong.stream().noneMatch(error -> error.field().equals(one.field())))
            .ifPresent(wrong::add);
      }
      throw new InvalidSettingsException(wrong);
    }

    /** Ends a creation that asks for a version which was read before (RFC 9110, 13.1.1). */
    void checkNew() {
      if (tags != null) {
        throw new ProblemException(
            Problem.of(412, "stale-version", "No such event", "There is no version to replace."));
      }
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

  /**
   * Creates an event, or replaces its settings if the version is still the one named. A dry run
   * answers what would come of it, by the same rules, and does nothing.
   */
  Future<Void> put(RoutingContext ctx) {
    boolean dry = DryRun.isAskedFor(ctx);
    Put put = Put.in(ctx, pages);
    return dry
        ? replaced(put, 0)
            .map(view -> DryRun.of(put.event, view, put.settings))
            .compose(would -> EventDocument.send(ctx.response(), 200, would.toJson()))
        : commits.run(ctx, put.event, changes -> put(changes, put));
  }

  /** Changes some dials and leaves the rest, whoever else changes others at the same time. */
  Future<Void> dials(RoutingContext ctx) {
    String event = EventId.of(ctx);
    EntityTags tags = EntityTags.in(ctx.request());
    Patch patch = new Patch(Bodies.read(ctx), tags);
    return commits.run(ctx, event, changes -> patch(changes, event, patch, 0));
  }

  private Future<Written> put(Changes changes, Put put) {
    String event = put.event;
    return replaced(put, 0)
        .compose(
            view ->
                view == null
                    ? changes
                        .create(event, put.settings)
                        .map(answer -> Written.of(event, answer, put.settings).creating())
                    : changes
                        .replace(event, put.settings, view.version())
                        .map(answer -> Written.of(event, answer, put.settings)));
  }

  /** The view whose settings may be replaced; null where there is no event, and one may be made. */
  private Future<@Nullable EventView> replaced(Put put, int tries) {
    return commits
        .existing(put.event)
        .compose(
            view -> {
              if (view == null) {
                put.checkNew();
                return Future.succeededFuture();
              }
              long version = put.version(view);
              // The rules below are about the very settings that are replaced, and this gateway may
              // not have seen them yet.
              if (version > view.version() && tries < Commits.TRIES) {
                return commits.later(tries).compose(over -> replaced(put, tries + 1));
              }
              if (version != view.version()) {
                throw new ProblemException(EventDocument.staleVersion(view.version()));
              }
              SettingsRules.check(view, put.settings);
              return Future.succeededFuture(view);
            });
  }

  private Future<Written> patch(Changes changes, String event, Patch patch, int tries) {
    return commits
        .view(event)
        .compose(
            view -> {
              checkOpen(view);
              EventSettings before = view.settings();
              EventSettings after = before.withDials(before.dials().patched(patch.dials));
              return turn(changes, view, after, patch)
                  .compose(
                      answer ->
                          answer instanceof ChangeAnswer.Stale && patch.mayWait(view, tries)
                              ? commits
                                  .later(tries)
                                  .compose(over -> patch(changes, event, patch, tries + 1))
                              : Future.succeededFuture(Written.of(event, answer, after)));
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

  private static Future<ChangeAnswer> turn(
      Changes changes, EventView view, EventSettings after, Patch patch) {
    // What was read must be what is replaced: the patch was applied to this view's dials.
    return patch.version(view) == view.version()
        ? changes.turn(view.event(), after, view.version())
        : Future.succeededFuture(new ChangeAnswer.Stale(view.version()));
  }
}
