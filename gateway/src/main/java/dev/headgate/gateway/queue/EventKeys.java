package dev.headgate.gateway.queue;

/** The names of keys in Redis. All keys of an event carry its hash tag. */
final class EventKeys {

  /** The ids of all events; an id is written after its event. */
  static final String EVENTS = "headgate:events";

  /** Where the id of an event goes whenever somebody changed it. */
  static final String CHANGES = "headgate:changes";

  /** No event can have this id, so the probe never meets one. */
  static final String PROBE = "-probe-";

  private EventKeys() {}

  /** The event's audit trail. */
  static String trail(String event) {
    return hash(event) + ":audit";
  }

  /** The event's hash; its other keys are named after it. */
  static String hash(String event) {
    return "hg:{" + event + "}";
  }
}
