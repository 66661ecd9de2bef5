package dev.headgate.gateway.config;

/** How a route knows which event a request is for. */
public sealed interface EventSource {

  /** By {@code {event}} in its path, or, where there is none, not at all. */
  record Path() implements EventSource {}

  /** By {@code {event}} in its host. */
  record Host() implements EventSource {}

  /** By the admission that comes with it, whichever event that is for. */
  record Token() implements EventSource {}

  /** It is always this one. */
  record Fixed(String event) implements EventSource {}
}
