package dev.headgate.booking.seat;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import dev.headgate.booking.seat.BestSeats.Row;
import dev.headgate.booking.seat.BestSeats.Span;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BestSeatsTest {

  /** Rows A, B, C and so on, from the front: {@code .} free, {@code x} somebody's. */
  private static List<Row> rows(String plan) {
    List<Row> rows = new ArrayList<>();
    int place = 0;
    String[] lines = plan.split(" ", -1);
    for (int i = 0; i < lines.length; i++) {
      List<Integer> free = new ArrayList<>();
      for (int n = 0; n < lines[i].length(); n++) {
        if (lines[i].charAt(n) == '.') {
          free.add(n + 1);
        }
      }
      int length = lines[i].length();
      if (!free.isEmpty()) {
        Span span = new Span(place, place + length - 1);
        rows.add(new Row("S", SeatName.label(i), span, 1, length, free));
      }
      place += length;
    }
    return rows;
  }

  @ParameterizedTest
  @CsvSource({
    // The middle of the front row.
    "......... ........., 1, A-5",
    "......... ........., 2, A-4 A-5",
    "......... ........., 3, A-4 A-5 A-6",
    // Neighbours further back before others in front.
    ".x.x.x.x. ........., 2, B-4 B-5",
    // As near to the middle as it goes.
    "xx..x..xx .........,  2, A-3 A-4",
    "..xxxx.xx ., 2, A-1 A-2",
    // No row has so many: parts in adjacent rows, the greater part in front.
    "..x...x ....xxx, 6, A-4 A-5 A-6 B-2 B-3 B-4",
    // Not over a row that is full.
    "..x..x xxxxxx ..xx.., 3, A-1 A-2 A-4",
    "..xx xxxx ..xx ..xx, 4, C-1 C-2 D-1 D-2",
    // Nothing is together: any of them.
    ".x.x. xxxxx .x.x., 5, A-1 A-3 A-5 C-1 C-3",
    ".x.x., 4, ''",
  })
  void theBestSeatsAreTogetherThenInFrontThenInTheMiddle(String plan, int count, String best) {
    List<List<String>> choices = new BestSeats(rows(plan), count, false).choices(1);
    assertEquals(best, choices.isEmpty() ? "" : String.join(" ", choices.get(0)));
  }

  @ParameterizedTest
  @CsvSource({
    "..x....x, 3, A-4 A-5 A-6",
    ".....  , 2, A-1 A-2",
    "....., 4, A-1 A-2 A-3 A-4",
  })
  void whereSingleSeatsAreSparedTheMiddleGivesWay(String plan, int count, String best) {
    BestSeats seats = new BestSeats(rows(plan.strip()), count, true);
    assertEquals(best, String.join(" ", seats.choices(1).get(0)));
  }

  /** A hall with pairs here and there, and somebody who wants eight: work is counted in bytes. */
  @Test
  void neighboursInAdjacentRowsAreFoundWithoutLookingAtWhatEveryPairWouldLeave() {
    String plan = String.join(" ", Collections.nCopies(400, "..x".repeat(15)));
    BestSeats seats = new BestSeats(rows(plan), 8, true);
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long before = threads.getCurrentThreadAllocatedBytes();
    List<List<String>> choices = seats.choices(1);
    long bytes = threads.getCurrentThreadAllocatedBytes() - before;
    assertEquals("A-22 A-23 B-22 B-23 C-22 C-23 D-22 D-23", String.join(" ", choices.get(0)));
    assertTrue(bytes < 60_000_000, bytes + " bytes");
  }

  @Test
  void everyChoiceIsOfFreeSeatsOnceEachAndOneIsFoundWheneverEnoughAreFree() {
    Random random = new Random(5);
    for (int run = 0; run < 1_000; run++) {
      StringBuilder plan = new StringBuilder();
      int free = 0;
      for (int i = 0; i < 30; i++) {
        boolean isFree = random.nextInt(4) == 0;
        free += isFree ? 1 : 0;
        plan.append(isFree ? '.' : 'x').append(i % 6 == 5 && i < 29 ? " " : "");
      }
      int count = 1 + random.nextInt(8);
      List<Row> rows = rows(plan.toString());
      List<List<String>> choices =
          new BestSeats(rows, count, random.nextBoolean()).choices(1 + random.nextInt(20));
      assertEquals(free >= count, !choices.isEmpty(), plan + " " + count);
      for (List<String> choice : choices) {
        assertEquals(count, new HashSet<>(choice).size(), plan + " " + choice);
        for (String seat : choice) {
          int number = Integer.parseInt(seat.substring(2));
          assertTrue(
              rows.stream()
                  .anyMatch(r -> seat.startsWith(r.label() + "-") && r.free().contains(number)),
              plan + " " + choice);
        }
      }
    }
  }
}
