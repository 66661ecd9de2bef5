package dev.headgate.policy.estimate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;

import dev.headgate.policy.estimate.Throughput.Mark;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ThroughputTest {

  /** So many a minute come and stay for so long; a mark each ten seconds. */
  private static List<Mark> sale(int perMinute, int staySeconds, int seconds) {
    List<Mark> marks = new ArrayList<>();
    Deque<Integer> leaving = new ArrayDeque<>();
    long admitted = 0;
    for (int second = 0; second <= seconds; second++) {
      while (admitted < (long) perMinute * second / 60) {
        leaving.add(second + staySeconds);
        admitted++;
      }
      while (!leaving.isEmpty() && leaving.element() <= second) {
        leaving.remove();
      }
      if (second % 10 == 0) {
        Integer free = (int) (100_000 - 2 * (admitted - leaving.size()));
        marks.add(new Mark(second * 1_000L, admitted, leaving.size(), free));
      }
    }
    return marks;
  }

  @ParameterizedTest
  @CsvSource({"600, 120", "600, 480", "60, 300", "6000, 30"})
  void inASteadySaleTheStayAndTheSeatsAFanTakesAreFound(int perMinute, int stay) {
    Throughput found = Throughput.of(sale(perMinute, stay, 3_600));
    assertNotNull(found.stayMinutes());
    assertNotNull(found.seatsPerFan());
    assertEquals(stay / 60.0, found.stayMinutes(), 0.05 * stay / 60.0);
    assertEquals(2.0, found.seatsPerFan(), 0.05);
  }

  @Test
  void beforeEnoughHaveLeftNobodyKnowsHowLongTheyStay() {
    Throughput found = Throughput.of(sale(600, 600, 540));
    assertNull(found.stayMinutes());
    assertNull(found.seatsPerFan(), "nor what they buy");
    assertEquals(Throughput.UNKNOWN, Throughput.of(List.of()));
    assertEquals(Throughput.UNKNOWN, Throughput.of(sale(600, 10, 50)));
  }

  @Test
  void whereTheShopSaysNothingSeatsAreUnknownAndStaysAreNot() {
    List<Mark> silent =
        sale(600, 120, 1_800).stream()
            .map(mark -> new Mark(mark.atMillis(), mark.admitted(), mark.active(), nothing()))
            .toList();
    Throughput found = Throughput.of(silent);
    assertNotNull(found.stayMinutes());
    assertNull(found.seatsPerFan());
  }

  private static @Nullable Integer nothing() {
    return null;
  }

  @Test
  void aCountThatFellBackMakesNothingUp() {
    List<Mark> marks = List.of(new Mark(0, 5_000, 100, 10), new Mark(600_000, 100, 90, 500));
    assertEquals(Throughput.UNKNOWN, Throughput.of(marks));
  }
}
