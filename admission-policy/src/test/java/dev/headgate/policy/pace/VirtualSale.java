package dev.headgate.policy.pace;

import dev.headgate.policy.pace.VirtualStore.Answer;
import dev.headgate.policy.pace.VirtualStore.Reading;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.NavigableSet;
import java.util.PriorityQueue;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.function.BiConsumer;

/**
 * A sale with its crowd in virtual time. Everything random comes from the plan's seed, so a failing
 * seed is the whole bug report.
 *
 * <p>A share of the fans does not come in time; a fifth of those comes late, 5 to 90 seconds after
 * the call. The others come within three seconds. Whoever is refused tries again after two seconds;
 * a few hammer, a few give up at the door.
 */
final class VirtualSale {
  private static final int ARRIVALS = 10_000_000;
  private static final long RETRY = 2_000;

  private final Plan plan;
  private final SplittableRandom random;
  private final VirtualStore store;
  private final BiConsumer<Reading, Decision> onDecision;
  private final AdmissionPolicy policy = AdmissionPolicy.pacing();
  private final PriorityQueue<Event> agenda =
      new PriorityQueue<>(Comparator.comparingLong(Event::at).thenComparingLong(Event::number));
  private final DialHistory dials = new DialHistory();
  private final List<Long> admissions = new ArrayList<>();
  private final NavigableSet<Integer> owed = new TreeSet<>();
  private long events;
  private long keptFrom;
  private long now;

  private VirtualSale(Plan plan, BiConsumer<Reading, Decision> onDecision) {
    this.plan = plan;
    this.onDecision = onDecision;
    random = new SplittableRandom(plan.seed);
    store = new VirtualStore(ARRIVALS, plan.sessionMillis, plan.rate, 0);
    dials.set(0, plan.rate.newUsersPerMinute());
  }

  static Outcome run(Plan plan) {
    return run(plan, (reading, decision) -> {});
  }

  static Outcome run(Plan plan, BiConsumer<Reading, Decision> onDecision) {
    VirtualSale sale = new VirtualSale(plan, onDecision);
    try {
      return sale.run();
    } catch (RuntimeException | AssertionError e) {
      throw new AssertionError(plan + " at " + sale.now + " ms: " + e.getMessage(), e);
    }
  }

  private Outcome run() {
    for (int ticker = 0; ticker < plan.tickers; ticker++) {
      at(random.nextInt(plan.tickMillis), this::tick);
    }
    plan.turns.forEach(turn -> at(turn.at, () -> turn(turn)));
    while (!agenda.isEmpty() && agenda.element().at < plan.millis) {
      Event event = agenda.remove();
      now = event.at;
      event.action.run();
      checkAlways();
    }
    return new Outcome(plan, admissions.stream().mapToLong(at -> at).toArray(), dials);
  }

  private void turn(Turn turn) {
    switch (turn.what) {
      case PAUSE -> store.pause(now);
      case RESUME -> store.resume(now);
      case DIAL -> store.dial(now, turn.perMinute, store.rate().totalActiveUsers());
    }
    dials.set(now, store.halted() ? 0 : store.rate().newUsersPerMinute());
    owed.clear();
    keptFrom = now + VirtualStore.MINUTE;
  }

  private void tick() {
    Reading reading = store.read(now);
    Decision decision = policy.decide(reading.snapshot(), reading.rate());
    onDecision.accept(reading, decision);
    check(
        decision.moves().get(0).calls() <= reading.snapshot().lanes().get(0).waiting(),
        "called more than wait");
    at(now + plan.latency(random), () -> apply(reading, decision));
    at(now + plan.tickMillis, this::tick);
  }

  private void apply(Reading reading, Decision decision) {
    int from = store.cutoff();
    if (store.advance(now, reading, decision)) {
      for (int position = from; position < store.cutoff(); position++) {
        called(position);
      }
    }
  }

  private void called(int position) {
    double fate = random.nextDouble();
    if (fate >= plan.noShow) {
      firstTry(now + random.nextInt(3_000), position);
    } else if (fate < plan.noShow * 0.2) {
      firstTry(now + 5_000 + random.nextInt(85_000), position);
    }
  }

  private void firstTry(long at, int position) {
    at(
        at,
        () -> {
          // Whoever comes late from further ahead goes before those at the door.
          owed.tailSet(position).clear();
          tryToEnter(position);
        });
  }

  private void tryToEnter(int position) {
    Answer answer = store.claim(now, position);
    check(answer != Answer.NOT_YOUR_TURN && answer != Answer.TURN_OVER, "a called fan: " + answer);
    if (answer == Answer.MOMENT_PLEASE) {
      check(!owed.contains(position), "overtaken at the door: " + position);
      retry(position);
      return;
    }
    admissions.add(now);
    check(store.active(now) <= store.rate().totalActiveUsers(), "more inside than the dial");
    owed.remove(position);
    // Whoever stood at the door before has a slot kept, and takes it at the next try. Only in the
    // minute after a lowered dial may the limit shrink below what was kept. One admission in eight
    // is looked at: the door may be long.
    if (now >= keptFrom && admissions.size() % 8 == 0) {
      owed.addAll(store.doorBefore(position));
    }
  }

  private void retry(int position) {
    int temper = random.nextInt(200);
    if (temper > 0) {
      at(now + (temper < 5 ? 150 : RETRY), () -> tryToEnter(position));
    }
  }

  private void checkAlways() {
    check(
        store.lapsed() <= store.settled()
            && store.settled() <= store.cutoff()
            && store.cutoff() <= ARRIVALS,
        "lapsed, settled, cutoff and arrivals are out of order");
  }

  private static void check(boolean holds, String otherwise) {
    if (!holds) {
      throw new AssertionError(otherwise);
    }
  }

  private void at(long time, Runnable action) {
    agenda.add(new Event(time, events++, action));
  }

  private record Event(long at, long number, Runnable action) {}

  enum What {
    PAUSE,
    RESUME,
    DIAL
  }

  /** The operator does something. */
  record Turn(long at, What what, int perMinute) {}

  /** Everything a run depends on. */
  record Plan(
      long seed,
      Rate rate,
      double noShow,
      int tickers,
      int tickMillis,
      long sessionMillis,
      long millis,
      List<Turn> turns) {

    /** With several tickers some sleep too long, and their advance is refused. */
    private long latency(SplittableRandom random) {
      if (tickers == 1) {
        return 0;
      }
      return random.nextInt(50) == 0 ? 2_500 : random.nextInt(5, 300);
    }
  }
}
