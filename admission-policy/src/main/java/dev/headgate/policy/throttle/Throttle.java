package dev.headgate.policy.throttle;

/**
 * Additive increase, multiplicative decrease: how many new fans a backend in trouble gets.
 *
 * <p>While a figure is over its limit and does not mend, the rate is cut to seven tenths, at most
 * every five seconds. Once it is within the limits the rate holds. After a pause it goes up by one
 * step; if that is carried for half a minute, by another one; if not, back by that step, and the
 * next pause is twice as long, up to five minutes. So it moves by no more than one step about what
 * the backend carries, and comes back to the whole dial when the backend does.
 */
public final class Throttle {
  private Throttle() {}

  /**
   * The next state. To be called about once a second; calls may be late, early or repeated.
   *
   * @param health of the backend now
   * @param dial {@code newUsersPerMinute}; at 0 nothing changes
   * @param nowMillis the store's clock
   */
  public static ThrottleState next(
      ThrottleState state, Health health, Rules rules, int dial, long nowMillis) {
    if (dial <= 0) {
      return state;
    }
    Signal worst = Signal.worst(health, rules);
    return new ThrottleState(new Regulator(state.facts(), rules, dial, nowMillis).next(worst));
  }
}
