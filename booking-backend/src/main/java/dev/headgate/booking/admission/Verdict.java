package dev.headgate.booking.admission;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** What the tokens of a request are worth. */
public sealed interface Verdict {

  /** One of them opens this event's shop. */
  record Admitted(Admission admission) implements Verdict {}

  /** None was sent. */
  record Missing() implements Verdict {}

  /** None of them is valid. Why is nobody's business. */
  record Invalid() implements Verdict {}

  /** One is valid, for another event. */
  record WrongEvent() implements Verdict {}

  /** Too many wait for their tokens to be judged. */
  record Busy() implements Verdict {}

  /** No key was ever learned from the gateway, so nothing can be said. */
  record Unknown() implements Verdict {}

  /** The first token that admits; otherwise the most telling of the rest. */
  static Verdict best(List<Verdict> verdicts) {
    Verdict best = new Missing();
    for (Verdict verdict : verdicts) {
      if (rank(verdict) > rank(best)) {
        best = verdict;
      }
    }
    return best;
  }

  private static int rank(Verdict verdict) {
    if (verdict instanceof Admitted) {
      return 4;
    }
    if (verdict instanceof WrongEvent) {
      return 3;
    }
    if (verdict instanceof Unknown || verdict instanceof Busy) {
      return 2;
    }
    return verdict instanceof Invalid ? 1 : 0;
  }

  /** The admission, if there is one. */
  default @Nullable Admission admission() {
    return this instanceof Admitted admitted ? admitted.admission() : null;
  }
}
