package dev.headgate.gateway.config;

import io.vertx.core.json.JsonObject;
import org.jspecify.annotations.Nullable;

/**
 * What is asked for before a place is taken.
 *
 * @param difficulty how many leading bits of a solution's SHA-256 are zero
 */
public record ProofOfWork(int difficulty) {
  private static final int USUAL = 16;
  private static final int EASIEST = 8;
  private static final int HARDEST = 24;

  public ProofOfWork {
    if (difficulty < EASIEST || difficulty > HARDEST) {
      throw new IllegalArgumentException(
          "difficulty: " + difficulty + " (expected: " + EASIEST + " to " + HARDEST + ")");
    }
  }

  /** What settings say; null where nothing is asked for. */
  static @Nullable ProofOfWork read(Fields settings) {
    if (settings.isAbsent("challenge")) {
      return null;
    }
    Fields fields = settings.object("challenge");
    int difficulty = fields.optional("difficulty", FieldType.whole(EASIEST, HARDEST), USUAL);
    fields.refuseUnknown();
    return new ProofOfWork(difficulty);
  }

  JsonObject toJson() {
    return new JsonObject().put("difficulty", difficulty);
  }
}
