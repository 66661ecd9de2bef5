package dev.headgate.policy.throttle;

/**
 * When the throttle lowers the rate, and how far.
 *
 * @param p95Millis the hold latency above which the backend counts as overloaded, milliseconds
 * @param errorPercent the share of failing requests above which it does
 * @param poolPercent the share of its database pool in use above which it does
 * @param floorPercent how much of the dial is always left
 * @param ceilingPercent how much of the dial there is at most
 * @param stepPercent how much of the dial one step upwards is
 */
public record Rules(
    int p95Millis,
    int errorPercent,
    int poolPercent,
    int floorPercent,
    int ceilingPercent,
    int stepPercent) {
  public Rules {
    within("p95Millis", p95Millis, 1, Integer.MAX_VALUE);
    within("errorPercent", errorPercent, 1, 100);
    within("poolPercent", poolPercent, 1, 100);
    within("ceilingPercent", ceilingPercent, 1, 100);
    within("floorPercent", floorPercent, 1, ceilingPercent);
    within("stepPercent", stepPercent, 1, 100);
  }

  private static void within(String name, int value, int least, int most) {
    if (value < least || value > most) {
      throw new IllegalArgumentException(
          name + ": " + value + " (expected: from " + least + " to " + most + ")");
    }
  }

  int floor(int dial) {
    return Math.max(Math.min(1, dial), percent(dial, floorPercent));
  }

  int ceiling(int dial) {
    return Math.max(Math.min(1, dial), percent(dial, ceilingPercent));
  }

  int step(int dial) {
    return Math.max(1, percent(dial, stepPercent));
  }

  static int percent(int dial, int percent) {
    return (int) ((long) dial * percent / 100);
  }
}
