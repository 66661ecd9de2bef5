package dev.headgate.gateway.config;

import io.vertx.core.json.JsonObject;

/**
 * When the throttle lowers the rate, and how far.
 *
 * @param p95Millis the hold latency above which the backend counts as overloaded, milliseconds
 * @param errorPercent the share of failing requests above which it does, per cent
 * @param poolPercent the share of its database pool in use above which it does, per cent
 * @param floorPercent how much of the dial is always left, per cent
 * @param ceilingPercent how much of the dial there is at most, per cent
 * @param stepPercent how much of the dial one step upwards is, per cent
 */
public record Throttling(
    int p95Millis,
    int errorPercent,
    int poolPercent,
    int floorPercent,
    int ceilingPercent,
    int stepPercent) {

  /** What holds where nothing is said. */
  public static final Throttling DEFAULT = new Throttling(1_000, 5, 90, 10, 100, 5);

  private static final FieldType<Integer> MILLIS = FieldType.whole(1, 600_000);
  private static final FieldType<Integer> PERCENT = FieldType.whole(1, 100);

  public Throttling {
    if (floorPercent > ceilingPercent) {
      throw new IllegalArgumentException(
          "floorPercent: " + floorPercent + " (expected: <= ceilingPercent)");
    }
  }

  /** Reads the member of the settings; what is left out is at its default. */
  static Throttling read(Fields fields) {
    int p95 = fields.optional("p95Millis", MILLIS, DEFAULT.p95Millis);
    int errors = fields.optional("errorPercent", PERCENT, DEFAULT.errorPercent);
    int pool = fields.optional("poolPercent", PERCENT, DEFAULT.poolPercent);
    int floor = fields.optional("floorPercent", PERCENT, DEFAULT.floorPercent);
    int ceiling = fields.optional("ceilingPercent", PERCENT, DEFAULT.ceilingPercent);
    int step = fields.optional("stepPercent", PERCENT, DEFAULT.stepPercent);
    fields.refuseUnknown();
    if (floor > ceiling) {
      fields.wrong("floorPercent", Integer.toString(floor), "at most ceilingPercent, " + ceiling);
      return DEFAULT;
    }
    return new Throttling(p95, errors, pool, floor, ceiling, step);
  }

  JsonObject toJson() {
    return new JsonObject()
        .put("p95Millis", p95Millis)
        .put("errorPercent", errorPercent)
        .put("poolPercent", poolPercent)
        .put("floorPercent", floorPercent)
        .put("ceilingPercent", ceilingPercent)
        .put("stepPercent", stepPercent);
  }
}
