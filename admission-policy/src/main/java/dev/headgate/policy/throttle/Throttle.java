package dev.headgate.policy.throttle;

/**
 * Additive increase, multiplicative decrease: the rate at which a backend that is in trouble gets
 * new fans.
 */
public final class Throttle {
  private Throttle() {}

  /**
   * The next state. To be called about once a second; calls may be late, early or repeated.
   *
   * @param health of the backend now
   * @param dial {@code newUsersPerMinute}
   * @param nowMillis the store's clock
   */
  public static ThrottleState next(
      ThrottleState state, Health health, Rules rules, int dial, long nowMillis) {
    if (dial <= 0) {
      return state;
    }
    return new Regulator(state.facts(), rules, dial, nowMillis).next(Signal.worst(health, rules));
  }
}
