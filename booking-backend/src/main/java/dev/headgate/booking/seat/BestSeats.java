package dev.headgate.booking.seat;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The best of what is free: neighbours in one row, the row nearest the front and the middle of it
 * first; then neighbours in as few adjacent rows as will do; then any.
 */
public final class BestSeats {
  private static final int MOST_ROWS = 4;

  private final List<Row> rows;
  private final int count;
  private final boolean sparesSingles;

  /**
   * A row with seats that are free.
   *
   * @param section it is in
   * @param label of the row
   * @param place of its first seat in the plan; rows with adjacent places are adjacent
   * @param first number in the row, whether free or not
   * @param last number in the row, whether free or not
   * @param free numbers, ascending
   */
  public record Row(
      String section, String label, Span place, int first, int last, List<Integer> free) {
    public Row {
      free = List.copyOf(free);
    }

    /** How far from the middle of the row these neighbours are, in halves of a seat. */
    int fromMiddle(Window window) {
      return Math.abs((window.first() * 2 + window.count() - 1) - (first + last));
    }
  }

  /**
   * Places in the plan.
   *
   * @param from the first
   * @param to the last
   */
  public record Span(int from, int to) {}

  private record Window(Row row, int first, int count) {
    List<String> names() {
      List<String> names = new ArrayList<>(count);
      for (int number = first; number < first + count; number++) {
        names.add(row.label() + "-" + number);
      }
      return names;
    }

    boolean leavesSingles() {
      Map<Integer, Boolean> free = new HashMap<>();
      row.free().forEach(number -> free.put(number, true));
      Set<Integer> taking = new HashSet<>();
      for (int number = first; number < first + count; number++) {
        taking.add(number);
      }
      return !SingleSeats.left(free, taking).isEmpty();
    }
  }

  /**
   * Looks for so many.
   *
   * @param rows with free seats, nearest the front first
   * @param sparesSingles whether to prefer what leaves no single seat
   */
  public BestSeats(List<Row> rows, int count, boolean sparesSingles) {
    this.rows = List.copyOf(rows);
    this.count = count;
    this.sparesSingles = sparesSingles;
  }

  /**
   * The best choices, the best one first: at most so many, all as good in kind as the first, or
   * none where too few seats are free.
   */
  public List<List<String>> choices(int atMost) {
    List<List<String>> together = inOneRow(atMost);
    if (!together.isEmpty()) {
      return together;
    }
    List<List<String>> adjacent = inAdjacentRows(atMost);
    if (!adjacent.isEmpty()) {
      return adjacent;
    }
    List<String> any = new ArrayList<>();
    rows.forEach(row -> row.free().forEach(number -> any.add(row.label() + "-" + number)));
    return any.size() < count ? List.of() : List.of(any.subList(0, count));
  }

  /** Whether so many neighbours are free in one row. */
  public boolean hasNeighbours() {
    return !inOneRow(1).isEmpty();
  }

  /** Whether the choices are seats here and there, because no neighbours will do. */
  public boolean isScattered() {
    return inOneRow(1).isEmpty() && inAdjacentRows(1).isEmpty();
  }

  private List<List<String>> inOneRow(int atMost) {
    List<List<String>> choices = new ArrayList<>();
    for (Row row : rows) {
      for (Window window : windows(row, count)) {
        if (choices.size() == atMost) {
          return choices;
        }
        if (isGood(window)) {
          choices.add(window.names());
        }
      }
    }
    return choices;
  }

  /** Every place for so many neighbours in a row, the most central first. */
  private List<Window> windows(Row row, int size) {
    List<Window> windows = new ArrayList<>();
    List<Integer> free = row.free();
    for (int i = 0; i + size <= free.size(); i++) {
      if (free.get(i + size - 1) - free.get(i) == size - 1) {
        windows.add(new Window(row, free.get(i), size));
      }
    }
    windows.sort(Comparator.comparingInt(row::fromMiddle));
    return windows;
  }

  // Most of the work: so only one after the other, and mostly the first will do.
  private boolean isGood(Window window) {
    return !sparesSingles || !window.leavesSingles();
  }

  private List<List<String>> inAdjacentRows(int atMost) {
    for (int most = 2; most <= MOST_ROWS; most++) {
      List<List<String>> choices = new ArrayList<>();
      for (int i = 0; i < rows.size() && choices.size() < atMost; i++) {
        List<String> parts = partsFrom(i, most);
        if (parts.size() == count) {
          choices.add(parts);
        }
      }
      if (!choices.isEmpty()) {
        return choices;
      }
    }
    return List.of();
  }

  /** The longest neighbourhoods of at most so many rows that follow one another. */
  private List<String> partsFrom(int start, int mostRows) {
    List<String> names = new ArrayList<>();
    for (int i = start; i < Math.min(rows.size(), start + mostRows); i++) {
      if (i > start && !areAdjacent(rows.get(i - 1), rows.get(i))) {
        break;
      }
      List<String> part = longest(rows.get(i), count - names.size());
      if (part.isEmpty()) {
        break;
      }
      names.addAll(part);
    }
    return names;
  }

  private List<String> longest(Row row, int atMost) {
    for (int size = Math.min(atMost, row.free().size()); size > 0; size--) {
      for (Window window : windows(row, size)) {
        if (isGood(window)) {
          return window.names();
        }
      }
    }
    return List.of();
  }

  private static boolean areAdjacent(Row one, Row next) {
    return one.section().equals(next.section()) && one.place().to() + 1 == next.place().from();
  }
}
