package dev.headgate.gateway.http;

/** Ends a request with a problem answer; thrown or failed with wherever a body is checked. */
public final class ProblemException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final transient Problem problem;

  public ProblemException(Problem problem) {
    super(problem.code(), null, false, false);
    this.problem = problem;
  }

  /** The answer to give. */
  public Problem problem() {
    return problem;
  }
}
