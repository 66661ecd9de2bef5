package dev.headgate.gateway.queue;

/** What came of an operator's change. */
public sealed interface ChangeAnswer {

  /** It was made; the settings now have this version. */
  record Changed(long version) implements ChangeAnswer {}

  /** It was not made: the event exists already. */
  record Exists() implements ChangeAnswer {}

  /** It was not made: somebody changed the settings before; they have this version. */
  record Stale(long version) implements ChangeAnswer {}

  /** It was not made: the store is coming back. */
  record Restoring() implements ChangeAnswer {}

  /** It was not made: the store holds the event in a state that forbids it. */
  record Refused(String why) implements ChangeAnswer {}
}
