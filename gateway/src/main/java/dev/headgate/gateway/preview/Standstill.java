package dev.headgate.gateway.preview;

import static dev.headgate.gateway.preview.Documents.pause;
import static dev.headgate.gateway.preview.Documents.place;

import java.util.List;

/** Nothing moves, or the page cannot see it move. */
final class Standstill {
  private static final String REASON = "We are checking the map of seats, about ten minutes.";
  private static final Told MIDWAY =
      place("on-sale", "waiting").inLine(8_341, 4_120).takes(1_260, 1_900);

  private Standstill() {}

  static List<State> states() {
    Told paused = place("paused", "waiting");
    Stage from = Stage.BARE.from(8_341);
    return List.of(
        new State(
            "paused",
            "Paused, with a reason",
            Answers.of(paused.inLine(8_341, 4_120).with("pause", pause(REASON))),
            from),
        new State(
            "paused-unsaid",
            "Paused, without a reason",
            Answers.of(paused.inLine(8_341, 4_120)),
            from),
        new State("paused-early", "Paused before the draw", Answers.of(paused)),
        new State(
            "lost", "The connection is lost", Answers.of(MIDWAY).thenLooked(Answer.BROKEN), from),
        new State(
            "restoring",
            "The queue is coming back",
            Answers.of(MIDWAY).thenLooked(Answer.refused(503, "restoring").retry(60)),
            from),
        new State(
            "cookieless",
            "The browser keeps no cookies: the place lives in the page",
            Answers.of(MIDWAY)
                .thenLooked(Answer.ok(MIDWAY))
                .unnamed(Answer.refused(401, "no-place")),
            from));
  }
}
