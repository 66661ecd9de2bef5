package dev.headgate.gateway.token;

/** What came of looking at what was sent as a solution. */
public sealed interface SolutionCheck {

  /** It solves a challenge of ours. */
  record Good(SolvedChallenge solved) implements SolutionCheck {}

  /** It does not. */
  record Bad(ChallengeFlaw flaw) implements SolutionCheck {}
}
