package dev.headgate.gateway.edge;

import dev.headgate.gateway.config.EventSettings;
import dev.headgate.gateway.queue.EventView;
import io.vertx.core.buffer.Buffer;

/** Writes the event's public status and the draw's document. Belongs to one event loop. */
final class PublicJson {

  private final StringBuilder out = new StringBuilder(2048);
  private final InstantText instants;

  PublicJson(InstantText instants) {
    this.instants = instants;
  }

  Buffer status(EventView view) {
    out.setLength(0);
    times(view);
    figures(view);
    out.append(",\"message\":");
    JsonText.message(out, view.message(), instants);
    out.append(",\"pauseReason\":");
    JsonText.string(out, view.pauseReason());
    out.append(",\"remaining\":null,\"commitment\":");
    JsonText.string(out, view.commitment());
    out.append(",\"gaps\":");
    JsonText.gaps(out, view.gaps());
    return Buffer.buffer(out.append('}').toString());
  }

  private void times(EventView view) {
    EventSettings settings = view.settings();
    out.append("{\"event\":\"").append(view.event()).append("\",\"title\":");
    JsonText.string(out, settings.title());
    out.append(",\"epoch\":").append(view.epoch());
    out.append(",\"phase\":\"").append(view.phase().json()).append("\",\"serverTime\":");
    instants.append(out, view.now());
    out.append(",\"opensAt\":");
    instants.append(out, settings.opensAt());
    out.append(",\"start\":");
    instants.append(out, settings.start().instant());
    out.append(",\"onSaleAt\":");
    instants.append(out, view.onSaleAt());
    out.append(",\"closesAt\":");
    instants.append(out, settings.closesAt());
  }

  private void figures(EventView view) {
    out.append(",\"arrivals\":").append(view.arrivals()).append(",\"entrants\":");
    JsonText.number(out, view.entrants());
    out.append(",\"cutoff\":").append(view.cutoff());
    out.append(",\"waiting\":").append(view.waiting());
    out.append(",\"present\":").append(view.present());
    out.append(",\"admittedLastMinute\":").append(view.admittedLastMinute());
    out.append(",\"newUsersPerMinute\":").append(view.settings().dials().newUsersPerMinute());
  }

  Buffer draw(EventView view) {
    out.setLength(0);
    out.append("{\"algorithm\":\"headgate-lottery-v1\",\"event\":\"").append(view.event());
    out.append("\",\"epoch\":").append(view.epoch()).append(",\"commitment\":");
    JsonText.string(out, view.commitment());
    out.append(",\"beaconSource\":null,\"beacon\":null,\"seed\":");
    JsonText.string(out, view.seed());
    out.append(",\"entrants\":");
    JsonText.number(out, view.entrants());
    out.append(",\"drawnAt\":");
    instants.append(out, view.drawnAt());
    out.append(",\"demotedCount\":0,\"demotedSha256\":null,\"gaps\":");
    JsonText.gaps(out, view.gaps());
    return Buffer.buffer(out.append(",\"earlier\":[]}").toString());
  }
}
