package dev.headgate.booking.seat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The rule against leaving a single empty seat between others. A seat is left single when it is
 * free, had a free neighbour before, and has none after.
 */
public final class SingleSeats {
  private SingleSeats() {}

  /**
   * The seats of one row that would be left single by taking some, where that can be avoided.
   *
   * @param freeByNumber every seat of the row that is on sale, and whether it is free; a number
   *     that is missing is an end of the row as much as a taken seat is
   * @param taking numbers of free seats
   * @return their numbers, or nothing where no one can choose so many neighbours in this row
   *     without leaving one
   */
  public static List<Integer> left(Map<Integer, Boolean> freeByNumber, Set<Integer> taking) {
    TreeSet<Integer> free = new TreeSet<>();
    new TreeMap<>(freeByNumber).forEach((number, isFree) -> addIf(isFree, number, free));
    List<Integer> left = single(free, taking);
    return left.isEmpty() || !avoidable(free, taking.size()) ? List.of() : left;
  }

  private static void addIf(boolean isFree, int number, Set<Integer> free) {
    if (isFree) {
      free.add(number);
    }
  }

  private static List<Integer> single(Set<Integer> free, Set<Integer> taking) {
    List<Integer> single = new ArrayList<>();
    for (int number : free) {
      boolean stays = !taking.contains(number);
      if (stays && hasNeighbour(number, free, Set.of()) && !hasNeighbour(number, free, taking)) {
        single.add(number);
      }
    }
    return single;
  }

  private static boolean hasNeighbour(int number, Set<Integer> free, Set<Integer> without) {
    return isThere(number - 1, free, without) || isThere(number + 1, free, without);
  }

  private static boolean isThere(int number, Set<Integer> free, Set<Integer> without) {
    return free.contains(number) && !without.contains(number);
  }

  /** Whether so many neighbours can be taken somewhere in the row without leaving one single. */
  private static boolean avoidable(Set<Integer> free, int count) {
    for (int first : free) {
      Set<Integer> others = new TreeSet<>();
      for (int number = first; number < first + count && free.contains(number); number++) {
        others.add(number);
      }
      if (others.size() == count && single(free, others).isEmpty()) {
        return true;
      }
    }
    return false;
  }
}
