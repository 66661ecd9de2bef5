package dev.headgate.gateway.forward;

import dev.headgate.gateway.config.Route;
import dev.headgate.gateway.http.Problem;
import org.jspecify.annotations.Nullable;

/** What becomes of a request. */
sealed interface Decision {

  /**
   * It may pass.
   *
   * @param asked the event it is for, with an empty id where the route names none
   * @param admitted the admission it comes with, if any
   */
  record Pass(Route route, Gate.Asked asked, Verdict.@Nullable Admitted admitted)
      implements Decision {}

  /** It needs an admission and has none that is good. */
  record Outside(Route route, Gate.Asked asked, Verdict.Refused why) implements Decision {}

  /**
   * It is not for anybody.
   *
   * @param allow the methods that are, where the path has any; otherwise null
   */
  record Refused(Problem problem, @Nullable String allow) implements Decision {

    Refused(Problem problem) {
      this(problem, null);
    }
  }
}
