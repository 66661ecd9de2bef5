package dev.headgate.gateway.queue;

import dev.headgate.gateway.token.SolvedChallenge;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/** Solved challenges as the scripts read them. */
final class ProofText {

  /** Nothing was solved. */
  static final String NONE = "";

  private ProofText() {}

  /** Difficulty, epoch, issue time in milliseconds, serial, and the series in hex. */
  static String of(@Nullable SolvedChallenge solved) {
    return solved == null
        ? NONE
        : solved.difficulty()
            + " "
            + solved.epoch()
            + " "
            + solved.issuedAt().toEpochMilli()
            + " "
            + solved.serial()
            + " "
            + HexFormat.of().toHexDigits(solved.series());
  }
}
