package dev.headgate.policy.order;

import java.util.Arrays;
import java.util.OptionalInt;

/**
 * Where everyone stands in an event in rounds: the arrivals of each closed round are shuffled among
 * themselves, and rounds follow one another. Arrivals of the open round have no position yet.
 *
 * <p>Immutable; 4 bytes a fan of a closed round, shared with the orders it grew from.
 */
public final class RoundsOrder {

  /** The order before any round has closed. */
  public static final RoundsOrder NONE = new RoundsOrder(new int[0], new int[0], new Draw[0]);

  private final int[] numbers;
  private final int[] firsts;
  private final Draw[] draws;

  private RoundsOrder(int[] numbers, int[] firsts, Draw[] draws) {
    this.numbers = numbers;
    this.firsts = firsts;
    this.draws = draws;
  }

  /**
   * The order with one more closed round behind the others. A round in which nobody came may be
   * left out.
   *
   * @param number of the round, greater than those before
   * @param first its first arrival number, which is its first position as well: the {@link
   *     #frontier}
   * @param draw of its arrivals among themselves
   * @throws IllegalArgumentException if the round does not follow on those before
   */
  public RoundsOrder plus(int number, int first, Draw draw) {
    int last = numbers.length - 1;
    if (number < 0 || (last >= 0 && number <= numbers[last])) {
      throw new IllegalArgumentException(
          "number: " + number + " (expected: >= " + (last < 0 ? 0 : numbers[last] + 1) + ")");
    }
    if (first != frontier()) {
      throw new IllegalArgumentException("first: " + first + " (expected: " + frontier() + ")");
    }
    Math.addExact(first, draw.entrants());
    RoundsOrder grown =
        new RoundsOrder(
            Arrays.copyOf(numbers, last + 2),
            Arrays.copyOf(firsts, last + 2),
            Arrays.copyOf(draws, last + 2));
    grown.numbers[last + 1] = number;
    grown.firsts[last + 1] = first;
    grown.draws[last + 1] = draw;
    return grown;
  }

  /**
   * The position of an arrival number, both from 0; empty while its round is open.
   *
   * @throws IllegalArgumentException if {@code arrival} is negative
   */
  public OptionalInt positionOf(int arrival) {
    if (arrival < 0) {
      throw new IllegalArgumentException("arrival: " + arrival + " (expected: >= 0)");
    }
    if (arrival >= frontier()) {
      return OptionalInt.empty();
    }
    int round = lastAtOrBefore(arrival);
    return OptionalInt.of(firsts[round] + draws[round].positionOf(arrival - firsts[round]));
  }

  /** How many arrivals have a position: those of all closed rounds. */
  public int frontier() {
    int last = draws.length - 1;
    return last < 0 ? 0 : firsts[last] + draws[last].entrants();
  }

  /** How many rounds it is made of. */
  public int rounds() {
    return draws.length;
  }

  /** Of rounds without arrivals, which begin where the next one does, the search skips all. */
  private int lastAtOrBefore(int arrival) {
    int low = 0;
    int high = firsts.length - 1;
    while (low < high) {
      int middle = (low + high + 1) >>> 1;
      if (firsts[middle] <= arrival) {
        low = middle;
      } else {
        high = middle - 1;
      }
    }
    return low;
  }
}
