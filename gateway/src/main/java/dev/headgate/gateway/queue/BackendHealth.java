package dev.headgate.gateway.queue;

/** What this gateway has seen of the backends; asked once a tick for each event in use. */
@FunctionalInterface
public interface BackendHealth {

  /** The figures of the backend that serves this event. Cheap; safe for any thread. */
  BackendReport of(String event);
}
