package dev.headgate.gateway.forward;

import dev.headgate.gateway.config.Cors;
import dev.headgate.gateway.config.Route;
import dev.headgate.gateway.http.Problem;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What becomes of a request. */
sealed interface Decision {

  /**
   * It may pass.
   *
   * @param asked the event it is for, with an empty id where the route names none
   * @param admitted the admission it comes with, if any; none on a route that needs one where a
   *     signed pass takes its place
   */
  record Pass(Route route, Gate.Asked asked, Verdict.@Nullable Admitted admitted)
      implements Decision {}

  /**
   * It needs an admission and has none that is good.
   *
   * @param asked the event it is for, with an empty id where any will do and none came
   */
  record Outside(Route route, Gate.Asked asked, Verdict.Refused why) implements Decision {}

  /**
   * A browser asks, before it sends a request, whether a page of another origin may send it; it
   * may.
   *
   * @param cors what the route lets pages of other origins do
   * @param origin the page's origin, which is on the route's list
   * @param methods the route's methods at this address
   */
  record Preflight(Cors cors, String origin, List<String> methods) implements Decision {}

  /**
   * It is not for anybody.
   *
   * @param allow the methods that are, where the path has any; otherwise null
   * @param route the route it is refused on; null where none takes it
   */
  record Refused(Problem problem, @Nullable String allow, @Nullable Route route)
      implements Decision {

    Refused(Problem problem) {
      this(problem, null, null);
    }
  }
}
