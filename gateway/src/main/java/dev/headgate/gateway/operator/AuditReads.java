package dev.headgate.gateway.operator;

import dev.headgate.gateway.audit.AuditEntry;
import dev.headgate.gateway.audit.AuditTrail;
import dev.headgate.gateway.audit.AuditTrail.Page;
import dev.headgate.gateway.config.FieldError;
import dev.headgate.gateway.config.InvalidSettingsException;
import dev.headgate.gateway.queue.Events;
import io.vertx.core.Future;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.web.RoutingContext;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The audit trail of an event: by pages, or whole as a file. */
final class AuditReads {
  private static final int PAGE = 200;
  private static final int LARGEST_PAGE = 1_000;
  private static final String LINES = "application/x-ndjson";
  private static final List<String> COLUMNS =
      List.of("id", "at", "who", "role", "address", "change", "from", "to", "why");
  private static final String HEADINGS = String.join(",", COLUMNS) + "\r\n";

  /** What a formula begins with, also in the wide letters of East Asian keyboards. */
  private static final String FORMULA = "=+-@\t\r\n\uff1d\uff0b\uff0d\uff20";

  private final Events events;
  private final AuditTrail trail;

  AuditReads(Events events, AuditTrail trail) {
    this.events = events;
    this.trail = trail;
  }

  /** How a trail is given. */
  private enum Format {
    JSON,
    JSONL,
    CSV
  }

  /** What is asked for; files are whole unless a limit is named. */
  private record Query(String after, int limit, Format format) {

    static Query in(RoutingContext ctx) {
      List<FieldError> wrong = new ArrayList<>();
      String after = ctx.request().getParam("after", "");
      String limit = ctx.request().getParam("limit", "");
      String format = ctx.request().getParam("format", "json");
      if (!after.isEmpty() && !AuditEntry.isId(after)) {
        wrong.add(new FieldError("after", "(expected: the id of an entry)"));
      }
      if (!limit.isEmpty() && !isLimit(limit)) {
        wrong.add(
            new FieldError("limit", "(expected: a whole number from 1 to " + LARGEST_PAGE + ")"));
      }
      if (!List.of("json", "jsonl", "csv").contains(format)) {
        wrong.add(new FieldError("format", "(expected: json, jsonl or csv)"));
      }
      if (!wrong.isEmpty()) {
        throw new InvalidSettingsException(wrong);
      }
      boolean whole = limit.isEmpty() && !format.equals("json");
      int most = whole ? Integer.MAX_VALUE - 1 : limit.isEmpty() ? PAGE : Integer.parseInt(limit);
      return new Query(after, most, Format.valueOf(format.toUpperCase(Locale.ROOT)));
    }

    private static boolean isLimit(String text) {
      return text.matches("[1-9][0-9]{0,3}") && Integer.parseInt(text) <= LARGEST_PAGE;
    }
  }

  /** Answers with what is asked for. */
  Future<Void> read(RoutingContext ctx) {
    Query query = Query.in(ctx);
    String event = EventId.of(ctx);
    return events
        .view(event)
        .compose(known -> page(event, query))
        .compose(
            page ->
                query.format == Format.JSON
                    ? inWork(ctx, () -> json(page))
                        .compose(json -> EventDocument.send(ctx.response(), 200, json))
                    : file(ctx, event, query, page));
  }

  private Future<Page> page(String event, Query query) {
    return trail.read(event, query.after, Math.min(query.limit, LARGEST_PAGE));
  }

  /** Entries are read and written where a thousand of them hold nobody up. */
  private static <T> Future<T> inWork(RoutingContext ctx, Callable<T> work) {
    return ctx.vertx().executeBlocking(work, false);
  }

  private Future<Void> file(RoutingContext ctx, String event, Query query, Page first) {
    boolean csv = query.format == Format.CSV;
    HttpServerResponse response = ctx.response();
    response
        .putHeader(HttpHeaders.CONTENT_TYPE, csv ? "text/csv; charset=utf-8" : LINES)
        .putHeader(
            HttpHeaders.CONTENT_DISPOSITION,
            "attachment; filename=\"" + event + "-audit." + (csv ? "csv" : "jsonl") + '"')
        .putHeader(HttpHeaders.CACHE_CONTROL, "no-store");
    if (ctx.request().method().equals(HttpMethod.HEAD)) {
      return response.end().otherwiseEmpty();
    }
    Future<Void> begun = response.setChunked(true).write(csv ? HEADINGS : "");
    return begun
        .compose(sent -> rest(ctx, event, query, first))
        .compose(sent -> response.end())
        // Somebody has gone, or would take half a trail for the whole: its end is missing then.
        .recover(broken -> ctx.request().connection().close())
        .otherwiseEmpty();
  }

  /** Page by page, each once the one before is on its way. */
  private Future<Void> rest(RoutingContext ctx, String event, Query query, Page page) {
    return inWork(ctx, () -> query.format == Format.CSV ? csv(page) : lines(page))
        .compose(text -> ctx.response().write(text))
        .compose(
            sent -> {
              String after = page.next();
              int left = query.limit - page.entries().size();
              if (after == null || left <= 0) {
                return Future.succeededFuture();
              }
              Query next = new Query(after, left, query.format);
              return page(event, next).compose(more -> rest(ctx, event, next, more));
            });
  }

  private static JsonObject json(Page page) {
    JsonArray entries = new JsonArray();
    page.entries().forEach(entry -> entries.add(entry.toJson()));
    return new JsonObject().put("entries", entries).put("next", page.next());
  }

  private static String lines(Page page) {
    return page.entries().stream()
        .map(entry -> entry.toJson().encode() + "\n")
        .collect(Collectors.joining());
  }

  private static String csv(Page page) {
    StringBuilder rows = new StringBuilder();
    for (AuditEntry entry : page.entries()) {
      JsonObject json = entry.toJson();
      rows.append(
              COLUMNS.stream()
                  .map(column -> cell(json.getValue(column)))
                  .collect(Collectors.joining(",")))
          .append("\r\n");
    }
    return rows.toString();
  }

  /** As RFC 4180 writes it; what a spreadsheet would take for a formula is made a text. */
  private static String cell(@Nullable Object value) {
    String text = value == null ? "" : String.valueOf(value);
    boolean formula = !text.isEmpty() && FORMULA.indexOf(text.charAt(0)) >= 0;
    return '"' + (formula ? "'" : "") + text.replace("\"", "\"\"") + '"';
  }
}
