package dev.headgate.booking.seat;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SingleSeatsTest {

  /** A row: {@code .} free, {@code x} somebody's, {@code #} to be taken; what is left single. */
  @ParameterizedTest
  @CsvSource({
    // At an end of the row, beside others, in the middle with two left on each side.
    "##....,      ''",
    "x##...x,     ''",
    "..##..,      ''",
    // One left between the chosen and an end, or others, or other chosen ones.
    ".##...,      1",
    "x.##..x,     2",
    "..##.x,      5",
    "#.#...,      2",
    ".#..#.,      '1,6'",
    // It was single before.
    "x.x##..,     ''",
    ".x##...,     ''",
    // There is no other choice: all but one of what is free, in the only place for so many.
    "##.,         ''",
    ".##,         ''",
    "x##.x,       ''",
    "##.x.x,      ''",
    // There is: another stretch of the row takes so many without leaving one.
    "##.x..x,     3",
    "##.x....,    3",
    // Everything.
    "####,        ''",
    "#,           ''",
  })
  void aSeatIsLeftSingleOnlyWhereThatCouldBeAvoided(String row, String single) {
    Map<Integer, Boolean> free = new HashMap<>();
    Set<Integer> taking = new HashSet<>();
    for (int i = 0; i < row.length(); i++) {
      free.put(i + 1, row.charAt(i) != 'x');
      if (row.charAt(i) == '#') {
        taking.add(i + 1);
      }
    }
    List<String> expected = single.isEmpty() ? List.of() : List.of(single.split(",", -1));
    assertEquals(expected.stream().map(Integer::valueOf).toList(), SingleSeats.left(free, taking));
  }

  @Test
  void nobodyIsEverRefusedEveryChoiceOfNeighbours() {
    Random random = new Random(11);
    for (int run = 0; run < 2_000; run++) {
      Map<Integer, Boolean> free = new HashMap<>();
      int length = 1 + random.nextInt(14);
      for (int number = 1; number <= length; number++) {
        free.put(number, random.nextInt(3) > 0);
      }
      int count = 1 + random.nextInt(4);
      List<Set<Integer>> choices = choices(free, count);
      boolean any = choices.isEmpty();
      for (Set<Integer> choice : choices) {
        any |= SingleSeats.left(free, choice).isEmpty();
      }
      assertTrue(any, free + " " + count);
    }
  }

  private static List<Set<Integer>> choices(Map<Integer, Boolean> free, int count) {
    List<Set<Integer>> choices = new ArrayList<>();
    for (int first : free.keySet()) {
      Set<Integer> choice = new HashSet<>();
      for (int number = first; number < first + count; number++) {
        if (free.getOrDefault(number, false)) {
          choice.add(number);
        }
      }
      if (choice.size() == count) {
        choices.add(choice);
      }
    }
    return choices;
  }
}
