package dev.headgate.gateway.edge;

import dev.headgate.gateway.token.ChallengeFlaw;
import dev.headgate.gateway.token.SigningGate;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
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
    INSIDE,
    REFUSED
  }

  /** What came of taking a turn. */
  enum Claim {
    ADMITTED,
    AGAIN,
    DOOR,
    SIGNING,
    EARLY,
    OVER,
    ENDED,
    SOLD_OUT,
    REJECTED,
    RESET,
    UNPROVEN,
    RESTORING
  }

  private final Counter polls;
  private final Counter issued;
  private final Counter solved;
  private final Map<Join, Counter> joins = new EnumMap<>(Join.class);
  private final Map<Claim, Counter> claims = new EnumMap<>(Claim.class);
  private final Map<ChallengeFlaw, Counter> unsolved = new EnumMap<>(ChallengeFlaw.class);

  EdgeMeters(MeterRegistry registry, SigningGate gate) {
    // One gate a process, whichever of its loops comes first.
    if (registry.find("headgate.signing.micros").gauge() == null) {
      bind(registry, gate);
    }
    polls = Counter.builder("headgate.polls").description("Looks at a place").register(registry);
    issued =
        Counter.builder("headgate.challenges.issued")
            .description("Challenges given out")
            .register(registry);
    solved = solutions(registry, "solved");
    for (ChallengeFlaw flaw : ChallengeFlaw.values()) {
      unsolved.put(flaw, solutions(registry, flaw.json()));
    }
    for (Join outcome : Join.values()) {
      joins.put(outcome, counter(registry, "joins", "Requests for a place", outcome));
    }
    for (Claim outcome : Claim.values()) {
      claims.put(outcome, counter(registry, "claims", "Attempts to take a turn", outcome));
    }
  }

  private static Counter counter(
      MeterRegistry registry, String name, String description, Enum<?> outcome) {
    return Counter.builder("headgate." + name)
        .description(description)
        .tag("outcome", label(outcome))
        .register(registry);
  }

  private static Counter solutions(MeterRegistry registry, String outcome) {
    return Counter.builder("headgate.solutions")
        .description("Solutions of challenges sent, or not sent, where one is asked for")
        .tag("outcome", outcome)
        .register(registry);
  }

  void issued() {
    issued.increment();
  }

  /** A place was given for a solved challenge. */
  void solved() {
    solved.increment();
  }

  /** A place was refused. */
  void unsolved(ChallengeFlaw flaw) {
    counterOf(unsolved, flaw).increment();
  }

  void polled() {
    polls.increment();
  }

  private static void bind(MeterRegistry registry, SigningGate gate) {
    Gauge.builder("headgate.signing.micros", gate, SigningGate::micros)
        .description("What a signature costs one signer, moving average, microseconds")
        .register(registry);
    Gauge.builder("headgate.signing.per.second.limit", gate, SigningGate::most)
        .description("Signatures a second by that cost, and how many may be under way at once")
        .register(registry);
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
    return outcome.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
