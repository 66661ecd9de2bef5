package dev.headgate.gateway.preview;

import static dev.headgate.gateway.preview.Documents.pause;
import static dev.headgate.gateway.preview.Documents.place;

import java.time.Duration;
import java.util.List;

/** From the call to the shop. */
final class Turn {
  private static final Told CALLED =
      place("on-sale", "called")
          .inLine(3_199, 0)
          .counting("turnEndsAt", Duration.ofMinutes(5), Duration.ofMinutes(1));

  private Turn() {}

  static List<State> states() {
    Answer moment = Answer.refused(429, "moment-please").retry(30);
    Told paused = place("paused", "called").inLine(3_199, 0);
    return List.of(
        new State("called", "It is the fan's turn", Answers.of(CALLED), Stage.BY_HAND),
        new State(
            "paused-turn",
            "Called, and paused with a reason",
            Answers.of(paused.with("pause", pause("The shop is restarting."))),
            Stage.BY_HAND),
        new State(
            "door",
            "At the door: the next free place inside is the fan's",
            Answers.of(CALLED).claimed(moment.with("place", CALLED.with("turnEndsAt", null)))),
        new State(
            "door-moment",
            "At the door while the order is being worked out",
            Answers.of(CALLED).claimed(moment.with("place", place("on-sale", "waiting")))),
        new State(
            "blocked",
            "The turn of a browser that keeps no cookies",
            Answers.of(CALLED)
                .unnamed(Answer.refused(401, "no-place"))
                .claimed(Answer.refused(401, "no-place"))),
        new State(
            "stranger",
            "The turn of a place that is bound to another browser",
            Answers.of(CALLED).claimed(Answer.refused(401, "proof-invalid"))),
        new State(
            "admitted",
            "Let in, and back on the queue page",
            Answers.of(CALLED.with("state", "admitted").with("turnEndsAt", null)),
            Stage.BY_HAND),
        new State("inside", "Let in, where the event names no page", Answers.of(CALLED)));
  }
}
