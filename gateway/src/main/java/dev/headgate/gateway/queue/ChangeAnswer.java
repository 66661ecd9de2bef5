package dev.headgate.gateway.queue;

import dev.headgate.gateway.audit.AuditEntry;

/** What came of an operator's change. */
public sealed interface ChangeAnswer {

  /**
   * It was made.
   *
   * @param version that of the settings since
   * @param entry what the store wrote down of it, in the same step
   */
  record Changed(long version, AuditEntry entry) implements ChangeAnswer {}

  /** It was not made: the event exists already. */
  record Exists() implements ChangeAnswer {}

  /** It was not made: somebody changed the settings before; they have this version. */
  record Stale(long version) implements ChangeAnswer {}

  /** It was not made: the store is coming back. */
  record Restoring() implements ChangeAnswer {}

  /** It was not made: the store holds the event in a state that forbids it. */
  record Refused(String why) implements ChangeAnswer {}
}
