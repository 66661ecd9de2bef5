package dev.headgate.gateway.operator;

import dev.headgate.gateway.config.EventSettings;
import dev.headgate.gateway.config.EventSettings.Mode;
import dev.headgate.gateway.config.Lane;
import dev.headgate.gateway.http.Problem;
import dev.headgate.gateway.http.ProblemException;
import dev.headgate.gateway.queue.EventView;
import java.util.List;

/** Which settings may no longer change, since places and positions were given out under them. */
final class SettingsRules {
  private SettingsRules() {}

  /** Ends a replacement of the view's settings with 409 when it would move anybody. */
  static void check(EventView view, EventSettings after) {
    EventSettings before = view.settings();
    if (view.entrants().isPresent()) {
      checkDrawn(before, after);
    }
    if (anybodyJoined(view)) {
      checkJoined(before, after);
    }
  }

  private static void checkJoined(EventSettings before, EventSettings after) {
    if (before.dpop() != after.dpop()) {
      throw refused(
          "dpop-in-use",
          "Somebody has joined",
          "Tickets carry the fan's key from the join on: dpop can change only before anybody joins,"
              + " which is also after a reset.");
    }
    if (!keepsLanes(names(before), names(after))) {
      throw refused(
          "lanes-in-use",
          "Somebody has joined",
          "Tickets carry the lane's number: lanes can be added behind the others, and their weights"
              + " can change, but none is renamed, removed or moved.");
    }
  }

  private static void checkDrawn(EventSettings before, EventSettings after) {
    boolean rounds = before.mode() == Mode.RANDOM_ROUNDS;
    if (!before.start().equals(after.start())) {
      throw alreadyDrawn("The start cannot be changed after the draw.");
    }
    if (rounds != (after.mode() == Mode.RANDOM_ROUNDS)) {
      throw alreadyDrawn(
          "After the draw the mode cannot be changed "
              + (rounds ? "from" : "to")
              + " random-rounds: positions would change.");
    }
    if (!before.roundLength().equals(after.roundLength())) {
      throw alreadyDrawn("The length of rounds cannot be changed after the draw.");
    }
  }

  private static boolean anybodyJoined(EventView view) {
    return view.arrivals() > 0 || view.lanes().stream().anyMatch(lane -> lane.arrivals() > 0);
  }

  private static boolean keepsLanes(List<String> before, List<String> after) {
    return after.size() >= before.size() && after.subList(0, before.size()).equals(before);
  }

  private static List<String> names(EventSettings settings) {
    return settings.lanesByNumber().stream().map(Lane::name).toList();
  }

  private static ProblemException alreadyDrawn(String detail) {
    return refused("already-drawn", "The draw has taken place", detail);
  }

  private static ProblemException refused(String code, String title, String detail) {
    return new ProblemException(Problem.of(409, code, title, detail));
  }
}
