package dev.headgate.gateway.preview;

import static dev.headgate.gateway.preview.Documents.place;

import java.util.List;

/** A place that goes on on another device: the one it leaves, and the one it comes to. */
final class OtherDevice {
  private OtherDevice() {}

  static List<State> states() {
    Answers line = Answers.of(place("on-sale", "waiting").inLine(8_341, 4_120).takes(1_260, 1_900));
    Stage offered = Stage.BARE.from(8_341).press("#device");
    Stage linked = Stage.BARE.fragment("place=" + Documents.TICKET);
    Told over = place("on-sale", "over").inLine(3_199, 0);
    return List.of(
        new State("handover", "The link and its code are shown", line, offered),
        new State(
            "handover-bound",
            "The place is bound to this browser",
            line.link(Answer.refused(409, "bound-place")),
            offered),
        new State(
            "handover-failed",
            "No link could be made",
            line.link(Answer.refused(500, "internal")),
            offered),
        new State("moving", "The link was opened", line, linked),
        new State(
            "unmoved-broken", "The link is not complete", line, Stage.BARE.fragment("place=%21")),
        new State(
            "unmoved-old",
            "The queue was reset since the link was made",
            line.thenLooked(Answer.refused(410, "queue-reset")),
            linked),
        new State("unmoved-over", "The turn of the place is over", Answers.of(over), linked));
  }
}
