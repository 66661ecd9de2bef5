package dev.headgate.gateway.preview;

import static dev.headgate.gateway.preview.Documents.message;
import static dev.headgate.gateway.preview.Documents.place;

import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.List;

/** Until there is an order. */
final class BeforeTheSale {
  private static final String WAITING = "waiting";

  private BeforeTheSale() {}

  static List<State> states() {
    Told drawn = place(WAITING, WAITING).takes(4_200, 9_000);
    Told early = place(WAITING, WAITING).with("position", 120).with("ahead", 120);
    return List.of(
        new State(
            "joining",
            "The page has just come and asks for a place",
            Answers.refused(Answer.refused(429, "slow-down").retry(600))),
        new State(
            "checking",
            "The event asks for work, which the browser does",
            Refused.challenged(),
            Stage.BARE.withIdleWorkers()),
        new State("closed", "The queue is not open yet", Answers.refused(notOpen())),
        new State("in-the-draw", "In the draw, the start is known", Answers.of(drawn)),
        new State(
            "in-the-draw-unset",
            "In the draw, the start is not known",
            Answers.of(place(WAITING, WAITING).with("onSaleAt", null))),
        new State(
            "message",
            "In the draw, with a message of the organiser",
            Answers.of(drawn.with("message", message(SAID)))),
        new State("drawing", "The draw is happening", Answers.of(place("drawing", WAITING))),
        new State(
            "early",
            "First come, first served: before the start",
            Answers.of(early.takes(1_300, 2_100))),
        new State(
            "early-unset",
            "The same, the start is not known",
            Answers.of(early.with("onSaleAt", null))),
        new State("round", "In a round that is still open", round()),
        new State("without-script", "The page where JavaScript is off", Answers.of(drawn))
            .unscripted());
  }

  private static final String SAID =
      "Doors open at six.\nEvery order is for four tickets at most; prams can be left at gate B.";

  private static Answer notOpen() {
    Told opening =
        Answer.refused(403, "not-open")
            .told()
            .counting("opensAt", Duration.ofDays(1), Duration.ofDays(2));
    return new Answer(403, opening, 0);
  }

  private static Answers round() {
    Told round = now -> new JsonObject().put("number", 4);
    Told open = round.counting("closesAt", Duration.ofMinutes(10), Duration.ofMinutes(2));
    return Answers.of(place("on-sale", WAITING).takes(2_000, 4_000))
        .status("mode", "random-rounds")
        .status(status -> now -> status.at(now).put("round", open.at(now)));
  }
}
