package dev.headgate.gateway.edge;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;

/** What the edge counts. */
final class EdgeMeters {

  /** What came of asking for a place. */
  enum Join {
    NEW,
    SAME,
    REFUSED
  }

  /** What came of taking a turn. */
  enum Claim {
    ADMITTED,
    AGAIN,
    DOOR,
    EARLY,
    OVER,
    ENDED,
    RESET,
    RESTORING
  }

  private final Counter polls;
  private final Map<Join, Counter> joins = new EnumMap<>(Join.class);
  private final Map<Claim, Counter> claims = new EnumMap<>(Claim.class);

  EdgeMeters(MeterRegistry registry) {
    polls = registry.counter("headgate.polls");
    for (Join outcome : Join.values()) {
      joins.put(outcome, registry.counter("headgate.joins", "outcome", label(outcome)));
    }
    for (Claim outcome : Claim.values()) {
      claims.put(outcome, registry.counter("headgate.claims", "outcome", label(outcome)));
    }
  }

  void polled() {
    polls.increment();
  }

  void joined(Join outcome) {
    counterOf(joins, outcome).increment();
  }

  void claimed(Claim outcome) {
    counterOf(claims, outcome).increment();
  }

  private static <K extends Enum<K>> Counter counterOf(Map<K, Counter> counters, K outcome) {
    return Objects.requireNonNull(counters.get(outcome));
  }

  private static String label(Enum<?> outcome) {
    return outcome.name().toLowerCase(Locale.ROOT);
  }
}
