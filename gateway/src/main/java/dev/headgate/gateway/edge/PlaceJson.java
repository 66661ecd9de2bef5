package dev.headgate.gateway.edge;

import dev.headgate.gateway.config.EventSettings.Mode;
import dev.headgate.gateway.queue.EventView;
import dev.headgate.gateway.queue.Phase;
import dev.headgate.gateway.queue.Reason;
import dev.headgate.gateway.queue.Standing;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonObject;
import java.time.Instant;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/** Writes a fan's place, as docs/protocol.md describes it. Belongs to one event loop. */
final class PlaceJson {

  private final StringBuilder out = new StringBuilder(1024);
  private final InstantText instants;

  PlaceJson(InstantText instants) {
    this.instants = instants;
  }

  Buffer of(EventView view, Place place, Said said) {
    return of(view, place, said, PollAdvice.millis(view, place));
  }

  /** The document, telling the fan to look again after the time given. */
  Buffer of(EventView view, Place place, Said said, int pollAfterMillis) {
    write(view, place, said, pollAfterMillis);
    return Buffer.buffer(out.append('}').toString());
  }

  /** The same with the fan's new ticket. */
  Buffer withTicket(EventView view, Place place, Said said, String ticket) {
    write(view, place, said, PollAdvice.millis(view, place));
    out.append(",\"ticket\":");
    JsonText.string(out, ticket);
    return Buffer.buffer(out.append('}').toString());
  }

  /** A document of the above with the admission that came with it. */
  static Buffer withAdmission(Buffer place, JsonObject admission) {
    return Buffer.buffer(place.length() + 512)
        .appendBuffer(place, 0, place.length() - 1)
        .appendString(",\"admission\":" + admission.encode() + "}");
  }

  private void write(EventView view, Place place, Said said, int pollAfterMillis) {
    Instant now = view.now();
    Phase phase = view.phase();
    out.setLength(0);
    out.append("{\"event\":\"").append(view.event());
    out.append("\",\"epoch\":").append(place.ticket().epoch());
    out.append(",\"phase\":\"").append(phase.json());
    out.append("\",\"state\":\"").append(state(place.standing().state()));
    out.append("\",\"arrival\":").append(place.ticket().arrival());
    writeLine(view, place);
    out.append(",\"turnEndsAt\":");
    instants.append(out, place.standing().turnEndsAt());
    out.append(",\"pollAfterMillis\":").append(pollAfterMillis);
    out.append(",\"message\":");
    JsonText.message(out, said.message(), instants);
    out.append(",\"onSaleAt\":");
    instants.append(out, view.onSaleAt());
    out.append(",\"serverTime\":");
    instants.append(out, now);
    if (phase == Phase.PAUSED) {
      writePause(said.reason());
    }
    if (!view.settings().lanes().isEmpty()) {
      out.append(",\"lane\":").append(place.ticket().lane());
    }
  }

  private void writePause(@Nullable Reason reason) {
    out.append(",\"pause\":{\"reason\":");
    JsonText.string(out, reason == null ? null : reason.text());
    out.append(",\"lang\":");
    JsonText.string(out, reason == null ? null : reason.lang());
    out.append('}');
  }

  /** Where it stands in its line, which a room that lets everyone through does not have. */
  private void writeLine(EventView view, Place place) {
    boolean lineless = view.settings().mode() == Mode.PASSTHROUGH;
    OptionalInt position = lineless ? OptionalInt.empty() : place.position();
    out.append(",\"position\":");
    JsonText.number(out, position);
    out.append(",\"ahead\":");
    JsonText.number(
        out, position.isPresent() ? OptionalInt.of(place.ahead(view)) : OptionalInt.empty());
    out.append(",\"estimate\":");
    boolean waits = place.standing().state() == Standing.State.WAITING && !lineless;
    JsonText.estimate(out, waits ? view.estimate(place.ticket().lane(), position) : null);
  }

  private static String state(Standing.State state) {
    return switch (state) {
      case WAITING -> "waiting";
      case CALLED -> "called";
      case ADMITTED -> "admitted";
      case OVER -> "over";
    };
  }
}
