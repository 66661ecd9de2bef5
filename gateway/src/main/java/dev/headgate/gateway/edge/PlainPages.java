package dev.headgate.gateway.edge;

import dev.headgate.gateway.config.EventSettings;
import dev.headgate.gateway.http.AcceptLanguage;
import dev.headgate.gateway.http.AnswerHeaders;
import dev.headgate.gateway.page.PlainPage;
import dev.headgate.gateway.page.PlainPage.Reload;
import dev.headgate.gateway.page.PlainScene;
import dev.headgate.gateway.page.QueuePage;
import dev.headgate.gateway.queue.EventView;
import dev.headgate.gateway.queue.QueueUnavailableException;
import dev.headgate.gateway.queue.Standing;
import dev.headgate.gateway.token.PlaceTicket;
import io.vertx.core.Future;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** {@code GET …/places/me} to a browser without scripts: the fan's place as a page. */
final class PlainPages {
  /** Faster than this nobody reads a page and finds a button in it. */
  private static final int LEAST_SECONDS = 5;

  private static final int MOST_SECONDS = 30;
  private static final int AWAY_SECONDS = 10;

  /** Where a fan has something to do, or nothing more to wait for. */
  private static final Set<PlainScene> LASTING =
      EnumSet.of(
          PlainScene.JOIN,
          PlainScene.ADMITTED,
          PlainScene.INSIDE,
          PlainScene.OVER,
          PlainScene.RESET,
          PlainScene.ENDED,
          PlainScene.ENTRY,
          PlainScene.FULL,
          PlainScene.COOKIES,
          PlainScene.KEY,
          PlainScene.CHECK);

  private final EdgeShared shared;
  private final PollPace pace;
  private final QueuePage page;
  private final List<CharSequence> headers = new ArrayList<>();

  PlainPages(EdgeShared shared, PollPace pace, EdgeParts parts) {
    this.shared = shared;
    this.pace = pace;
    this.page = parts.page();
    headers.addAll(AnswerHeaders.onPage(parts.config().headers(), page.contentSecurityPolicy()));
    headers.addAll(AnswerHeaders.onOwnWindow());
    headers.addAll(
        List.of(
            HttpHeaders.CONTENT_TYPE,
            "text/html; charset=utf-8",
            HttpHeaders.CACHE_CONTROL,
            Reply.NO_STORE,
            HttpHeaders.VARY,
            Reply.BY_CONTENT_AND_LANGUAGE));
  }

  /** The page, with the status that the same answer in JSON has. */
  Future<Reply> answer(HttpServerRequest request, Target target) {
    PlainAsk ask = PlainAsk.of(request, page);
    return shared
        .places()
        .view(target.name())
        .compose(view -> answer(new Reader(request, ask, view)))
        .recover(
            failure ->
                failure instanceof QueueUnavailableException
                    ? Future.succeededFuture(away(target.name(), ask))
                    : Future.failedFuture(failure));
  }

  /** Who reads it, and of which event. */
  private record Reader(HttpServerRequest request, PlainAsk ask, EventView view) {

    PlainPage page(PlainScene scene, Reload reload, List<PlainPage.Detail> details) {
      return new PlainPage(shown(), scene, view.now(), reload, details);
    }

    private QueuePage.Shown shown() {
      EventSettings settings = view.settings();
      boolean keyed = FanKeys.areRequired(view);
      return new QueuePage.Shown(view.event(), settings.title(), keyed, settings.theme())
          .by(ask.way());
    }

    Reload reload(PlainScene scene, long millis) {
      return LASTING.contains(scene) ? Reload.NEVER : reload(millis);
    }

    Reload reload(long millis) {
      long seconds = Math.max(LEAST_SECONDS, (millis + 999) / 1_000);
      return new Reload((int) Math.min(MOST_SECONDS, seconds), ask.still());
    }

    /** In the language of the page, where that was chosen by hand. */
    Said said() {
      String chosen = ask.chosen();
      return chosen == null
          ? Said.of(view, request.headers())
          : Said.of(view, AcceptLanguage.of(List.of(chosen)));
    }
  }

  private Future<Reply> answer(Reader reader) {
    shared.meters().polled();
    EventView view = reader.view;
    FanTickets.Presented presented =
        shared.tickets().presented(reader.request.headers(), view.event());
    PlaceTicket ticket = presented.ticket();
    if (ticket == null) {
      return Future.succeededFuture(withoutPlace(reader));
    }
    if (ticket.epoch() < view.epoch()) {
      PlainPage anew = reader.page(PlainScene.RESET, Reload.NEVER, List.of());
      return Future.succeededFuture(reply(410, anew, reader.ask));
    }
    if (!pace.allows(ticket, shared.nanoTime().getAsLong())) {
      PlainPage slower = reader.page(PlainScene.KEPT, reader.reload(0), List.of());
      return Future.succeededFuture(
          reply(429, slower, reader.ask).with(HttpHeaders.RETRY_AFTER, "2"));
    }
    return shared.places().look(view, ticket).map(place -> reply(reader, place));
  }

  private Reply withoutPlace(Reader reader) {
    PlainScene scene = PlainScenes.withoutPlace(reader.view, reader.ask);
    Instant opensAt = reader.view.settings().opensAt();
    long untilThen =
        opensAt == null
            ? Duration.ofSeconds(MOST_SECONDS).toMillis()
            : Duration.between(reader.view.now(), opensAt).toMillis();
    PlainPage shown =
        reader.page(
            scene,
            reader.reload(scene, untilThen),
            PlainDetails.withoutPlace(reader.view, scene, reader.said()));
    return reply(401, shown, reader.ask);
  }

  private Reply reply(Reader reader, Place place) {
    EventView view = reader.view;
    PlainScene scene = PlainScenes.of(view, place, reader.ask);
    Reload reload = reader.reload(scene, PollAdvice.millis(view, place));
    if (place.standing().state() == Standing.State.WAITING && reload.seconds() > 0) {
      view.seen(reload.seconds() * 1_000);
    }
    List<PlainPage.Detail> details = PlainDetails.of(view, scene, place, reader.said());
    return reply(200, reader.page(scene, reload, details), reader.ask);
  }

  /** The store is away, and nothing is known here. */
  private Reply away(String event, PlainAsk ask) {
    PlainPage shown =
        new PlainPage(
            new QueuePage.Shown(event, event, false, null).by(ask.way()),
            PlainScene.AWAY,
            Instant.EPOCH, // Nothing that would be told by a time is shown.
            new Reload(AWAY_SECONDS, ask.still()),
            List.of());
    return reply(503, shown, ask).with(HttpHeaders.RETRY_AFTER, "2");
  }

  private Reply reply(int status, PlainPage shown, PlainAsk ask) {
    return new Reply(status, headers, page.plain(shown, ask.language()))
        .with(HttpHeaders.CONTENT_LANGUAGE, ask.language());
  }
}
