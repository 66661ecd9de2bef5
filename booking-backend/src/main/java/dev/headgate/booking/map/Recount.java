package dev.headgate.booking.map;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Holds the counts of a plan and a projection against those of the rows. */
final class Recount {
  private static final int FIELDS = 5;

  private Recount() {}

  /** {@code counted} has {@code free held paying sold section} for each section on sale. */
  static boolean isEqual(SeatPlan plan, String states, String[] counted) {
    Map<String, Counts> rows = new HashMap<>();
    for (String line : counted) {
      String[] fields = line.split(" ", FIELDS);
      rows.put(
          fields[4],
          new Counts(
              Integer.parseInt(fields[0]),
              Integer.parseInt(fields[1]),
              Integer.parseInt(fields[2]),
              Integer.parseInt(fields[3])));
    }
    List<Counts> ours = plan.counts(states);
    for (int i = 0; i < ours.size(); i++) {
      Counts row = rows.remove(plan.sections().get(i).id());
      if (!ours.get(i).equals(row == null ? new Counts(0, 0, 0, 0) : row)) {
        return false;
      }
    }
    return rows.isEmpty();
  }
}
