package dev.headgate.gateway.token;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Bounds how many signatures may be under way, so that none waits longer than about a second: as
 * many as the signers make in one, by what signatures have cost of late. Safe for use from any
 * thread.
 */
public final class SigningGate {
  private static final long SECOND_NANOS = Duration.ofSeconds(1).toNanos();

  // What is taken until signatures have been measured: a slow machine's RSA with 2048 bits.
  private static final long FIRST_GUESS_NANOS = Duration.ofMillis(5).toNanos();

  // One signature moves the average by a sixteenth: a pause of the collector hardly shows, and a
  // machine that has become slower is known after some twenty.
  private static final int SMOOTHING = 16;

  private final int signers;
  private final AtomicInteger underWay = new AtomicInteger();
  private final AtomicLong averageNanos = new AtomicLong(FIRST_GUESS_NANOS);

  /**
   * @param signers how many signatures are made at the same time
   */
  public SigningGate(int signers) {
    if (signers < 1) {
      throw new IllegalArgumentException("signers: " + signers + " (expected: >= 1)");
    }
    this.signers = signers;
  }

  /**
   * Keeps room for one signature, if there is any. Whoever is given it says {@link #giveBack} once
   * the signature has been asked for, or is not needed.
   */
  public boolean reserve() {
    int most = most();
    return underWay.getAndUpdate(now -> now < most ? now + 1 : now) < most;
  }

  /** Gives a reservation back. */
  public void giveBack() {
    underWay.decrementAndGet();
  }

  /** Whether a further signature would wait too long. */
  public boolean isFull() {
    return underWay.get() >= most();
  }

  /** Counts a signature that has been asked for, with or without a reservation. */
  public void asked() {
    underWay.incrementAndGet();
  }

  /**
   * Counts one that has been made, or has failed.
   *
   * @param nanos what it cost its signer
   */
  public void made(long nanos) {
    underWay.decrementAndGet();
    averageNanos.updateAndGet(before -> Math.max(1, before + (nanos - before) / SMOOTHING));
  }

  /** How many signatures may be under way, which is how many are made in a second. */
  public int most() {
    long aSecond = signers * SECOND_NANOS / averageNanos.get();
    return (int) Math.max(signers, Math.min(Integer.MAX_VALUE, aSecond));
  }

  /** What a signature has cost of late, in microseconds of one signer. */
  public double micros() {
    return averageNanos.get() / 1_000.0;
  }
}
