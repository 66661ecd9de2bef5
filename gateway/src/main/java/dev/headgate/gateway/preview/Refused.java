package dev.headgate.gateway.preview;

import static dev.headgate.gateway.preview.Documents.place;

import java.util.List;

/** Where no place is given, or none that helps. */
final class Refused {
  private Refused() {}

  static List<State> states() {
    Told line = place("on-sale", "waiting").inLine(8_341, 4_120);
    Answer unknown = Answer.refused(401, "no-place");
    Answer withoutTicket = Answer.made(line);
    return List.of(
        new State("full", "Every place has been handed out", joining(429, "queue-full", 600)),
        new State("rejected", "The organiser lets nobody in", joining(403, "rejected", 0)),
        new State(
            "rejected-in-line",
            "The same, for a fan who was in line before",
            Answers.of(line).status("mode", "reject")),
        new State("entry", "The entry link is not valid", joining(403, "entry-invalid", 0)),
        new State(
            "cookies",
            "The browser keeps no cookies, and the page has no ticket",
            Answers.of(line).joined(withoutTicket).thenLooked(unknown)),
        new State(
                "keyless",
                "Places are bound to a key, and the browser keeps none",
                Answers.of(line),
                Stage.BARE.without("indexedDB"))
            .keyedTo(),
        new State(
            "unchecked",
            "The event asks for work, and the browser does none",
            challenged(),
            Stage.BARE.without("Worker")),
        new State("unknown", "There is no such queue", joining(404, "unknown-event", 0)),
        new State("refused", "Refused for any other reason", joining(403, "cross-site", 0)));
  }

  /** Those of an event that asks for work before it gives a place. */
  static Answers challenged() {
    return joining(403, "challenge-required", 0).challenge(Answer.ok(Documents.challenge()));
  }

  private static Answers joining(int status, String code, int retrySeconds) {
    return Answers.refused(Answer.refused(status, code).retry(retrySeconds));
  }
}
