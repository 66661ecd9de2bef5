package dev.headgate.gateway.edge;

import dev.headgate.gateway.http.Problem;
import dev.headgate.gateway.http.ProblemException;
import dev.headgate.gateway.http.ReadableQuery;
import io.vertx.core.http.HttpServerRequest;
import org.jspecify.annotations.Nullable;

/**
 * Which draw is asked for.
 *
 * @param epoch of which life, digits; null means the present one, whichever that is
 * @param lane of which lane; null where none is named
 * @param round of which round; null where none is named
 */
record DrawQuery(@Nullable String epoch, @Nullable Integer lane, @Nullable Integer round) {

  private static final int MOST_EPOCH_DIGITS = 18;
  private static final int MOST_DIGITS = 9;

  static DrawQuery of(HttpServerRequest request) {
    if (request.query() == null) {
      return new DrawQuery(null, null, null);
    }
    if (!ReadableQuery.isIn(request)) {
      throw new ProblemException(ReadableQuery.problem());
    }
    String epoch = digits(request, "epoch", MOST_EPOCH_DIGITS);
    DrawQuery query = new DrawQuery(epoch, number(request, "lane"), number(request, "round"));
    if (query.lane != null && query.round != null) {
      throw new ProblemException(Problem.badRequest("lane, round: (expected: one of them)"));
    }
    return query;
  }

  private static @Nullable Integer number(HttpServerRequest request, String name) {
    String digits = digits(request, name, MOST_DIGITS);
    return digits == null ? null : Integer.valueOf(digits);
  }

  private static @Nullable String digits(HttpServerRequest request, String name, int most) {
    String value = request.getParam(name);
    if (value != null && !value.matches("[0-9]{1," + most + "}")) {
      throw new ProblemException(Problem.badRequest(name + ": (expected: a whole number)"));
    }
    return value;
  }
}
