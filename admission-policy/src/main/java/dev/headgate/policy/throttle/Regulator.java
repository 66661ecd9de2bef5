package dev.headgate.policy.throttle;

import dev.headgate.policy.throttle.Reason.Kind;
import dev.headgate.policy.throttle.ThrottleState.Facts;
import dev.headgate.policy.throttle.ThrottleState.Mode;
import org.jspecify.annotations.Nullable;

/** One step of the throttle: facts go in, what is known now is weighed, facts come out. */
final class Regulator {
  /** The rate is not cut again within this time, and a probe is not given up earlier. */
  private static final long MOVE_MILLIS = 5_000;

  /** The backend feels a fan who was let in about so long afterwards. */
  private static final long LAG_MILLIS = 10_000;

  /** A rate that went well for so long counts as carried: three times the lag. */
  private static final long WATCH_MILLIS = 30_000;

  /** How long to hold before the first probe, and the longest that this grows to. */
  private static final long FIRST_PAUSE_MILLIS = 30_000;

  private static final long LONGEST_PAUSE_MILLIS = 300_000;

  /** With plenty of room no pause is longer. */
  private static final long EASY_PAUSE_MILLIS = 60_000;

  /** Whoever was not asked for so long knows nothing of what went on meanwhile. */
  private static final long GAP_MILLIS = 30_000;

  /** After so long without a word of the backend the rate begins to drift back. */
  private static final long SILENCE_MILLIS = 60_000;

  private static final int CUT_PERCENT = 70;

  /** An overload that fell below this share of the last look mends by itself. */
  private static final int MENDS_PERCENT = 97;

  private final Rules rules;
  private final int dial;
  private final long now;

  private Mode mode;
  private int rate;
  private int tooMuch;
  private long moved;
  private long known;
  private long severity;
  private long slowness;
  private long pause;
  private final long load;

  Regulator(Facts facts, Rules rules, int dial, long now) {
    this.rules = rules;
    this.dial = dial;
    this.now = now;
    mode = facts.mode();
    rate = mode == Mode.FREE ? rules.ceiling(dial) : facts.rate();
    tooMuch = facts.tooMuch();
    severity = facts.severity();
    slowness = facts.slowness();
    pause = facts.times().pause();
    long elapsed = now - facts.times().at();
    boolean gap = elapsed > GAP_MILLIS || elapsed < 0;
    moved = gap ? now : facts.times().moved();
    known = gap ? now : facts.times().known();
    long level = effective() * 1_000L;
    load = gap ? level : facts.load() + (level - facts.load()) * elapsed / (LAG_MILLIS + elapsed);
  }

  Facts next(@Nullable Signal signal) {
    if (signal == null) {
      unknown();
    } else {
      known = now;
      if (signal.over()) {
        overloaded(signal);
      } else {
        carried(signal);
      }
    }
    Facts.Times times = new Facts.Times(now, moved, known, pause);
    return new Facts(
        mode,
        rate,
        tooMuch,
        load,
        severity,
        slowness,
        times,
        rules.floorPercent(),
        rules.ceilingPercent(),
        reason(signal));
  }

  private Reason reason(@Nullable Signal signal) {
    if (mode == Mode.FREE || (mode == Mode.HOLDING && rate >= rules.ceiling(dial))) {
      return Reason.NOT_THROTTLED;
    }
    if (signal == null) {
      return new Reason(Kind.UNKNOWN, effective(), 0);
    }
    if (signal.over()) {
      return signal.reason();
    }
    return mode == Mode.PROBING
        ? new Reason(Kind.PROBING, effective(), 0)
        : new Reason(Kind.HOLDING, effective(), tooMuch);
  }

  /**
   * Nothing known: hold. But a throttle that lets in few fans learns little, so that it would hold
   * for ever; after a while it drifts back.
   */
  private void unknown() {
    boolean drift = now - known >= SILENCE_MILLIS && now - moved >= WATCH_MILLIS;
    if (mode != Mode.FREE && drift) {
      raise(Signal.NONE);
    }
  }

  private void overloaded(Signal signal) {
    switch (mode) {
      case FREE -> start(signal);
      case CUTTING -> goOnCutting(signal);
      case HOLDING -> holdAgainst(signal);
      case PROBING -> giveUp(signal);
    }
  }

  private void start(Signal signal) {
    pause = FIRST_PAUSE_MILLIS;
    tooMuch = effective();
    cut(signal);
  }

  private void goOnCutting(Signal signal) {
    if (now - moved < MOVE_MILLIS) {
      return;
    }
    if (signal.severity() * 100 > severity * MENDS_PERCENT) {
      cut(signal);
    } else {
      move(Mode.CUTTING, rate, signal);
    }
  }

  /**
   * What has been let in cannot be taken back, so a rate far below what the backend still feels
   * mends nothing sooner: never below half of it.
   */
  private void cut(Signal signal) {
    long lower = Math.max(load / 2_000, Rules.percent(effective(), CUT_PERCENT));
    int least = rules.floor(dial);
    move(Mode.CUTTING, (int) Math.max(least, Math.min(effective(), lower)), signal);
  }

  /** A rate that was carried until now: one step back, unless something has broken. */
  private void holdAgainst(Signal signal) {
    if (signal.severe() && signal.severity() > 2 * severity) {
      start(signal);
    } else if (now - moved >= WATCH_MILLIS) {
      stepBack(signal);
    }
  }

  private void giveUp(Signal signal) {
    if (now - moved >= MOVE_MILLIS) {
      pause = Math.min(LONGEST_PAUSE_MILLIS, 2 * pause);
      stepBack(signal);
    }
  }

  private void stepBack(Signal signal) {
    tooMuch = effective();
    move(Mode.HOLDING, Math.max(rules.floor(dial), tooMuch - rules.step(dial)), signal);
  }

  private void carried(Signal signal) {
    switch (mode) {
      case FREE -> {}
      case CUTTING -> move(Mode.HOLDING, rate, signal);
      case HOLDING -> hold(signal);
      case PROBING -> watch(signal);
    }
  }

  private void hold(Signal signal) {
    long wait = signal.easy() ? Math.min(pause, EASY_PAUSE_MILLIS) : pause;
    if (signal.roomToTry() && now - moved >= wait && rate < rules.ceiling(dial)) {
      raise(signal);
    }
  }

  /** A backend near its capacity gets slower and slower; where that is going decides. */
  private void watch(Signal signal) {
    if (!signal.clear()) {
      giveUp(signal);
      return;
    }
    long watched = now - moved;
    if (watched >= WATCH_MILLIS && signal.roomAfterGrowingFrom(slowness)) {
      pause = FIRST_PAUSE_MILLIS;
      raise(signal);
    } else if (watched >= 2 * WATCH_MILLIS) {
      move(Mode.HOLDING, rate, signal);
    }
  }

  private void raise(Signal signal) {
    int to = (int) Math.min(rules.ceiling(dial), (long) effective() + rules.step(dial));
    tooMuch = to >= tooMuch ? 0 : tooMuch;
    move(to < rules.ceiling(dial) ? Mode.PROBING : Mode.FREE, to, signal);
  }

  private void move(Mode next, int to, Signal signal) {
    mode = next;
    rate = to;
    moved = now;
    severity = signal.severity();
    slowness = signal.slowness();
  }

  private int effective() {
    return Math.max(rules.floor(dial), Math.min(rules.ceiling(dial), rate));
  }
}
