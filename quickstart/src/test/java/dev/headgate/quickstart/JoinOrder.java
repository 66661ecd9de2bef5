package dev.headgate.quickstart;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** The promise to late fans: a join answered before another was sent has the smaller number. */
final class JoinOrder {
  private JoinOrder() {}

  /**
   * One place that was given.
   *
   * @param sentNanos a moment before it was asked for
   * @param answeredNanos a moment after it was given
   */
  record Joined(int arrival, long sentNanos, long answeredNanos) {}

  /** Who breaks it, over all pairs. */
  static List<String> violations(List<Fan> fans) {
    return violationsOf(
        fans.stream()
            .map(
                fan ->
                    new Joined(
                        fan.arrival(), fan.joined().sentNanos(), fan.joined().answeredNanos()))
            .toList());
  }

  /** Which places break it, over all pairs. */
  static List<String> violationsOf(List<Joined> places) {
    List<Joined> byAnswer = sorted(places, Comparator.comparingLong(Joined::answeredNanos));
    List<String> violations = new ArrayList<>();
    int answered = 0;
    int highest = -1;
    for (Joined place : sorted(places, Comparator.comparingLong(Joined::sentNanos))) {
      // Nobody is answered before being sent, so this ends before the list does.
      while (byAnswer.get(answered).answeredNanos() < place.sentNanos()) {
        highest = Math.max(highest, byAnswer.get(answered++).arrival());
      }
      if (highest >= place.arrival()) {
        violations.add(highest + " was answered before " + place.arrival() + " was sent");
      }
    }
    return violations;
  }

  private static List<Joined> sorted(List<Joined> places, Comparator<Joined> order) {
    return places.stream().sorted(order).toList();
  }
}
