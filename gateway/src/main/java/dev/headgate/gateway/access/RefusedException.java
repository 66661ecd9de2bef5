package dev.headgate.gateway.access;

import dev.headgate.gateway.http.Problem;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** A request that is answered with a problem, because of who sent it or what they sent with it. */
public final class RefusedException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final transient Problem problem;
  private final @Nullable Duration retryAfter;

  RefusedException(Problem problem, @Nullable Duration retryAfter) {
    super(problem.code(), null, false, false);
    this.problem = problem;
    this.retryAfter = retryAfter;
  }

  RefusedException(Problem problem) {
    this(problem, null);
  }

  /** What to answer. */
  public Problem problem() {
    return problem;
  }

  /** After how long to try again; null where trying again is of no use. */
  public @Nullable Duration retryAfter() {
    return retryAfter;
  }
}
