package dev.headgate.gateway.preview;

import static dev.headgate.gateway.preview.Documents.place;

import java.util.List;

/** With a position, on the way to the front. */
final class InLine {
  private static final Told HERE = place("on-sale", "waiting");
  private static final Told MIDWAY = HERE.inLine(8_341, 4_120).takes(1_260, 1_900);

  private InLine() {}

  static List<State> states() {
    return List.of(
        new State("far", "Far back", far(), Stage.BARE.from(60_000)),
        new State("midway", "Half-way", Answers.of(MIDWAY), Stage.BARE.from(8_341)),
        new State(
            "near",
            "Near the front",
            Answers.of(HERE.inLine(3_207, 7).takes(20, 110)),
            Stage.BARE.from(3_207)),
        new State(
            "next",
            "Nobody is ahead any more",
            Answers.of(HERE.inLine(3_200, 0).takes(2, 30)),
            Stage.BARE.from(3_200)),
        new State(
            "few-tickets",
            "Few tickets are left",
            Answers.of(HERE.inLine(3_230, 30).takes(60, 130)).remaining(57, 12)),
        new State(
            "too-few-tickets",
            "Fewer tickets are left than fans are ahead",
            Answers.of(MIDWAY).remaining(57, 12)),
        new State("all-held", "Every ticket is sold or held", Answers.of(MIDWAY).remaining(0, 39)),
        new State("unordered", "The order of a late fan is being worked out", Answers.of(HERE)),
        new State(
            "alerts-on",
            "Sound and notification are on",
            Answers.of(MIDWAY),
            Stage.BARE.from(8_341).notices("granted").press("#sound")),
        new State(
            "alerts-blocked",
            "The browser blocks notifications",
            Answers.of(MIDWAY),
            Stage.BARE.from(8_341).notices("denied")));
  }

  private static Answers far() {
    return Answers.of(HERE.inLine(58_412, 55_212).takes(5_400, 10_200));
  }
}
