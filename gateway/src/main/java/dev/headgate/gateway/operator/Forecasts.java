package dev.headgate.gateway.operator;

import dev.headgate.gateway.config.Dials;
import dev.headgate.gateway.config.EventSettings.Mode;
import dev.headgate.gateway.config.FieldError;
import dev.headgate.gateway.config.InvalidSettingsException;
import dev.headgate.gateway.queue.EventView;
import dev.headgate.gateway.queue.Events;
import dev.headgate.gateway.queue.Sample;
import dev.headgate.policy.estimate.Contradictions;
import dev.headgate.policy.estimate.Forecast;
import dev.headgate.policy.estimate.Leap;
import dev.headgate.policy.estimate.Outlook;
import dev.headgate.policy.estimate.Throughput;
import io.vertx.core.Future;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.web.RoutingContext;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What would become of an event with other dials. Asking changes nothing. */
final class Forecasts {
  private final Events events;
  private final PastFigures past;

  Forecasts(Events events, PastFigures past) {
    this.events = events;
    this.past = past;
  }

  /** Answers for the dials there are and for those that are asked about. */
  Future<Void> answer(RoutingContext ctx) {
    String event = EventId.of(ctx);
    JsonObject changes = changes(Bodies.read(ctx));
    return events
        .view(event)
        .compose(
            view -> {
              Dials asked = asked(view.settings().dials(), changes);
              return past.since(view, Instant.EPOCH).map(samples -> json(view, asked, samples));
            })
        .compose(json -> EventDocument.send(ctx.response(), 200, json));
  }

  private static JsonObject changes(JsonObject body) {
    List<FieldError> wrong = new ArrayList<>();
    Object dials = body.getValue("dials", new JsonObject());
    if (!(dials instanceof JsonObject)) {
      wrong.add(new FieldError("dials", "(expected: an object of dials)"));
    }
    body.fieldNames().stream()
        .filter(name -> !name.equals("dials"))
        .findFirst()
        .ifPresent(name -> wrong.add(new FieldError("body", "(expected: dials alone)")));
    if (!wrong.isEmpty()) {
      throw new InvalidSettingsException(wrong);
    }
    return (JsonObject) dials;
  }

  /** What is wrong with a dial is said of its place in the body. */
  private static Dials asked(Dials now, JsonObject changes) {
    try {
      return now.patched(changes);
    } catch (InvalidSettingsException invalid) {
      throw new InvalidSettingsException(
          invalid.errors().stream()
              .map(error -> new FieldError("dials." + error.field(), error.detail()))
              .toList());
    }
  }

  private static JsonObject json(EventView view, Dials asked, List<Sample> samples) {
    Dials dials = view.settings().dials();
    Throughput measured = Throughput.of(samples.stream().map(Forecasts::mark).toList());
    Outlook now = view.outlook(dials, measured);
    Outlook then = view.outlook(asked, measured);
    Forecast before = Forecast.of(now);
    Forecast after = Forecast.of(then);
    Leap leap =
        Leap.of(dialled(dials, before), dialled(asked, after), view.active(), view.shopLoad());
    return new JsonObject()
        .put("now", json(now, before))
        .put("asked", json(then, after))
        .put("large", leap.large())
        .put("warnings", new JsonArray(warnings(view.settings().mode(), asked, leap)));
  }

  private static Throughput.Mark mark(Sample sample) {
    return new Throughput.Mark(
        sample.at().toEpochMilli(),
        sample.counts().admitted(),
        sample.counts().active(),
        sample.shop().free());
  }

  private static Leap.Dialled dialled(Dials dials, Forecast forecast) {
    return new Leap.Dialled(
        dials.newUsersPerMinute(), dials.totalActiveUsers(), forecast.effectivePerMinute());
  }

  private static List<String> warnings(Mode mode, Dials asked, Leap leap) {
    if (mode == Mode.PASSTHROUGH || mode == Mode.REJECT) {
      return List.of(); // There the dials do not bind.
    }
    List<String> warnings = new ArrayList<>(leap.warnings());
    warnings.addAll(
        Contradictions.of(
            asked.newUsersPerMinute(),
            asked.totalActiveUsers(),
            asked.sessionDuration().toSeconds(),
            asked.maxSession().toSeconds()));
    return warnings;
  }

  private static JsonObject json(Outlook outlook, Forecast forecast) {
    @Nullable Long inside = forecast.insideExpected();
    return new JsonObject()
        .put("newUsersPerMinute", outlook.rate().newUsersPerMinute())
        .put("totalActiveUsers", outlook.rate().totalActiveUsers())
        .put("effectivePerMinute", forecast.effectivePerMinute())
        .put("waiting", outlook.line().waiting())
        .put("waitingInAt", EventDocument.time(forecast.waitingInAt()))
        .put("insideExpected", inside)
        .put("soldOutAt", EventDocument.time(forecast.soldOutAt()))
        .put("binding", forecast.binding().json())
        .put("sentence", forecast.sentence());
  }
}
