package dev.headgate.booking.admission;

import java.util.concurrent.atomic.AtomicLong;

/**
 * How much event loops verify themselves in a second, in signatures of the cheapest kind; the rest
 * is for a worker. So a flood of forged tokens takes a small part of a loop's time, and nobody is
 * refused for it. Safe for use from any thread.
 */
final class VerifyBudget {
  private static final int COUNT_BITS = 24;
  private static final long COUNT_MASK = (1L << COUNT_BITS) - 1;

  private final int perSecond;
  // The second, and how much was taken in it.
  private final AtomicLong taken = new AtomicLong();

  VerifyBudget(int perSecond) {
    this.perSecond = perSecond;
  }

  /** Takes so much, if this second has it left. */
  boolean take(long nowSeconds, int cost) {
    long second = nowSeconds << COUNT_BITS;
    long before =
        taken.getAndUpdate(
            last -> {
              long used = (last & ~COUNT_MASK) == second ? last : second;
              return (used & COUNT_MASK) + cost <= perSecond ? used + cost : used;
            });
    long used = (before & ~COUNT_MASK) == second ? before & COUNT_MASK : 0;
    return used + cost <= perSecond;
  }
}
