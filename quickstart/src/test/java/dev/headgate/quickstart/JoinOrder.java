package dev.headgate.quickstart;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** The promise to late fans: a join answered before another was sent has the smaller number. */
final class JoinOrder {
  private JoinOrder() {}

  /** Who breaks it, over all pairs. */
  static List<String> violations(List<Fan> fans) {
    List<Fan> byAnswer =
        sorted(fans, Comparator.comparingLong(fan -> fan.joined().answeredNanos()));
    List<String> violations = new ArrayList<>();
    int answered = 0;
    int highest = -1;
    for (Fan fan : sorted(fans, Comparator.comparingLong(fan -> fan.joined().sentNanos()))) {
      // Nobody is answered before being sent, so this ends before the list does.
      while (byAnswer.get(answered).joined().answeredNanos() < fan.joined().sentNanos()) {
        highest = Math.max(highest, byAnswer.get(answered++).arrival());
      }
      if (highest >= fan.arrival()) {
        violations.add(highest + " was answered before " + fan.arrival() + " was sent");
      }
    }
    return violations;
  }

  private static List<Fan> sorted(List<Fan> fans, Comparator<Fan> order) {
    return fans.stream().sorted(order).toList();
  }
}
