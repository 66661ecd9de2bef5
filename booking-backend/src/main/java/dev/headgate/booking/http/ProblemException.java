package dev.headgate.booking.http;

/** Ends a request with a problem answer. */
final class ProblemException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final transient Problem problem;

  ProblemException(Problem problem) {
    super(problem.code(), null, false, false);
    this.problem = problem;
  }

  Problem problem() {
    return problem;
  }
}
