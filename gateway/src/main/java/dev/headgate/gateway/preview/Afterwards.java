package dev.headgate.gateway.preview;

import static dev.headgate.gateway.preview.Documents.place;

import java.util.List;

/** When there is nothing to wait for any more. */
final class Afterwards {
  private Afterwards() {}

  static List<State> states() {
    Told line = place("on-sale", "waiting").inLine(8_341, 4_120);
    Told soldOut = line.with("phase", "sold-out");
    return List.of(
        new State(
            "turn-missed",
            "The turn was not taken in time",
            Answers.of(place("on-sale", "over").inLine(3_199, 0))),
        new State(
            "visit-over",
            "The visit to the shop has ended",
            Answers.of(place("on-sale", "called").inLine(3_199, 0))
                .claimed(Answer.refused(410, "turn-over"))),
        new State(
            "reset",
            "The queue was reset",
            Answers.of(line).thenLooked(Answer.refused(410, "queue-reset"))),
        new State(
            "sold-for-now",
            "Sold out, while some tickets are only held",
            Answers.of(soldOut).remaining(0, 39)),
        new State("sold-out", "Sold out, in line", Answers.of(soldOut).remaining(0, 0)),
        new State(
            "sold-out-early",
            "Sold out before the fan came",
            Answers.refused(Answer.refused(409, "sold-out")).remaining(0, 0)),
        new State("ended", "The sale has ended", Answers.of(line.with("phase", "ended"))));
  }
}
