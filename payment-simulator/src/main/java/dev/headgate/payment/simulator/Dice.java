package dev.headgate.payment.simulator;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

/** Which calls and webhooks the faults befall. */
final class Dice {
  private final Map<String, Integer> occurrences = new HashMap<>();
  private Faults faults = Faults.none();

  synchronized void set(Faults other) {
    faults = other;
    occurrences.clear();
  }

  /** What befalls this occurrence of the subject. */
  synchronized Throw next(String subject) {
    return new Throw(faults, subject, occurrences.merge(subject, 1, Integer::sum));
  }

  synchronized Duration delay() {
    return faults.delay();
  }

  synchronized Duration webhookDelay() {
    return faults.webhookDelay();
  }

  record Throw(Faults faults, String subject, int occurrence) {
    boolean befalls(Fault fault) {
      return faults.befalls(fault, subject, occurrence);
    }
  }
}
