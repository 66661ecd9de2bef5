package dev.headgate.gateway.operator;

import dev.headgate.gateway.audit.AuditEntry;
import dev.headgate.gateway.audit.AuditTrail;
import dev.headgate.gateway.audit.AuditTrail.Page;
import dev.headgate.gateway.config.FieldError;
import dev.headgate.gateway.config.InvalidSettingsException;
import dev.headgate.gateway.queue.Events;
import io.vertx.core.Future;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.web.RoutingContext;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The audit trail of an event: by pages, or whole as a file. */
final class AuditReads {
  private static final int PAGE = 200;
  private static final int LARGEST_PAGE = 1_000;

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
        .compose(known -> trail.read(event, query.after, query.limit))
        .compose(page -> send(ctx.response(), event, query.format, page));
  }

  private static Future<Void> send(
      HttpServerResponse response, String event, Format format, Page page) {
    return switch (format) {
      case JSON -> EventDocument.send(response, 200, json(page));
      case JSONL -> file(response, event + "-audit.jsonl", "application/x-ndjson", lines(page));
      case CSV -> file(response, event + "-audit.csv", "text/csv; charset=utf-8", csv(page));
    };
  }

  private static Future<Void> file(
      HttpServerResponse response, String name, String type, String text) {
    return response
        .putHeader(HttpHeaders.CONTENT_TYPE, type)
        .putHeader(HttpHeaders.CONTENT_DISPOSITION, "attachment; filename=\"" + name + "\"")
        .putHeader(HttpHeaders.CACHE_CONTROL, "no-store")
        .end(text)
        .otherwiseEmpty();
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
    List<String> columns =
        List.of("id", "at", "who", "role", "address", "change", "from", "to", "why");
    StringBuilder rows = new StringBuilder(String.join(",", columns)).append("\r\n");
    for (AuditEntry entry : page.entries()) {
      JsonObject json = entry.toJson();
      rows.append(
              columns.stream()
                  .map(column -> cell(json.getValue(column)))
                  .collect(Collectors.joining(",")))
          .append("\r\n");
    }
    return rows.toString();
  }

  /** As RFC 4180 writes it; what a spreadsheet would take for a formula is made a text. */
  private static String cell(@Nullable Object value) {
    String text = value == null ? "" : String.valueOf(value);
    boolean formula = !text.isEmpty() && "=+-@\t\r".indexOf(text.charAt(0)) >= 0;
    return '"' + (formula ? "'" : "") + text.replace("\"", "\"\"") + '"';
  }
}
