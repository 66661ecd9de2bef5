package dev.headgate.gateway.queue;

import dev.headgate.policy.order.Seeds;
import java.util.HexFormat;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/**
 * The seeds of all draws in one life of an event: of the general lane, of each other lane and of
 * each round. Safe for any thread.
 */
final class LifeSeeds {
  private final String event;
  private final long epoch;
  private final DrawSeeds seeds;
  private final ConcurrentMap<String, byte[]> derived = new ConcurrentHashMap<>();

  LifeSeeds(String event, long epoch, DrawSeeds seeds) {
    this.event = event;
    this.epoch = epoch;
    this.seeds = seeds;
  }

  long epoch() {
    return epoch;
  }

  /** What is drawn for a lane. */
  String laneId(int lane) {
    return lane == 0 ? event : event + "/lane/" + lane;
  }

  /** What is drawn for a round. */
  String roundId(int round) {
    return event + "/round/" + round;
  }

  byte[] seed(String drawId) {
    return derived.computeIfAbsent(drawId, id -> seeds.seed(id, epoch));
  }

  /** The seed in hex, to be shown once the draw has been made. */
  String hex(String drawId) {
    return HexFormat.of().formatHex(seed(drawId));
  }

  String commitment(String drawId) {
    return Seeds.commitment(seed(drawId));
  }
}
