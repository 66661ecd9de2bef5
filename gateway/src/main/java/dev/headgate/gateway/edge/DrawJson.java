package dev.headgate.gateway.edge;

import dev.headgate.gateway.config.EventSettings.Mode;
import dev.headgate.gateway.queue.EventView;
import dev.headgate.gateway.queue.Gap;
import dev.headgate.gateway.queue.LaneView;
import dev.headgate.gateway.queue.PastEpoch;
import dev.headgate.gateway.queue.Round;
import io.vertx.core.buffer.Buffer;
import java.time.Instant;
import java.util.List;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/** Writes what anyone needs to check a draw. Belongs to one event loop. */
final class DrawJson {

  private static final int MOST_ROUNDS = 100;

  private final StringBuilder out = new StringBuilder(2048);
  private final InstantText instants;

  DrawJson(InstantText instants) {
    this.instants = instants;
  }

  /** What one draw is known by; seed, entrants and instant are empty until it is made. */
  private record Draw(
      String commitment,
      @Nullable String seed,
      OptionalInt entrants,
      @Nullable Instant drawnAt,
      List<Gap> gaps) {}

  /** The event's own draw, with those of its lanes and rounds. */
  Buffer event(EventView view) {
    start(
        view,
        new Draw(view.commitment(), view.seed(), view.entrants(), view.drawnAt(), view.gaps()));
    earlier(view.earlier());
    if (!view.settings().lanes().isEmpty()) {
      lanes(view.lanes());
    }
    if (view.settings().mode() == Mode.RANDOM_ROUNDS) {
      rounds(view.rounds());
    }
    return end();
  }

  /** The draw of one lane. */
  Buffer lane(EventView view, LaneView lane) {
    Instant drawnAt = lane.seed() == null ? null : view.drawnAt();
    start(view, new Draw(lane.commitment(), lane.seed(), lane.entrants(), drawnAt, lane.gaps()));
    earlier(lane.number() == 0 ? view.earlier() : List.of());
    out.append(",\"lane\":").append(lane.number()).append(",\"name\":");
    JsonText.string(out, lane.name());
    drawId(lane.drawId());
    return end();
  }

  /** The draw of one round. */
  Buffer round(EventView view, Round round) {
    Instant drawnAt = round.entrants() == null ? null : round.closesAt();
    start(view, new Draw(round.commitment(), round.seed(), entrants(round), drawnAt, view.gaps()));
    earlier(List.of());
    out.append(",\"round\":").append(round.number());
    out.append(",\"first\":").append(round.first()).append(",\"closesAt\":");
    instants.append(out, round.closesAt());
    drawId(round.drawId());
    return end();
  }

  private void start(EventView view, Draw draw) {
    out.setLength(0);
    out.append("{\"algorithm\":\"headgate-lottery-v1\",\"event\":\"").append(view.event());
    out.append("\",\"epoch\":").append(view.epoch()).append(",\"commitment\":");
    JsonText.string(out, draw.commitment());
    out.append(",\"beaconSource\":null,\"beacon\":null,\"seed\":");
    JsonText.string(out, draw.seed());
    out.append(",\"entrants\":");
    JsonText.number(out, draw.entrants());
    out.append(",\"drawnAt\":");
    instants.append(out, draw.drawnAt());
    out.append(",\"demotedCount\":0,\"demotedSha256\":null,\"gaps\":");
    JsonText.gaps(out, draw.gaps());
  }

  private Buffer end() {
    return Buffer.buffer(out.append('}').toString());
  }

  private void drawId(String id) {
    out.append(",\"drawId\":");
    JsonText.string(out, id);
  }

  private void earlier(List<PastEpoch> epochs) {
    out.append(",\"earlier\":[");
    for (int i = 0; i < epochs.size(); i++) {
      PastEpoch past = epochs.get(i);
      out.append(i == 0 ? "" : ",").append("{\"epoch\":").append(past.epoch());
      commitmentAndSeed(past.commitment(), past.seed());
      out.append(",\"entrants\":").append(past.entrants()).append('}');
    }
    out.append(']');
  }

  private void lanes(List<LaneView> lanes) {
    out.append(",\"lanes\":[");
    for (int i = 0; i < lanes.size(); i++) {
      LaneView lane = lanes.get(i);
      out.append(i == 0 ? "" : ",").append("{\"lane\":").append(lane.number());
      out.append(",\"name\":");
      JsonText.string(out, lane.name());
      drawId(lane.drawId());
      commitmentAndSeed(lane.commitment(), lane.seed());
      out.append(",\"entrants\":");
      JsonText.number(out, lane.entrants());
      out.append(",\"gaps\":");
      JsonText.gaps(out, lane.gaps());
      out.append('}');
    }
    out.append(']');
  }

  /** The newest of them, oldest first. */
  private void rounds(List<Round> all) {
    out.append(",\"rounds\":[");
    int from = Math.max(0, all.size() - MOST_ROUNDS);
    for (int i = from; i < all.size(); i++) {
      Round round = all.get(i);
      out.append(i == from ? "" : ",").append("{\"number\":").append(round.number());
      out.append(",\"first\":").append(round.first()).append(",\"entrants\":");
      JsonText.number(out, entrants(round));
      out.append(",\"closesAt\":");
      instants.append(out, round.closesAt());
      drawId(round.drawId());
      commitmentAndSeed(round.commitment(), round.seed());
      out.append('}');
    }
    out.append(']');
  }

  private void commitmentAndSeed(String commitment, @Nullable String seed) {
    out.append(",\"commitment\":");
    JsonText.string(out, commitment);
    out.append(",\"seed\":");
    JsonText.string(out, seed);
  }

  private static OptionalInt entrants(Round round) {
    Integer frozen = round.entrants();
    return frozen == null ? OptionalInt.empty() : OptionalInt.of(frozen);
  }
}
