package dev.headgate.gateway.operator;

import dev.headgate.gateway.config.FieldError;
import dev.headgate.gateway.config.InvalidSettingsException;
import dev.headgate.gateway.queue.EventView;
import dev.headgate.gateway.queue.Events;
import dev.headgate.gateway.queue.Sample;
import io.vertx.core.Future;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.web.RoutingContext;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The figures of the last hour. Where there are none for a while, the samples say so. */
final class PastFigures {
  private static final Duration HOUR = Duration.ofHours(1);

  /** The clocks of gateways and store are together within this. */
  private static final Duration AHEAD = Duration.ofMinutes(1);

  private static final List<String> FIGURES =
      List.of(
          "arrivals",
          "waiting",
          "present",
          "called",
          "door",
          "active",
          "admitted",
          "admittedLastMinute",
          "effectivePerMinute",
          "newUsersPerMinute",
          "totalActiveUsers",
          "joinsPerSecond",
          "noShowShare",
          "p95Millis",
          "errorShare",
          "free",
          "pending",
          "limit");

  private final Events events;

  PastFigures(Events events) {
    this.events = events;
  }

  /** Answers with the samples, the oldest first. */
  Future<Void> read(RoutingContext ctx) {
    String event = EventId.of(ctx);
    Instant from = from(ctx.request().getParam("from"));
    return events
        .view(event)
        .compose(view -> since(view, from))
        .map(PastFigures::document)
        .compose(json -> EventDocument.send(ctx.response(), 200, json));
  }

  /**
   * An event's samples of the last hour that are later than a moment. What a clock that was ahead
   * left behind, until the next is noted, is none of them: to it, gaps would have no end.
   */
  Future<List<Sample>> since(EventView view, Instant from) {
    Instant oldest = view.now().minus(HOUR);
    Instant first = from.isAfter(oldest) ? from : oldest;
    return events
        .lookups()
        .history(view.event())
        .map(
            all ->
                all.stream()
                    .filter(sample -> sample.at().isAfter(first))
                    .filter(sample -> sample.at().isBefore(view.now().plus(AHEAD)))
                    .toList());
  }

  private static Instant from(@Nullable String text) {
    try {
      return text == null ? Instant.EPOCH : Instant.parse(text);
    } catch (DateTimeParseException malformed) {
      throw new InvalidSettingsException(
          List.of(new FieldError("from", "(expected: a time such as 2026-12-01T10:00:00Z)")));
    }
  }

  private static JsonObject document(List<Sample> samples) {
    JsonArray all = new JsonArray();
    long due = Long.MAX_VALUE;
    for (Sample sample : samples) {
      long slot = sample.at().toEpochMilli() / Sample.EVERY.toMillis();
      for (; due < slot; due++) {
        all.add(gap(due));
      }
      all.add(json(sample));
      due = slot + 1;
    }
    return new JsonObject().put("everySeconds", Sample.EVERY.toSeconds()).put("samples", all);
  }

  /** What is not known of ten seconds, null rather than 0. */
  private static JsonObject gap(long slot) {
    Instant at = Instant.ofEpochMilli(slot * Sample.EVERY.toMillis());
    JsonObject json = new JsonObject().put("at", EventDocument.time(at));
    FIGURES.forEach(json::putNull);
    return json;
  }

  /** One sample in JSON. */
  static JsonObject json(Sample sample) {
    Sample.Counts counts = sample.counts();
    return new JsonObject()
        .put("at", EventDocument.time(sample.at()))
        .put("arrivals", counts.arrivals())
        .put("waiting", counts.waiting())
        .put("present", counts.present())
        .put("called", counts.called())
        .put("door", counts.door())
        .put("active", counts.active())
        .put("admitted", counts.admitted())
        .put("admittedLastMinute", sample.shares().admittedLastMinute())
        .put("effectivePerMinute", sample.dials().effectivePerMinute())
        .put("newUsersPerMinute", sample.dials().newUsersPerMinute())
        .put("totalActiveUsers", sample.dials().totalActiveUsers())
        .put("joinsPerSecond", sample.shares().joinsPerSecond())
        .put("noShowShare", sample.shares().noShowShare())
        .put("p95Millis", sample.shop().p95Millis())
        .put("errorShare", sample.shop().errorShare())
        .put("free", sample.shop().free())
        .put("pending", sample.shop().pending())
        .put("limit", sample.limit());
  }
}
