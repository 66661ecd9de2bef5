package dev.headgate.gateway.hook;

/**
 * What came of an attempt.
 *
 * @param kind what to do about it
 * @param why for the log; says nothing of the address
 * @param waitMillis how long the receiver asked to be left alone; 0 where it did not
 */
record Outcome(Kind kind, String why, long waitMillis) {

  /** What to do about an attempt. */
  enum Kind {
    DELIVERED,
    FAILED,
    GONE
  }
}
