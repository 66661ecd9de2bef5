package dev.headgate.payment.simulator;

import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;

/**
 * How often what goes wrong.
 *
 * <p>Whether it does is a hash of the seed, the fault and the call (its idempotency key or, without
 * one, the order it is about) and how often that call was made before, so it does not depend on the
 * order in which parallel calls arrive.
 *
 * @param seed other seeds, other victims
 * @param perMille of each fault, 0 to 1000; faults that are missing never happen
 * @param delay of {@link Fault#DELAY}
 * @param webhookDelay of {@link Fault#DELAY_WEBHOOK} and {@link Fault#REORDER_WEBHOOK}
 */
public record Faults(
    long seed, Map<Fault, Integer> perMille, Duration delay, Duration webhookDelay) {
  private static final int ALWAYS = 1_000;

  public Faults {
    perMille = Map.copyOf(perMille);
    perMille.forEach((fault, often) -> Check.within(often, 0, ALWAYS, fault.json()));
    Check.atLeastOneMilli(delay, "delay");
    Check.atLeastOneMilli(webhookDelay, "webhookDelay");
  }

  /** Nothing goes wrong. */
  public static Faults none() {
    return seeded(0);
  }

  /** Nothing goes wrong yet; delays of half a second and of two. */
  public static Faults seeded(long seed) {
    return new Faults(seed, Map.of(), Duration.ofMillis(500), Duration.ofSeconds(2));
  }

  /** The same, and this fault so often in a thousand calls or webhooks. */
  public Faults with(Fault fault, int often) {
    Map<Fault, Integer> more = new EnumMap<>(Fault.class);
    more.putAll(perMille);
    more.put(fault, often);
    return new Faults(seed, more, delay, webhookDelay);
  }

  /** The same with other delays of calls and of webhooks. */
  public Faults delaying(Duration calls, Duration webhooks) {
    return new Faults(seed, perMille, calls, webhooks);
  }

  /** Whether this fault befalls the n-th occurrence of the subject. */
  boolean befalls(Fault fault, String subject, int occurrence) {
    long mixed = seed * 0x9E3779B97F4A7C15L + subject.hashCode();
    mixed = mix(mixed ^ ((long) fault.json().hashCode() << 16) ^ ((long) occurrence << 32));
    return Long.remainderUnsigned(mixed, ALWAYS) < perMille.getOrDefault(fault, 0);
  }

  /** The finalizer of SplitMix64: near subjects get unrelated numbers. */
  private static long mix(long value) {
    long z = (value ^ (value >>> 30)) * 0xBF58476D1CE4E5B9L;
    z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
    return z ^ (z >>> 31);
  }
}
