package dev.headgate.gateway.backend;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.headgate.policy.throttle.Latencies;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TrafficTest {
  private final Traffic traffic = new Traffic();

  @Test
  void nothingSeenIsNothing() {
    assertEquals(new Traffic.Seen(List.of(), 0, 0), traffic.seen(0));
  }

  @ParameterizedTest
  @ValueSource(longs = {0, 7, 1_000_000, -3, -1_000_000})
  void aRequestCountsForTenSecondsAndThenNoMore(long second) {
    traffic.held(3, true, second);
    traffic.answered(false, second);
    for (long later = second; later < second + 10; later++) {
      assertEquals(2, traffic.seen(later).requests(), "after " + (later - second));
      assertEquals(1, traffic.seen(later).errors());
      assertEquals(1, holds(traffic.seen(later)));
    }
    assertEquals(new Traffic.Seen(List.of(), 0, 0), traffic.seen(second + 10));
  }

  @Test
  void theWindowSlidesBySeconds() {
    for (long second = 100; second < 140; second++) {
      for (long i = 0; i < second; i++) {
        traffic.answered(i % 4 == 0, second);
      }
      long from = Math.max(100, second - 9);
      long expected = (from + second) * (second - from + 1) / 2;
      assertEquals(expected, traffic.seen(second).requests(), "at " + second);
    }
  }

  @Test
  void aGapLeavesNothingOfBeforeIt() {
    traffic.answered(true, 5);
    traffic.answered(false, 1_000_005);
    assertEquals(new Traffic.Seen(List.of(), 1, 0), traffic.seen(1_000_005));
  }

  @Test
  void latenciesAreKeptWithinAQuarter() {
    for (int millis : new int[] {1, 2, 10, 99, 1_000, 12_345, 60_000}) {
      Traffic one = new Traffic();
      one.held(millis, false, 1);
      List<Integer> holds = one.seen(1).holds();
      assertEquals(Latencies.BUCKETS, holds.size());
      int upper = Latencies.upperMillis(holds.indexOf(1));
      assertTrue(millis <= upper && upper <= millis * 1.25 + 1, millis + " in " + upper);
    }
  }

  @Test
  void twoSeenAddUp() {
    Traffic other = new Traffic();
    traffic.held(3, false, 1);
    traffic.answered(true, 1);
    assertEquals(traffic.seen(1), traffic.seen(1).plus(other.seen(1)));
    assertEquals(traffic.seen(1), other.seen(1).plus(traffic.seen(1)));
    other.held(3, true, 1);
    Traffic.Seen both = traffic.seen(1).plus(other.seen(1));
    assertEquals(3, both.requests());
    assertEquals(2, both.errors());
    assertEquals(2, both.holds().get(Latencies.bucketOf(3)));
  }

  @Test
  void noRequestIsLostBetweenThreads() throws Exception {
    int threads = 4;
    int each = 20_000;
    AtomicLong clock = new AtomicLong(1);
    ExecutorService pool = Executors.newFixedThreadPool(threads);
    List<Runnable> work = new ArrayList<>();
    for (int thread = 0; thread < threads; thread++) {
      work.add(
          () -> {
            for (int i = 0; i < each; i++) {
              // Nine seconds pass for all of them together: all of it is still in the window.
              long second = 1 + clock.getAndIncrement() * 9 / (1L + (long) threads * each);
              traffic.held(i % 50, i % 10 == 0, second);
            }
          });
    }
    work.forEach(pool::execute);
    pool.shutdown();
    assertTrue(pool.awaitTermination(60, TimeUnit.SECONDS));
    Traffic.Seen seen = traffic.seen(10);
    assertEquals(threads * each, seen.requests());
    assertEquals(threads * each / 10, seen.errors());
    assertEquals(threads * each, holds(seen));
  }

  private static int holds(Traffic.Seen seen) {
    return seen.holds().stream().mapToInt(Integer::intValue).sum();
  }
}
