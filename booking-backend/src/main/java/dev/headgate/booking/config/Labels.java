package dev.headgate.booking.config;

import dev.headgate.booking.seat.SeatName;
import java.util.ArrayList;
import java.util.List;

/**
 * Labels and numbers written short: {@code 1-40}, {@code 01-40} (as wide as the first one), {@code
 * A-P}, {@code X-AC}, single ones, and any of these with commas between.
 */
final class Labels {
  private static final int MOST = 20_000;

  private Labels() {}

  /** The labels in the order written. */
  static List<String> of(String written) {
    List<String> labels = new ArrayList<>();
    for (String part : written.split(",", -1)) {
      String range = part.trim();
      int dash = range.indexOf('-');
      if (dash < 0) {
        labels.add(refuseEmpty(range, written));
      } else {
        String from = range.substring(0, dash).trim();
        String to = range.substring(dash + 1).trim();
        labels.addAll(from.matches("[A-Z]{1,3}") ? letters(from, to) : numbers(from, to));
      }
    }
    return labels;
  }

  private static String refuseEmpty(String label, String written) {
    if (label.isEmpty()) {
      throw new IllegalArgumentException(written);
    }
    return label;
  }

  private static List<String> numbers(String from, String to) {
    int first = number(from);
    int last = number(to);
    if (last < first || last - first >= MOST) {
      throw new IllegalArgumentException(from + "-" + to);
    }
    List<String> labels = new ArrayList<>();
    for (int number = first; number <= last; number++) {
      String text = Integer.toString(number);
      labels.add("0".repeat(Math.max(0, from.length() - text.length())) + text);
    }
    return labels;
  }

  private static int number(String text) {
    if (!text.matches("[0-9]{1,6}")) {
      throw new IllegalArgumentException(text);
    }
    return Integer.parseInt(text);
  }

  private static List<String> letters(String from, String to) {
    List<String> labels = new ArrayList<>();
    for (int index = 0; index < MOST; index++) {
      String label = SeatName.label(index);
      if (!labels.isEmpty() || label.equals(from)) {
        labels.add(label);
      }
      if (!labels.isEmpty() && label.equals(to)) {
        return labels;
      }
    }
    throw new IllegalArgumentException(from + "-" + to);
  }
}
