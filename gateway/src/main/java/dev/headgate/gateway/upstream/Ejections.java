package dev.headgate.gateway.upstream;

import dev.headgate.gateway.config.OutlierRules;
import java.util.BitSet;
import java.util.function.DoubleSupplier;
import org.jspecify.annotations.Nullable;

/** When a server is left out, and for how long. Keeps nothing. */
final class Ejections {
  /**
   * A request that was let through to see and takes longer than this no longer keeps others from
   * being let through: else one that is never ended would keep the server out for ever.
   */
  static final long PROBE_PATIENCE_NANOS = 5_000_000_000L;

  private static final int MOST_DOUBLINGS = 30;

  private final OutlierRules rules;
  private final BitSet failing = new BitSet();
  private final DoubleSupplier random;
  private final long windowNanos;
  private final long firstNanos;
  private final long mostNanos;
  private final long openNanos;

  /** Why a server was left out. */
  enum Cause {
    CONSECUTIVE,
    SHARE,
    PROBE
  }

  /**
   * @param alone whether there is no other server: then an answer is an answer, whatever it says,
   *     and nobody is better served without it
   */
  Ejections(OutlierRules rules, boolean alone, DoubleSupplier random) {
    this.rules = rules;
    this.random = random;
    windowNanos = rules.window().toNanos();
    firstNanos = rules.ejectFor().toNanos();
    mostNanos = rules.ejectAtMost().toNanos();
    openNanos = rules.openAtMost().toNanos();
    if (!alone) {
      rules.statuses().forEach(failing::set);
    }
  }

  /** Whether an answer counts as a failure. */
  boolean isFailure(int status) {
    return status > 500 && failing.get(status);
  }

  /** Notes a failure of a server that is in; answers why it is left out, or null. */
  @Nullable Cause afterFailure(Standing standing, long nowNanos) {
    int inARow = standing.failed(nowNanos);
    if (rules.consecutive() > 0 && inARow >= rules.consecutive()) {
      return Cause.CONSECUTIVE;
    }
    return standing.isAbove(rules.percent(), rules.requests(), nowNanos) ? Cause.SHARE : null;
  }

  Standing in(long nowNanos, int strikes) {
    return Standing.in(nowNanos, strikes, windowNanos);
  }

  /** The same as one that is in, counted by these rules from now on. */
  Standing renewed(Standing before) {
    return Standing.in(before.sinceNanos(), before.strikes(), windowNanos);
  }

  Standing out(Standing before, long nowNanos) {
    boolean forgiven = before.isIn() && nowNanos - before.sinceNanos() >= mostNanos;
    int strikes = forgiven ? 1 : before.strikes() + 1;
    return Standing.out(nowNanos, strikes, periodNanos(strikes));
  }

  Standing probed(Standing before, long nowNanos) {
    return Standing.probed(nowNanos, before.strikes(), PROBE_PATIENCE_NANOS);
  }

  /** Whether one request may be sent to see, where no server is in. */
  boolean isDueWithNobodyIn(Standing standing, long nowNanos) {
    return standing.isDueWithin(nowNanos, openNanos);
  }

  /** Doubled with each strike up to the most, less up to a quarter by chance. */
  private long periodNanos(int strikes) {
    int doublings = Math.min(strikes - 1, MOST_DOUBLINGS);
    long period = firstNanos > mostNanos >> doublings ? mostNanos : firstNanos << doublings;
    return period - (long) (random.getAsDouble() * period / 4);
  }
}
