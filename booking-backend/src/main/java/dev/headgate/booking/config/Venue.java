package dev.headgate.booking.config;

import dev.headgate.booking.seat.SeatName;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Where events happen. Seats are named {@code <row>-<number>}, so no two rows of a venue share a
 * label.
 *
 * @param id of the venue
 * @param name as fans read it
 * @param sections in the order of the plan
 */
public record Venue(String id, String name, List<Section> sections) {
  private static final int SEATS_A_ROW = 50;
  private static final int ROWS_A_SECTION = 20;

  public Venue {
    sections = List.copyOf(sections);
    Check.that(!sections.isEmpty(), "venue " + id + " sections", "none", "at least one");
    Set<String> rows = new HashSet<>();
    Set<String> ids = new HashSet<>();
    for (Section section : sections) {
      Check.that(ids.add(section.id()), "section", section.id(), "each id once");
      for (Row row : section.rows()) {
        Check.that(rows.add(row.label()), "row", row.label(), "each label once in a venue");
      }
    }
  }

  /** A part of the venue, its rows in the order in which people read them. */
  public record Section(String id, String name, List<Row> rows) {
    public Section {
      rows = rows.stream().sorted((a, b) -> SeatName.compareRows(a.label(), b.label())).toList();
      Check.that(!id.isBlank(), "section id", "blank", "an id");
      Check.that(!rows.isEmpty(), "section " + id + " rows", "none", "at least one");
    }
  }

  /**
   * A row of seats numbered from 1.
   *
   * @param accessible seats reached without steps
   * @param restrictedView seats that do not see everything
   */
  public record Row(String label, int seats, Set<Integer> accessible, Set<Integer> restrictedView) {
    public Row {
      accessible = Set.copyOf(accessible);
      restrictedView = Set.copyOf(restrictedView);
      Check.within(seats, 1, 10_000, "row " + label + " seats");
    }

    /** A plain row. */
    public static Row of(String label, int seats) {
      return new Row(label, seats, Set.of(), Set.of());
    }

    /** The names of its seats. */
    public List<SeatName> names() {
      List<SeatName> names = new ArrayList<>(seats);
      for (int number = 1; number <= seats; number++) {
        names.add(new SeatName(label, number));
      }
      return names;
    }
  }

  /**
   * A venue of exactly so many seats, in rows of at least 50 (one shorter row where there are fewer
   * in all) and sections of 20 rows, both named from A on.
   */
  public static Venue generated(String id, String name, int seats) {
    Check.within(seats, 1, 500_000, "seats");
    int rows = Math.max(1, seats / SEATS_A_ROW);
    List<Section> sections = new ArrayList<>();
    List<Row> open = new ArrayList<>();
    for (int row = 0; row < rows; row++) {
      open.add(Row.of(SeatName.label(row), seats / rows + (row < seats % rows ? 1 : 0)));
      if (open.size() == ROWS_A_SECTION || row == rows - 1) {
        String label = SeatName.label(sections.size());
        sections.add(new Section(label, "Section " + label, List.copyOf(open)));
        open.clear();
      }
    }
    return new Venue(id, name, sections);
  }

  /** Its seats in all. */
  public int seats() {
    return sections.stream().flatMap(s -> s.rows().stream()).mapToInt(Row::seats).sum();
  }
}
