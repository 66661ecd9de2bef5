package dev.headgate.gateway.forward;

import dev.headgate.gateway.token.Admission;

/** What the credentials of a request come to, for one event. */
sealed interface Verdict {

  /**
   * Inside.
   *
   * @param admission what the token says
   * @param token the token
   * @param byCookie whether the caller keeps its token in our cookie
   */
  record Admitted(Admission admission, String token, boolean byCookie) implements Verdict {}

  /** Outside, and why. */
  enum Refused implements Verdict {
    /** No credential came. */
    REQUIRED,
    /** One came that is not valid. */
    INVALID,
    /** A valid one came for another event. */
    WRONG_EVENT
  }
}
