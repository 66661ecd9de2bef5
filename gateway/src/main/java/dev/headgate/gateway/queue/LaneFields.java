package dev.headgate.gateway.queue;

/** The names of a lane's fields in the store: those of the general lane, 0, are bare. */
final class LaneFields {

  private LaneFields() {}

  static String of(String name, int lane) {
    return lane == 0 ? name : name + ":" + lane;
  }
}
