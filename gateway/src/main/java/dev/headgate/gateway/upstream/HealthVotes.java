package dev.headgate.gateway.upstream;

import dev.headgate.gateway.config.HealthCheck;
import dev.headgate.gateway.upstream.Server.Health;

/** Makes a verdict of answers that may waver. For one thread at a time. */
final class HealthVotes {
  private final HealthCheck rules;
  private boolean last;
  private int inARow;

  HealthVotes(HealthCheck rules) {
    this.rules = rules;
  }

  /** What a server is now, with one more answer. The first one of all decides alone. */
  Health after(boolean well, Health before) {
    inARow = well == last ? Math.min(inARow + 1, Integer.MAX_VALUE - 1) : 1;
    last = well;
    if (before == Health.UNKNOWN || inARow >= needed(well)) {
      return well ? Health.GOOD : Health.BAD;
    }
    return before;
  }

  private int needed(boolean well) {
    return well ? rules.healthyAfter() : rules.unhealthyAfter();
  }
}
