package dev.headgate.policy.pace;

import dev.headgate.policy.pace.Plan.Crowd;
import dev.headgate.policy.pace.Plan.Turn;
import dev.headgate.policy.pace.VirtualStore.Answer;
import dev.headgate.policy.pace.VirtualStore.Fan;
import dev.headgate.policy.pace.VirtualStore.Reading;
import dev.headgate.policy.pace.VirtualStore.Row;
import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.SplittableRandom;
import java.util.function.BiConsumer;

/**
 * A sale with its crowd in virtual time, under the eyes of a {@link Referee}. Everything random
 * comes from the plan's seed, so a failing seed is the whole bug report.
 *
 * <p>A share of the fans does not come in time; a fifth of those comes late, 5 to 90 seconds after
 * the call, or much later. Sleepers look once a minute, the others within three seconds. The
 * impatient leave while they wait. Whoever is refused tries again after two seconds; a few hammer,
 * a few give up at the door.
 */
final class VirtualSale {
  private static final long RETRY = 2_000;

  private final Plan plan;
  private final SplittableRandom random;
  private final VirtualStore store;
  private final VirtualBackend backend;
  private final BiConsumer<Reading, Decision> onDecision;
  private final AdmissionPolicy policy = AdmissionPolicy.pacing();
  private final PriorityQueue<Event> agenda =
      new PriorityQueue<>(Comparator.comparingLong(Event::at).thenComparingLong(Event::number));
  private final DialHistory dials = new DialHistory();
  private final Referee referee;
  private Ramp ramp;
  private long events;
  private long now;

  private VirtualSale(Plan plan, BiConsumer<Reading, Decision> onDecision) {
    this.plan = plan;
    this.onDecision = onDecision;
    random = new SplittableRandom(plan.seed());
    store = new VirtualStore(plan);
    backend = new VirtualBackend(plan);
    referee = new Referee(plan, dials);
    ramp = new Ramp(0, 0, plan.slowStart());
  }

  static Outcome run(Plan plan) {
    return run(plan, (reading, decision) -> {});
  }

  static Outcome run(Plan plan, BiConsumer<Reading, Decision> onDecision) {
    VirtualSale sale = new VirtualSale(plan, onDecision);
    try {
      return sale.run();
    } catch (RuntimeException | AssertionError e) {
      throw new AssertionError("at " + sale.now + " ms: " + e.getMessage() + " in " + plan, e);
    }
  }

  private Outcome run() {
    dialsSet();
    for (int i = 0; i < plan.tickers().count(); i++) {
      int ticker = i;
      at(random.nextInt(plan.tickers().millis()), () -> tick(ticker));
    }
    plan.turns().forEach(turn -> at(turn.at(), () -> turn(turn)));
    at(1_000, this::second);
    while (!agenda.isEmpty() && agenda.element().at < plan.millis()) {
      Event event = agenda.remove();
      now = event.at;
      event.action.run();
      if (agenda.isEmpty() || agenda.element().at > now) {
        referee.step(now, store);
      }
    }
    return new Outcome(plan, referee.admissions(), dials);
  }

  private void turn(Turn turn) {
    boolean before = store.halted();
    Rate rate = store.rate();
    switch (turn.what()) {
      case PAUSE -> store.pause(now, true);
      case RESUME -> store.pause(now, false);
      case DIAL -> store.dial(now, Rate.of(turn.number(), rate.totalActiveUsers()));
      case INSIDE -> store.dial(now, Rate.of(rate.newUsersPerMinute(), turn.number()));
    }
    int dial = store.rate().newUsersPerMinute();
    if (before && !store.halted()) {
      ramp = new Ramp(now, dial / 10, plan.slowStart());
    } else if (dial > rate.newUsersPerMinute()) {
      ramp = new Ramp(now, ramp.at(now, rate.newUsersPerMinute()), plan.slowStart());
    }
    dialsSet();
  }

  private void dialsSet() {
    dials.set(now, store.halted() ? 0 : store.rate().newUsersPerMinute());
    referee.dialsSet(store.rate(), store.halted());
  }

  private void second() {
    backend.second(now, store.rate().newUsersPerMinute());
    at(now + 1_000, this::second);
  }

  private Rate rate() {
    Rate dialled = store.rate();
    return new Rate(
        dialled.newUsersPerMinute(),
        dialled.totalActiveUsers(),
        backend.throttle(),
        Integer.MAX_VALUE,
        ramp);
  }

  private void tick(int ticker) {
    Reading reading = store.read(now, rate());
    Decision decision = policy.decide(reading.snapshot(), reading.rate());
    onDecision.accept(reading, decision);
    referee.decided(now, reading, decision);
    at(now + plan.tickers().latency(ticker, random), () -> apply(reading, decision));
    at(now + plan.tickers().millis(), () -> tick(ticker));
  }

  private void apply(Reading reading, Decision decision) {
    for (Row row : store.advance(now, reading, decision)) {
      referee.called(now, row.to - row.from);
      for (int position = row.from; position < row.to; position++) {
        called(new Fan(row, position));
      }
    }
  }

  private void called(Fan fan) {
    Crowd crowd = plan.crowd();
    double fate = random.nextDouble();
    if (hasLeft(fan)) {
      return;
    }
    if (fate >= crowd.noShow()) {
      boolean sleeps = crowd.sleepers() > 0 && random.nextDouble() < crowd.sleepers();
      firstTry(now + random.nextInt(sleeps ? 60_000 : 3_000), fan);
    } else if (fate < crowd.noShow() * 0.2) {
      long most = crowd.restless() && random.nextInt(8) == 0 ? 600_000 : 90_000;
      firstTry(now + random.nextLong(5_000, most), fan);
    }
  }

  private boolean hasLeft(Fan fan) {
    long patience = plan.crowd().patienceMillis();
    return patience > 0
        && now - fan.row.lane.plan.joinedAt(fan.position) > random.nextLong(2 * patience);
  }

  private void firstTry(long at, Fan fan) {
    at(at, () -> tryToEnter(fan));
  }

  private void tryToEnter(Fan fan) {
    boolean turnEnded = store.running(now) >= fan.row.turnEndsAt;
    Answer answer = store.claim(now, fan);
    referee.tried(now, fan, answer, turnEnded);
    if (answer == Answer.ADMITTED) {
      backend.admitted(now);
      enters(fan);
    } else if (answer == Answer.MOMENT_PLEASE) {
      int temper = random.nextInt(200);
      if (temper > 0) {
        at(now + (temper < 5 ? 150 : RETRY), () -> tryToEnter(fan));
      }
    }
  }

  /** Some leave early, and some are granted more time. */
  private void enters(Fan fan) {
    int temper = plan.crowd().restless() ? random.nextInt(10) : 9;
    long changed = now + random.nextLong(plan.sessionMillis());
    if (temper < 3) {
      at(changed, () -> leaves(fan));
    } else if (temper < 5) {
      long until = changed + plan.sessionMillis();
      at(changed, () -> store.endAt(fan, until));
      expires(until);
    } else {
      expires(now + plan.sessionMillis());
    }
  }

  private void leaves(Fan fan) {
    store.endAt(fan, now);
    referee.left();
  }

  /** Before all else of that millisecond: a session does not count in the one it ends with. */
  private void expires(long at) {
    agenda.add(new Event(at, -events++, referee::left));
  }

  private void at(long time, Runnable action) {
    agenda.add(new Event(time, events++, action));
  }

  private record Event(long at, long number, Runnable action) {}
}
