package dev.headgate.gateway.operator;

import dev.headgate.gateway.config.FieldError;
import dev.headgate.gateway.config.InvalidSettingsException;
import dev.headgate.gateway.queue.EventView;
import dev.headgate.gateway.queue.LaneView;
import dev.headgate.gateway.token.Admission;
import dev.headgate.gateway.token.AdmissionTokens;
import java.util.List;

/** How operators name a place: {@code 1234} of the general lane, or {@code <lane>-1234}. */
final class PlaceName {
  private static final String NUMBER = "0|[1-9][0-9]{0,9}";

  private PlaceName() {}

  /** A number in a lane: an arrival number or a position, as it was asked for. */
  record At(int lane, int number) {
    /** As operators write it. */
    String text() {
      return lane == 0 ? Integer.toString(number) : lane + "-" + number;
    }
  }

  /**
   * Reads a number with its lane, which is named or numbered.
   *
   * @param field what to call it when it is none
   */
  static At numbered(EventView view, String text, String field) {
    int hyphen = text.lastIndexOf('-');
    int lane = hyphen < 0 ? 0 : lane(view, text.substring(0, hyphen));
    String number = text.substring(hyphen + 1);
    if (lane < 0 || !number.matches(NUMBER) || Long.parseLong(number) > Integer.MAX_VALUE) {
      throw wrong(field, "a number such as 1234, or with its lane members-1234 or 1-1234");
    }
    return new At(lane, Integer.parseInt(number));
  }

  private static int lane(EventView view, String name) {
    List<LaneView> lanes = view.lanes();
    for (LaneView lane : lanes) {
      if (lane.name().equals(name) || Integer.toString(lane.number()).equals(name)) {
        return lane.number();
      }
    }
    return name.equals("0") ? 0 : -1;
  }

  /** The position that a session's id names, in the event's present life. */
  static At session(EventView view, AdmissionTokens admissions, String id, String field) {
    Admission named =
        admissions
            .readSessionId(view.event(), id)
            .filter(admission -> admission.epoch() == view.epoch())
            .orElseThrow(() -> wrong(field, "the id of a session of this event's present life"));
    return new At(named.lane(), named.position());
  }

  private static InvalidSettingsException wrong(String field, String expected) {
    return new InvalidSettingsException(
        List.of(new FieldError(field, "(expected: " + expected + ")")));
  }
}
