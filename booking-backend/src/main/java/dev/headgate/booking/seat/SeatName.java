package dev.headgate.booking.seat;

import java.util.Comparator;

/**
 * A seat's name within its event, {@code <row>-<number>}, ordered as people read a plan: row Z
 * before AA, seat 2 before 10.
 *
 * @param row letters or digits
 * @param number from 1
 */
public record SeatName(String row, int number) implements Comparable<SeatName> {
  private static final Comparator<SeatName> AS_PEOPLE_READ =
      Comparator.comparing(SeatName::row, SeatName::compareRows).thenComparingInt(SeatName::number);
  private static final int LETTERS = 26;

  public SeatName {
    if (!row.matches("[A-Z]{1,6}|[1-9][0-9]{0,5}")) {
      throw new IllegalArgumentException(
          "row: " + row + " (expected: up to six capital letters, or a number)");
    }
    if (number < 1) {
      throw new IllegalArgumentException("seat number: " + number + " (expected: >= 1)");
    }
  }

  /** The label of the n-th row or section, from 0: A to Z, then AA, AB and so on. */
  public static String label(int index) {
    StringBuilder label = new StringBuilder();
    for (int rest = index; rest >= 0; rest = rest / LETTERS - 1) {
      label.insert(0, (char) ('A' + rest % LETTERS));
    }
    return label.toString();
  }

  /** Shorter labels first: that puts Z before AA, and row 2 before row 10. */
  public static int compareRows(String one, String other) {
    int byLength = Integer.compare(one.length(), other.length());
    return byLength != 0 ? byLength : one.compareTo(other);
  }

  /** The name as it is written. */
  public String written() {
    return row + "-" + number;
  }

  @Override
  public int compareTo(SeatName other) {
    return AS_PEOPLE_READ.compare(this, other);
  }
}
