package dev.headgate.gateway.edge;

import dev.headgate.gateway.config.EventSettings;
import dev.headgate.gateway.config.EventSettings.Mode;
import dev.headgate.gateway.config.Start;
import dev.headgate.gateway.queue.EventView;
import dev.headgate.gateway.queue.LaneView;
import dev.headgate.gateway.queue.Message;
import dev.headgate.gateway.queue.Reason;
import dev.headgate.gateway.queue.Remaining;
import dev.headgate.gateway.queue.Round;
import io.vertx.core.buffer.Buffer;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Writes the event's public status. Belongs to one event loop. */
final class PublicJson {

  private final StringBuilder out = new StringBuilder(2048);
  private final InstantText instants;

  PublicJson(InstantText instants) {
    this.instants = instants;
  }

  /** The round that is still open; null where there is none. */
  static @Nullable Round openRound(EventView view) {
    List<Round> rounds = view.rounds();
    Round last = rounds.isEmpty() ? null : rounds.get(rounds.size() - 1);
    return last == null || last.entrants() != null ? null : last;
  }

  private void messages(List<Message> messages) {
    out.append(",\"messages\":[");
    for (int i = 0; i < messages.size(); i++) {
      out.append(i == 0 ? "" : ",");
      JsonText.message(out, messages.get(i), instants);
    }
    out.append(']');
  }

  private void reasons(List<Reason> reasons) {
    out.append(",\"pauseReasons\":[");
    for (int i = 0; i < reasons.size(); i++) {
      out.append(i == 0 ? "{\"text\":" : ",{\"text\":");
      JsonText.string(out, reasons.get(i).text());
      out.append(",\"lang\":");
      JsonText.string(out, reasons.get(i).lang());
      out.append('}');
    }
    out.append(']');
  }

  Buffer status(EventView view) {
    out.setLength(0);
    times(view);
    figures(view);
    out.append(",\"message\":");
    JsonText.message(out, view.message(), instants);
    messages(view.messages());
    out.append(",\"pauseReason\":");
    JsonText.string(out, view.pauseReason());
    reasons(view.pauseReasons());
    out.append(",\"remaining\":");
    remaining(view.remaining());
    out.append(",\"commitment\":");
    JsonText.string(out, view.commitment());
    out.append(",\"gaps\":");
    JsonText.gaps(out, view.gaps());
    if (!view.settings().lanes().isEmpty()) {
      lanes(view.lanes());
    }
    if (view.settings().mode() == Mode.RANDOM_ROUNDS) {
      round(openRound(view));
    }
    return Buffer.buffer(out.append('}').toString());
  }

  private void times(EventView view) {
    EventSettings settings = view.settings();
    out.append("{\"event\":\"").append(view.event()).append("\",\"title\":");
    JsonText.string(out, settings.title());
    out.append(",\"epoch\":").append(view.epoch());
    out.append(",\"mode\":\"").append(settings.mode().json());
    out.append("\",\"phase\":\"").append(view.phase().json()).append("\",\"serverTime\":");
    instants.append(out, view.now());
    out.append(",\"opensAt\":");
    instants.append(out, settings.opensAt());
    out.append(",\"start\":");
    start(settings.start());
    out.append(",\"onSaleAt\":");
    instants.append(out, view.onSaleAt());
    out.append(",\"closesAt\":");
    instants.append(out, view.closesAt());
  }

  private void start(Start start) {
    if (start instanceof Start.At at) {
      instants.append(out, at.instant());
    } else {
      out.append(start.always() ? "\"always\"" : "\"manual\"");
    }
  }

  private void figures(EventView view) {
    out.append(",\"arrivals\":").append(view.arrivals()).append(",\"entrants\":");
    JsonText.number(out, view.entrants());
    out.append(",\"cutoff\":").append(view.cutoff());
    out.append(",\"waiting\":").append(view.waiting());
    out.append(",\"present\":").append(view.present());
    out.append(",\"admittedLastMinute\":").append(view.admittedLastMinute());
    out.append(",\"newUsersPerMinute\":").append(view.settings().dials().newUsersPerMinute());
    out.append(",\"effectivePerMinute\":").append(view.effectivePerMinute());
  }

  private void remaining(@Nullable Remaining remaining) {
    if (remaining == null) {
      out.append("null");
      return;
    }
    out.append("{\"free\":").append(remaining.free());
    out.append(",\"pending\":").append(remaining.pending()).append('}');
  }

  private void lanes(List<LaneView> lanes) {
    out.append(",\"lanes\":[");
    for (int i = 0; i < lanes.size(); i++) {
      LaneView lane = lanes.get(i);
      out.append(i == 0 ? "" : ",").append("{\"lane\":").append(lane.number());
      out.append(",\"name\":");
      JsonText.string(out, lane.name());
      out.append(",\"arrivals\":").append(lane.arrivals()).append(",\"entrants\":");
      JsonText.number(out, lane.entrants());
      out.append(",\"cutoff\":").append(lane.cutoff());
      out.append(",\"waiting\":").append(lane.waiting()).append(",\"gaps\":");
      JsonText.gaps(out, lane.gaps());
      out.append('}');
    }
    out.append(']');
  }

  private void round(@Nullable Round open) {
    out.append(",\"round\":");
    if (open == null) {
      out.append("null");
      return;
    }
    out.append("{\"number\":").append(open.number()).append(",\"closesAt\":");
    instants.append(out, open.closesAt());
    out.append('}');
  }
}
