package dev.headgate.quickstart;

import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;

/** What became of the fans of a simulated crowd. */
final class CrowdTally {
  /** What is counted. */
  enum Count {
    JOINED,
    WAITING,
    INSIDE,
    ORDERS,
    SEATS,
    /** Called, and did not come. */
    ABSENT,
    /** Went without a seat. */
    WITHOUT,
    /** Answers that a fan should not have met. */
    ERRORS
  }

  private final Map<Count, AtomicInteger> counts = new EnumMap<>(Count.class);

  CrowdTally() {
    for (Count each : Count.values()) {
      counts.put(each, new AtomicInteger());
    }
  }

  void add(Count count, int change) {
    int unused = counter(count).addAndGet(change);
  }

  int of(Count count) {
    return counter(count).get();
  }

  private AtomicInteger counter(Count count) {
    return Objects.requireNonNull(counts.get(count));
  }

  /** One line for people. */
  String line(int fans) {
    return String.format(
        Locale.ROOT,
        "fans: %,d of %,d joined, %,d waiting, %,d inside, %,d bought (%,d seats),"
            + " %,d without, %,d absent, %,d errors",
        of(Count.JOINED),
        fans,
        of(Count.WAITING),
        of(Count.INSIDE),
        of(Count.ORDERS),
        of(Count.SEATS),
        of(Count.WITHOUT),
        of(Count.ABSENT),
        of(Count.ERRORS));
  }
}
