package dev.headgate.gateway.queue;

import dev.headgate.gateway.config.EventSettings.Mode;
import dev.headgate.policy.pace.Decision.Limit;

/** Which limit binds, in words for the operator. */
final class LimitWords {

  private LimitWords() {}

  static String of(LiveView view) {
    EventSnapshot snapshot = view.snapshot();
    if (view.settings().mode() == Mode.REJECT) {
      return "mode reject: nobody is let in";
    }
    if (snapshot.drawn() && snapshot.soldOut()) {
      return "sold out: nothing is free, held or being paid for";
    }
    if (snapshot.drawn() && view.halted()) {
      return snapshot.text("paused").equals("1")
          ? "paused by the operator"
          : "newUsersPerMinute is 0";
    }
    return bySnapshot(snapshot);
  }

  private static String bySnapshot(EventSnapshot snapshot) {
    return switch (Limit.valueOf(snapshot.text("limit"))) {
      case NOT_DRAWN -> snapshot.drawn() ? "the first calls are due" : "the sale has not started";
      case HALTED -> "resuming";
      case NOBODY_WAITS -> "nobody waits";
      case TOTAL_ACTIVE_USERS -> "totalActiveUsers: all places inside are taken";
      case NEW_USERS_PER_MINUTE -> "newUsersPerMinute";
      case SLOW_START -> "slowStart: the rate is still rising";
      case THROTTLE -> "throttle: " + Rates.throttle(snapshot).reason().words();
      case STOCK -> stock(snapshot);
    };
  }

  private static String stock(EventSnapshot snapshot) {
    Remaining left = Rates.stock(snapshot);
    if (left == null) {
      return "stock: nothing is known of it";
    }
    return left.free() == 0
        ? "stock: nothing is free; " + left.pending() + " held may come back"
        : "stock: " + left.free() + " left";
  }
}
