package dev.headgate.booking.config;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Reads a venue: sections with their rows in a list, or, for large venues, sections and rows that
 * are alike written once, with ranges.
 */
final class VenueFile {
  private static final String ID = "{id}";
  private static final String RANGES = "such as 1-40, 01-40, A-P or 1-4,9";

  private final Node root;
  private final Consumer<String> faults;

  VenueFile(Node root, Consumer<String> faults) {
    this.root = root;
    this.faults = faults;
  }

  @Nullable Venue read() {
    String id = root.required("id");
    String name = root.required("name");
    List<Venue.Section> sections = new ArrayList<>();
    for (Node node : root.children("sections")) {
      sections.addAll(sections(node));
    }
    root.refuseUnknown();
    try {
      return new Venue(id, name, sections);
    } catch (IllegalArgumentException wrong) {
      faults.accept(String.valueOf(wrong.getMessage()));
      return null;
    }
  }

  /** One section, or one for each of {@code ids}. */
  private List<Venue.Section> sections(Node node) {
    List<String> ids = node.has("ids") ? node.labels("ids", RANGES) : List.of(node.required("id"));
    String name = node.text("name", "Section " + ID);
    boolean listed = node.isList("rows");
    List<Row> alike = listed ? List.of() : alike(node);
    List<Venue.Row> single = listed ? listed(node) : List.of();
    String prefix = node.text("rowPrefix", "");
    node.refuseUnknown();
    List<Venue.Section> sections = new ArrayList<>();
    for (String id : ids) {
      String own = prefix.replace(ID, id);
      add(
          sections,
          () ->
              new Venue.Section(
                  id,
                  name.replace(ID, id),
                  listed ? single : alike.stream().map(row -> row.labelled(own)).toList()));
    }
    return sections;
  }

  private void add(List<Venue.Section> sections, Supplier<Venue.Section> section) {
    try {
      sections.add(section.get());
    } catch (IllegalArgumentException wrong) {
      faults.accept(String.valueOf(wrong.getMessage()));
    }
  }

  /** A row of each of several sections. */
  private record Row(String label, int seats, Set<Integer> accessible, Set<Integer> restricted) {
    Venue.Row labelled(String prefix) {
      return new Venue.Row(prefix + label, seats, accessible, restricted);
    }
  }

  private List<Row> alike(Node node) {
    List<String> labels = node.labels("rows", RANGES);
    List<Integer> seats = seats(node, labels.size());
    Map<String, Set<Integer>> accessible = marks(node, "accessible", labels);
    Map<String, Set<Integer>> restricted = marks(node, "restrictedView", labels);
    List<Row> rows = new ArrayList<>();
    for (int i = 0; i < Math.min(labels.size(), seats.size()); i++) {
      String label = labels.get(i);
      Set<Integer> none = Set.of();
      rows.add(
          new Row(
              label,
              seats.get(i),
              accessible.getOrDefault(label, none),
              restricted.getOrDefault(label, none)));
    }
    return rows;
  }

  /** As many in every row, or a number for each row. */
  private List<Integer> seats(Node node, int rows) {
    List<Integer> seats =
        node.isList("seats")
            ? node.numbers("seats")
            : Collections.nCopies(rows, node.number("seats", 0));
    if (seats.size() != rows) {
      faults.accept(
          node.at("seats") + ": " + seats.size() + " (expected: one number, or " + rows + ")");
    }
    return seats;
  }

  /** Seat numbers by row label. */
  private Map<String, Set<Integer>> marks(Node node, String key, List<String> rows) {
    Map<String, Set<Integer>> marks = new HashMap<>();
    Node marked = node.child(key);
    for (String row : marked.keys()) {
      if (!rows.contains(row)) {
        faults.accept(node.at(key) + ": " + row + " (expected: one of its rows)");
      }
      Set<Integer> numbers = new HashSet<>();
      for (String label : marked.labels(row, RANGES)) {
        numbers.add(Integer.valueOf(label));
      }
      marks.put(row, numbers);
    }
    return marks;
  }

  private List<Venue.Row> listed(Node section) {
    List<Venue.Row> rows = new ArrayList<>();
    for (Node row : section.children("rows")) {
      String label = row.required("row");
      int seats = row.number("seats", 0);
      Set<Integer> accessible = new HashSet<>(row.numbers("accessible"));
      Set<Integer> restricted = new HashSet<>(row.numbers("restrictedView"));
      row.refuseUnknown();
      try {
        rows.add(new Venue.Row(label, seats, accessible, restricted));
      } catch (IllegalArgumentException wrong) {
        faults.accept(String.valueOf(wrong.getMessage()));
      }
    }
    return rows;
  }
}
