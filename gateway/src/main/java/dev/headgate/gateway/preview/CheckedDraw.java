package dev.headgate.gateway.preview;

import static dev.headgate.gateway.preview.Documents.ARRIVAL;
import static dev.headgate.gateway.preview.Documents.ENTRANTS;
import static dev.headgate.gateway.preview.Documents.EPOCH;
import static dev.headgate.gateway.preview.Documents.place;

import dev.headgate.policy.order.Draw;
import dev.headgate.policy.order.Seeds;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;

/** "Check my draw", over draws that are real. */
final class CheckedDraw {
  private static final byte[] SEED = HexFormat.of().parseHex("5e".repeat(32));
  private static final byte[] BEACON = HexFormat.of().parseHex("b3".repeat(32));
  private static final String COMMITMENT = Seeds.commitment(SEED);
  private static final int AHEAD = 2_150;

  private CheckedDraw() {}

  static List<State> states() {
    return List.of(
        state("draw-right", "Everything holds", drawn("draw-right", false), saw("draw-right")),
        state("draw-beacon", "The same, with a beacon", beacon(), saw("draw-beacon")),
        state("draw-late", "Who came after the draw", late(), pressed()),
        state("draw-wrong", "Nothing holds", wrong(), sawOther("draw-wrong")),
        state("draw-foreign", "The document is of another draw", foreign(), pressed()),
        state("draw-none", "Nothing was drawn", none(), pressed()),
        state(
            "draw-working",
            "The browser works it out",
            drawn("draw-working", false),
            pressed().withIdleWorkers()),
        state(
            "draw-failed",
            "It cannot be checked",
            drawn("draw-failed", false).draw(Answer.refused(404, "not-found")),
            pressed()));
  }

  private static State state(String name, String shows, Answers answers, Stage stage) {
    return new State(name, shows, answers, stage.from(AHEAD * 4));
  }

  private static Stage pressed() {
    return Stage.BARE.press("#draw summary");
  }

  /** The browser has seen the commitment before the draw. */
  private static Stage saw(String event) {
    return saw(event, COMMITMENT);
  }

  private static Stage sawOther(String event) {
    return saw(event, "00".repeat(32));
  }

  private static Stage saw(String event, String commitment) {
    return pressed().local("commitment:" + EPOCH + ":" + event, commitment);
  }

  private static Told at(int position) {
    return place("on-sale", "waiting").inLine(position, AHEAD).takes(400, 800);
  }

  private static Answers drawn(String event, boolean beacon) {
    byte[] random = beacon ? BEACON : new byte[0];
    int position = Draw.lottery(event, SEED, random, ENTRANTS).positionOf(ARRIVAL);
    return Answers.of(at(position)).draw(Answer.ok(document()));
  }

  private static Told document() {
    return Documents.undrawn()
        .with("commitment", COMMITMENT)
        .with("seed", HexFormat.of().formatHex(SEED))
        .with("entrants", ENTRANTS)
        .with("gaps", gap(31_007, 31_010))
        .ago("drawnAt", Duration.ofMinutes(5));
  }

  private static JsonArray gap(int from, int to) {
    return new JsonArray().add(new JsonObject().put("from", from).put("to", to));
  }

  private static Answers beacon() {
    Told document =
        document()
            .with("beaconSource", "drand")
            .with("beacon", HexFormat.of().formatHex(BEACON))
            .with("demotedCount", 12);
    return drawn("draw-beacon", true).draw(Answer.ok(document));
  }

  private static Answers late() {
    int fewer = ARRIVAL - 1_000;
    return Answers.of(at(ARRIVAL))
        .status("entrants", fewer)
        .draw(Answer.ok(document().with("entrants", fewer)));
  }

  private static Answers wrong() {
    Told document =
        document().with("seed", "6f".repeat(32)).with("gaps", gap(ARRIVAL, ARRIVAL + 3));
    return Answers.of(at(ARRIVAL + 1)).status("entrants", ENTRANTS - 70).draw(Answer.ok(document));
  }

  private static Answers foreign() {
    return Answers.of(at(AHEAD)).draw(Answer.ok(document().with("epoch", EPOCH - 1)));
  }

  private static Answers none() {
    return Answers.of(at(ARRIVAL)).status("mode", "fifo");
  }
}
