package dev.headgate.policy.throttle;

import dev.headgate.policy.throttle.ThrottleState.Facts;
import dev.headgate.policy.throttle.ThrottleState.Mode;
import org.jspecify.annotations.Nullable;

/** One step of the throttle: facts go in, what is known now is weighed, facts come out. */
final class Regulator {
  /** The rate moves no more often than this. */
  private static final long MOVE_MILLIS = 5_000;

  /** The backend feels a fan who was let in about so long afterwards. */
  private static final long LAG_MILLIS = 15_000;

  /** A probe that was carried for so long is taken as carried. */
  private static final long WATCH_MILLIS = 20_000;

  private static final long FIRST_PAUSE_MILLIS = 30_000;
  private static final long LONGEST_PAUSE_MILLIS = 300_000;

  /** An overload that will be over within this time by itself needs no further cut. */
  private static final long PATIENCE_MILLIS = 10_000;

  /** Whoever was not asked for so long knows nothing of what went on. */
  private static final long GAP_MILLIS = 30_000;

  /** So long without a word of the backend, and the rate begins to drift back. */
  private static final long SILENCE_MILLIS = 60_000;

  private static final int CUT_PERCENT = 70;

  /** From this overload on a probe that failed is no matter of one step. */
  private static final long SEVERE = 2_000;

  private final Rules rules;
  private final int dial;
  private final long now;

  private Mode mode;
  private int rate;
  private long load;
  private int tooMuch;
  private long moved;
  private long severity;
  private long pause;
  private int carried;
  private long known;
  private Reason reason;

  Regulator(Facts facts, Rules rules, int dial, long now) {
    this.rules = rules;
    this.dial = dial;
    this.now = now;
    mode = facts.mode();
    tooMuch = facts.tooMuch();
    severity = facts.severity();
    pause = facts.pauseMillis();
    carried = facts.carried();
    reason = facts.reason();
    rate =
        mode == Mode.FREE
            ? rules.ceiling(dial)
            : Math.max(rules.floor(dial), Math.min(rules.ceiling(dial), facts.rate()));
    long elapsed = now - facts.atMillis();
    boolean gap = elapsed > GAP_MILLIS || elapsed < 0;
    moved = gap ? now : facts.movedMillis();
    known = gap ? now : facts.knownMillis();
    load =
        gap
            ? rate * 1_000L
            : facts.load() + (rate * 1_000L - facts.load()) * elapsed / (LAG_MILLIS + elapsed);
  }

  ThrottleState next(@Nullable Signal signal) {
    if (signal == null) {
      unknown();
    } else {
      known = now;
      if (signal.over()) {
        overloaded(signal);
      } else if (signal.clear()) {
        clear(signal);
      }
    }
    return new ThrottleState(
        new Facts(
            mode,
            rate,
            load,
            tooMuch,
            now,
            moved,
            severity,
            pause,
            carried,
            known,
            rules.floorPercent(),
            rules.ceilingPercent(),
            reason));
  }

  private void unknown() {
    if (mode == Mode.FREE) {
      return;
    }
    reason = new Reason(Reason.Kind.UNKNOWN, 0, 0);
    if (now - known >= SILENCE_MILLIS && now - moved >= FIRST_PAUSE_MILLIS) {
      raise();
      settleAt(Mode.HOLDING);
    }
  }

  private void overloaded(Signal signal) {
    if (mode == Mode.CUTTING) {
      tooMuch = felt();
    }
    if (now - moved < MOVE_MILLIS && mode != Mode.FREE) {
      return;
    }
    reason = signal.reason();
    boolean mild = signal.severity() < SEVERE && carried < 2;
    if (mode == Mode.PROBING && mild) {
      stepBack();
      return;
    }
    if (mode == Mode.HOLDING && mild) {
      stepBack();
      return;
    }
    if (mode != Mode.CUTTING || !mends(signal)) {
      cut(signal);
    }
  }

  private void stepBack() {
    tooMuch = rate;
    rate = Math.max(rules.floor(dial), rate - rules.step(dial));
    pause = Math.min(LONGEST_PAUSE_MILLIS, Math.max(FIRST_PAUSE_MILLIS, 2 * pause));
    carried = 0;
    moved = now;
    mode = Mode.HOLDING;
  }

  private void cut(Signal signal) {
    if (mode != Mode.CUTTING) {
      tooMuch = felt();
      pause = FIRST_PAUSE_MILLIS;
      carried = 0;
    }
    rate = Math.max(rules.floor(dial), Rules.percent(rate, CUT_PERCENT));
    severity = signal.severity();
    moved = now;
    mode = Mode.CUTTING;
  }

  /** Whether the overload has gone back so fast since the last cut that it is over soon. */
  private boolean mends(Signal signal) {
    long better = severity - signal.severity();
    return better > 0 && signal.severity() - better * PATIENCE_MILLIS / (now - moved) < 1_000;
  }

  private int felt() {
    return (int) Math.min(rules.ceiling(dial), load / 1_000);
  }

  private void clear(Signal signal) {
    switch (mode) {
      case FREE -> reason = Reason.NOT_THROTTLED;
      case CUTTING, RISING -> rise();
      case HOLDING -> hold();
      case PROBING -> watch(signal);
    }
  }

  private void rise() {
    int target = Math.max(rules.floor(dial), tooMuch - rules.step(dial));
    if (rate >= target) {
      settleAt(Mode.HOLDING);
      return;
    }
    if (now - moved >= MOVE_MILLIS) {
      rate = Math.min(target, rate + rules.step(dial));
      moved = now;
      mode = Mode.RISING;
    }
    reason = new Reason(Reason.Kind.RISING, target, 0);
  }

  private void hold() {
    reason = new Reason(Reason.Kind.HOLDING, tooMuch, 0);
    if (now - moved >= pause) {
      raise();
      moved = now;
      settleAt(Mode.PROBING);
    }
  }

  private void watch(Signal signal) {
    reason = new Reason(Reason.Kind.PROBING, rate, 0);
    long enough = carried >= 3 && signal.easy() ? MOVE_MILLIS : WATCH_MILLIS;
    if (now - moved < enough) {
      return;
    }
    carried++;
    tooMuch = Math.max(tooMuch, rate + rules.step(dial));
    pause = FIRST_PAUSE_MILLIS;
    if (carried >= 2 && signal.easy()) {
      raise();
      moved = now;
      mode = Mode.PROBING;
      if (rate >= rules.ceiling(dial)) {
        settleAt(Mode.HOLDING);
      }
    } else {
      settleAt(Mode.HOLDING);
    }
  }

  private void raise() {
    rate = Math.min(rules.ceiling(dial), rate + rules.step(dial));
    moved = now;
  }

  private void settleAt(Mode next) {
    mode = next;
    moved = now;
    if (rate >= rules.ceiling(dial) && next == Mode.HOLDING) {
      mode = Mode.FREE;
      reason = Reason.NOT_THROTTLED;
    }
  }
}
