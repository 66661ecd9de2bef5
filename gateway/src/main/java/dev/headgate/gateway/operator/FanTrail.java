package dev.headgate.gateway.operator;

import dev.headgate.gateway.config.EventSettings.Mode;
import dev.headgate.gateway.queue.EventView;
import dev.headgate.gateway.queue.InsideNow;
import dev.headgate.gateway.queue.Stand;
import dev.headgate.gateway.queue.Trace;
import dev.headgate.policy.estimate.Estimate;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.OptionalInt;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/** What happened to one place, a step after the other, each with a sentence that says why. */
final class FanTrail {
  private final EventView view;
  private final PlaceName.At place;
  private final Known known;
  private final OptionalInt position;
  private final JsonArray steps = new JsonArray();

  /**
   * What is known beside the view.
   *
   * @param trace what the store knows of its position; null where it has none yet
   * @param stands how far the lanes had come
   * @param revoked when an operator ended its session, and who; null where none did
   */
  record Known(@Nullable Trace trace, List<Stand> stands, @Nullable JsonObject revoked) {}

  private FanTrail(EventView view, PlaceName.At place, Known known) {
    this.view = view;
    this.place = place;
    this.known = known;
    this.position = view.positionOf(place.lane(), place.number());
  }

  /** The document of a place. */
  static JsonObject of(EventView view, PlaceName.At place, Known known) {
    FanTrail trail = new FanTrail(view, place, known);
    String state = trail.follow();
    return new JsonObject()
        .put("place", place.text())
        .put("lane", place.lane())
        .put("arrival", place.number())
        .put("position", trail.position.isPresent() ? trail.position.getAsInt() : null)
        .put("state", state)
        .put("steps", trail.steps);
  }

  private String follow() {
    joined();
    drawn();
    Trace trace = known.trace;
    if (trace == null || position.isEmpty() || position.getAsInt() >= trace.bounds().cutoff()) {
      waiting();
      return "waiting";
    }
    called(trace);
    if (trace.inside() != null) {
      admitted(trace.inside());
      return "admitted";
    }
    if (trace.claimed()) {
      step(null, "admitted", "Was let in; when is not kept once a session is over.");
      ended();
      return "over";
    }
    return notIn(trace);
  }

  private void joined() {
    Moment joined = moment(Stand.Lane::arrivals, place.number());
    step(
        joined.by(),
        "joined",
        say(
            "Joined as number %,d of the lane, counted from 0, %s.",
            place.number(), joined.words()));
  }

  private void drawn() {
    Instant drawnAt = view.drawnAt();
    if (drawnAt == null || position.isEmpty()) {
      return;
    }
    int entrants = entrants();
    if (view.settings().mode() == Mode.RANDOM_ROUNDS) {
      step(null, "drawn", say("The draw of its round gave position %,d.", position.getAsInt()));
    } else if (place.number() < entrants) {
      step(
          drawnAt,
          "drawn",
          say(
              "Was there before the sale started: the draw of %,d entrants gave position %,d.",
              entrants, position.getAsInt()));
    } else {
      step(
          null,
          "placed",
          say(
              "Stands by time: the position, %,d, is the number of the arrival.",
              position.getAsInt()));
    }
  }

  private int entrants() {
    return view.lanes().stream()
        .filter(lane -> lane.number() == place.lane())
        .mapToInt(lane -> lane.entrants().orElse(0))
        .findFirst()
        .orElse(view.entrants().orElse(0));
  }

  private void waiting() {
    if (position.isEmpty()) {
      step(view.now(), "waiting", "Waits for the draw: until then nobody has a position.");
      return;
    }
    int ahead = Math.max(0, position.getAsInt() - view.cutoff(place.lane()));
    Estimate told = view.estimate(place.lane(), position);
    step(
        view.now(),
        "waiting",
        say("Waits: %,d positions are ahead, and the limit is: %s.", ahead, view.limit())
            + (told == null ? "" : say(" Is told about %,d seconds.", told.seconds())));
  }

  private void called(Trace trace) {
    Moment called = moment(Stand.Lane::cutoff, position.orElseThrow()).or(trace.calledAt());
    Instant ends = trace.turnEndsAt();
    String until = ends == null ? "" : " The turn lasts until " + Moment.text(ends) + ".";
    step(
        called.by(),
        "called",
        say("The queue reached position %,d %s.", position.getAsInt(), called.words()) + until);
  }

  private void admitted(InsideNow.Session inside) {
    step(inside.since(), "admitted", "Was let in.");
    Duration usual = view.settings().dials().sessionDuration();
    if (inside.expiresAt().isAfter(inside.since().plus(usual))) {
      step(null, "extended", "The session was renewed or extended.");
    }
    step(
        view.now(),
        "inside",
        "Is inside; the session lasts until "
            + Moment.text(inside.expiresAt())
            + " unless it is renewed.");
  }

  private void ended() {
    JsonObject revoked = known.revoked;
    if (revoked != null) {
      step(
          Instant.parse(revoked.getString("at")),
          "revoked",
          "An operator, " + revoked.getString("who") + ", ended the session.");
    } else if (view.isEnded(place.lane(), position.orElseThrow())) {
      step(null, "ended", "The session ended before its time: the fan left, or the shop was done.");
    } else {
      step(null, "ended", "The session is over: it ran out, or it was ended a while ago.");
    }
  }

  private String notIn(Trace trace) {
    Instant tried = trace.triedAt();
    if (tried != null) {
      step(
          tried,
          "came",
          "Came, and stands at the door, held back by a limit: " + view.limit() + ".");
      return "called";
    }
    if (position.getAsInt() >= trace.bounds().settled()) {
      step(view.now(), "expected", "Has not come yet, and may come at any moment of the turn.");
      return "called";
    }
    step(
        null,
        "no-show",
        "Did not come within five seconds of the call: the next ones were called.");
    if (position.getAsInt() >= trace.bounds().lapsed()) {
      step(view.now(), "expected", "May still come until the turn ends.");
      return "called";
    }
    step(null, "lapsed", "Did not come until the turn ended; the place is over.");
    return "over";
  }

  /** When a number of a lane went beyond another. */
  private Moment moment(ToIntFunction<Stand.Lane> number, int beyond) {
    return Moment.of(
        known.stands,
        Instant.ofEpochMilli(view.epoch()),
        stand ->
            place.lane() < stand.lanes().size()
                && number.applyAsInt(stand.lanes().get(place.lane())) > beyond);
  }

  private void step(@Nullable Instant at, String what, String detail) {
    steps.add(
        new JsonObject()
            .put("at", EventDocument.time(at))
            .put("what", what)
            .put("detail", Objects.requireNonNull(detail)));
  }

  private static String say(String sentence, Object... values) {
    return String.format(Locale.ROOT, sentence, values);
  }
}
