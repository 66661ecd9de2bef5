package dev.headgate.gateway.upstream;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SlidingCountsTest {
  private static final long SLICE = 1_000;
  private static final long WINDOW = 10 * SLICE;

  private record Request(long slice, boolean failed) {}

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 20_261_130})
  void theCountsAreThoseOfTheLastTenSlices(long seed) {
    Random random = new Random(seed);
    SlidingCounts counts = new SlidingCounts(WINDOW);
    Deque<Request> model = new ArrayDeque<>();
    // Clocks of this kind may begin below zero and pass it.
    long now = -30 * SLICE;
    for (int step = 0; step < 3_000; step++) {
      now += random.nextInt(20) == 0 ? random.nextInt(15_000) : random.nextInt(120);
      boolean failed = random.nextBoolean();
      counts.count(failed, now);
      model.add(new Request(Math.floorDiv(now, SLICE), failed));
      long oldest = Math.floorDiv(now, SLICE) - 9;
      model.removeIf(request -> request.slice() < oldest);
      int requests = model.size();
      int failures = (int) model.stream().filter(Request::failed).count();
      for (int percent : new int[] {1, 30, 50, 70, 99}) {
        boolean above = failures * 100 > requests * percent;
        assertEquals(above, counts.isAbove(percent, requests, now), "step " + step);
        assertFalse(counts.isAbove(percent, requests + 1, now), "step " + step);
      }
    }
  }

  @Test
  void aSliceThatIsFullKeepsItsShare() {
    SlidingCounts counts = new SlidingCounts(WINDOW);
    for (int i = 0; i < 700_000; i++) {
      counts.count(i % 4 == 0, 0);
    }
    assertTrue(counts.isAbove(24, 200_000, 0));
    assertFalse(counts.isAbove(26, 200_000, 0));
    assertFalse(counts.isAbove(1, 1, WINDOW), "it is over with its time");
  }

  @Test
  void nothingIsLostOrCountedTwiceWhenManyCount() throws InterruptedException {
    SlidingCounts counts = new SlidingCounts(WINDOW);
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < 16; i++) {
      boolean failed = i % 2 == 0;
      Thread thread =
          new Thread(
              () -> {
                for (int j = 0; j < 10_000; j++) {
                  counts.count(failed, (j % 10) * SLICE);
                }
              });
      threads.add(thread);
      thread.start();
    }
    for (Thread thread : threads) {
      thread.join();
    }
    assertTrue(counts.isAbove(49, 160_000, 9 * SLICE));
    assertFalse(counts.isAbove(50, 160_000, 9 * SLICE));
    assertFalse(counts.isAbove(1, 160_001, 9 * SLICE));
  }
}
