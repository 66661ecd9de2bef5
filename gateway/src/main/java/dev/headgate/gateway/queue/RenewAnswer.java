package dev.headgate.gateway.queue;

/** What came of renewing a session. */
public sealed interface RenewAnswer {

  /** The session goes on: its start stays, only its end may have moved. */
  record Renewed(long startSeconds, long expiresSeconds) implements RenewAnswer {}

  /** There is no such session any more. */
  record Gone() implements RenewAnswer {}
}
