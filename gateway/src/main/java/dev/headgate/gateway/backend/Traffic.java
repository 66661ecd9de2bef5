package dev.headgate.gateway.backend;

import dev.headgate.policy.throttle.Latencies;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * The requests to one upstream in the last ten seconds. Without locks; a request allocates nothing,
 * a second with requests in it one set of counts.
 */
final class Traffic {
  private static final int SECONDS = 10;
  private static final int NO_HOLD = -1;

  private final AtomicReferenceArray<Second> ring = new AtomicReferenceArray<>(SECONDS);

  /** One second's counts. Whoever holds it when the second ends counts into it all the same. */
  private static final class Second {
    private final long at;
    private final AtomicInteger requests = new AtomicInteger();
    private final AtomicInteger errors = new AtomicInteger();
    private final AtomicIntegerArray holds = new AtomicIntegerArray(Latencies.BUCKETS);

    Second(long at) {
      this.at = at;
    }
  }

  /** What was seen; {@code holds} by bucket, empty when there was none. */
  record Seen(List<Integer> holds, int requests, int errors) {

    Seen plus(Seen other) {
      return new Seen(sum(holds, other.holds), requests + other.requests, errors + other.errors);
    }

    private static List<Integer> sum(List<Integer> these, List<Integer> those) {
      if (these.isEmpty() || those.isEmpty()) {
        return these.isEmpty() ? those : these;
      }
      List<Integer> sum = new ArrayList<>(these.size());
      for (int bucket = 0; bucket < these.size(); bucket++) {
        sum.add(these.get(bucket) + those.get(bucket));
      }
      return sum;
    }
  }

  void answered(boolean failed, long second) {
    count(NO_HOLD, failed, second);
  }

  void held(long millis, boolean failed, long second) {
    count(Latencies.bucketOf(millis), failed, second);
  }

  private void count(int bucket, boolean failed, long second) {
    Second counts = counts(second);
    counts.requests.incrementAndGet();
    if (failed) {
      counts.errors.incrementAndGet();
    }
    if (bucket != NO_HOLD) {
      counts.holds.incrementAndGet(bucket);
    }
  }

  private Second counts(long second) {
    int slot = Math.floorMod(second, SECONDS);
    Second there = ring.get(slot);
    if (there != null && there.at >= second) {
      return there;
    }
    Second fresh = new Second(second);
    return ring.compareAndSet(slot, there, fresh)
        ? fresh
        : Objects.requireNonNull(ring.get(slot), "set by whoever was first");
  }

  Seen seen(long second) {
    int requests = 0;
    int errors = 0;
    int[] holds = new int[Latencies.BUCKETS];
    int held = 0;
    for (int slot = 0; slot < SECONDS; slot++) {
      Second counts = ring.get(slot);
      if (counts != null && counts.at > second - SECONDS) {
        requests += counts.requests.get();
        errors += counts.errors.get();
        for (int bucket = 0; bucket < holds.length; bucket++) {
          int more = counts.holds.get(bucket);
          holds[bucket] += more;
          held += more;
        }
      }
    }
    return new Seen(held == 0 ? List.of() : boxed(holds), requests, errors);
  }

  private static List<Integer> boxed(int[] counts) {
    List<Integer> boxed = new ArrayList<>(counts.length);
    for (int count : counts) {
      boxed.add(count);
    }
    return boxed;
  }
}
