package dev.headgate.payment.simulator;

import java.time.Instant;

/** Money given back. */
record Refund(String id, String intent, long cents, Instant created, boolean pending) {
  Refund settled() {
    return new Refund(id, intent, cents, created, false);
  }
}
