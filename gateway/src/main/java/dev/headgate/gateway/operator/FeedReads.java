package dev.headgate.gateway.operator;

import dev.headgate.gateway.config.FieldError;
import dev.headgate.gateway.config.InvalidSettingsException;
import dev.headgate.gateway.feed.Feed;
import dev.headgate.gateway.feed.FeedEntry;
import dev.headgate.gateway.http.Problem;
import dev.headgate.gateway.http.ProblemException;
import dev.headgate.gateway.queue.Events;
import io.vertx.core.Future;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.web.RoutingContext;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** What happened to one event, or to all: by pages, or as it happens. */
final class FeedReads {
  private static final int PAGE = 200;
  private static final String STREAM = "text/event-stream";

  private final Events events;
  private final Feed feed;
  private final FeedStreams streams;

  FeedReads(Events events, Feed feed, FeedStreams streams) {
    this.events = events;
    this.feed = feed;
    this.streams = streams;
  }

  /** Of one event. */
  Future<Void> one(RoutingContext ctx) {
    String event = EventId.of(ctx);
    Query query = Query.in(ctx.request());
    return events.view(event).compose(known -> answer(ctx, event, query));
  }

  /** Of all events. */
  Future<Void> all(RoutingContext ctx) {
    return answer(ctx, null, Query.in(ctx.request()));
  }

  private Future<Void> answer(RoutingContext ctx, @Nullable String event, Query query) {
    if (wantsStream(ctx.request())) {
      return streams.listen(ctx, event, query.after);
    }
    return feed.read(event, query.after, query.limit)
        .recover(away -> Future.failedFuture(new ProblemException(Problem.restoring())))
        .compose(page -> EventDocument.send(ctx.response(), 200, json(page)));
  }

  private static boolean wantsStream(HttpServerRequest request) {
    return request.headers().getAll(HttpHeaders.ACCEPT).stream()
        .anyMatch(line -> line.toLowerCase(Locale.ROOT).contains(STREAM));
  }

  private static JsonObject json(Feed.Page page) {
    JsonArray entries = new JsonArray();
    page.entries().forEach(entry -> entries.add(entry.toJson()));
    return new JsonObject()
        .put("entries", entries)
        .put("next", page.next())
        .put("missed", page.missed());
  }

  /**
   * What is asked for.
   *
   * @param after the id named last; empty where none is
   */
  private record Query(String after, int limit) {

    static Query in(HttpServerRequest request) {
      List<FieldError> wrong = new ArrayList<>();
      String last = request.getHeader("Last-Event-ID");
      // A browser's reconnection says in the header how far it came since it asked.
      boolean resumed = wantsStream(request) && last != null && !last.isEmpty();
      String after = resumed ? String.valueOf(last) : request.getParam("after", "");
      String limit = request.getParam("limit", "");
      if (!after.isEmpty() && !FeedEntry.isId(after)) {
        String field = resumed ? "Last-Event-ID" : "after";
        wrong.add(new FieldError(field, "(expected: the id of an entry)"));
      }
      if (!limit.isEmpty() && !isLimit(limit)) {
        wrong.add(
            new FieldError(
                "limit", "(expected: a whole number from 1 to " + Feed.LARGEST_PAGE + ")"));
      }
      if (!wrong.isEmpty()) {
        throw new InvalidSettingsException(wrong);
      }
      return new Query(after, limit.isEmpty() ? PAGE : Integer.parseInt(limit));
    }

    private static boolean isLimit(String text) {
      return text.matches("[1-9][0-9]{0,3}") && Integer.parseInt(text) <= Feed.LARGEST_PAGE;
    }
  }
}
