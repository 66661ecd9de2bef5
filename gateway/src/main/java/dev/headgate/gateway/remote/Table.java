package dev.headgate.gateway.remote;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** Rows of text in columns as wide as they have to be. Figures stand to the right. */
final class Table {
  private static final String GAP = "  ";

  private final List<List<String>> rows = new ArrayList<>();

  Table(String... head) {
    rows.add(List.of(head));
  }

  void row(String... cells) {
    rows.add(List.of(cells));
  }

  void print(PrintWriter out) {
    int columns = rows.get(0).size();
    List<Integer> widths =
        IntStream.range(0, columns)
            .mapToObj(i -> rows.stream().mapToInt(row -> width(row.get(i))).max().orElse(0))
            .toList();
    List<Boolean> right = IntStream.range(0, columns).mapToObj(this::holdsFigures).toList();
    for (List<String> row : rows) {
      StringBuilder line = new StringBuilder();
      for (int i = 0; i < columns; i++) {
        line.append(i == 0 ? "" : GAP).append(padded(row.get(i), widths.get(i), right.get(i)));
      }
      out.println(line.toString().stripTrailing());
    }
  }

  private boolean holdsFigures(int column) {
    List<String> known =
        rows.stream()
            .skip(1)
            .map(row -> row.get(column))
            .filter(cell -> !cell.equals(Node.NOTHING))
            .toList();
    return !known.isEmpty()
        && known.stream().allMatch(cell -> cell.matches("[0-9][0-9,]*([.][0-9]+)?( %)?"));
  }

  private static String padded(String text, int width, boolean right) {
    String space = " ".repeat(Math.max(0, width - width(text)));
    return right ? space + text : text + space;
  }

  private static int width(String text) {
    return text.codePointCount(0, text.length());
  }
}
