package dev.headgate.gateway.queue;

import dev.headgate.gateway.config.Dials;
import dev.headgate.gateway.config.EventSettings;
import dev.headgate.gateway.config.Throttling;
import dev.headgate.policy.pace.Ramp;
import dev.headgate.policy.pace.Rate;
import dev.headgate.policy.pace.Stock;
import dev.headgate.policy.throttle.Rules;
import dev.headgate.policy.throttle.Throttle;
import dev.headgate.policy.throttle.ThrottleState;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** The dials, and what throttle, stock and slow start leave of them. */
final class Rates {

  private Rates() {}

  /** What the backend leaves of the dials. */
  record Backend(ThrottleState throttle, @Nullable Remaining stock, boolean soldOut) {

    /** As of the last tick. */
    static Backend of(EventSnapshot snapshot) {
      return new Backend(Rates.throttle(snapshot), Rates.stock(snapshot), snapshot.soldOut());
    }

    /** As of now. What is sold out stays so until the backend says otherwise. */
    static Backend now(EventSettings settings, EventSnapshot snapshot) {
      BackendReports reports = BackendReports.of(snapshot.reports());
      Remaining left = reports.remaining();
      boolean soldOut = left == null ? snapshot.soldOut() : reports.soldOut();
      return new Backend(next(settings, snapshot, reports), left, soldOut);
    }

    private int stockPerMinute(boolean auto) {
      if (soldOut || (stock != null && stock.free() == 0)) {
        return 0;
      }
      return stock == null || !auto ? Integer.MAX_VALUE : Stock.perMinute(stock.free());
    }
  }

  static Rate of(EventSettings settings, EventSnapshot snapshot, Backend backend) {
    Dials dials = settings.dials();
    int dial = dials.newUsersPerMinute();
    boolean auto = dials.throttle() == Dials.Throttle.AUTO;
    // A slow start begins with the sale: before it nobody is called, slowly or otherwise.
    Duration slowStart = snapshot.drawn() ? settings.slowStart() : null;
    return new Rate(
        dial,
        dials.totalActiveUsers(),
        auto ? backend.throttle().perMinute(dial) : Integer.MAX_VALUE,
        backend.stockPerMinute(auto),
        snapshot.ramp(slowStart == null ? 0 : slowStart.toMillis()));
  }

  /** The rate that would hold from now on with other dials. */
  static Rate with(Dials asked, EventSettings settings, EventSnapshot snapshot) {
    Rate rate = of(settings.withDials(asked), snapshot, Backend.of(snapshot));
    return new Rate(
        rate.newUsersPerMinute(),
        rate.totalActiveUsers(),
        rate.throttlePerMinute(),
        rate.stockPerMinute(),
        ramp(asked.newUsersPerMinute(), settings, snapshot));
  }

  /** What the store would do with the slow start. */
  private static Ramp ramp(int asked, EventSettings settings, EventSnapshot snapshot) {
    Duration slowStart = settings.slowStart();
    if (slowStart == null) {
      return Ramp.NONE;
    }
    long length = slowStart.toMillis();
    if (!snapshot.drawn()) {
      String start = snapshot.maybe("onSaleAt");
      return start == null ? Ramp.NONE : new Ramp(Long.parseLong(start), 0, length);
    }
    int before = settings.dials().newUsersPerMinute();
    if (asked == before) {
      return snapshot.ramp(length);
    }
    long now = snapshot.nowMillis();
    int base = snapshot.halted() ? 0 : Math.min(asked, snapshot.ramp(length).at(now, before));
    return new Ramp(now, base, length);
  }

  /** The throttle as of the last tick. */
  static ThrottleState throttle(EventSnapshot snapshot) {
    String state = snapshot.maybe("throttle");
    return state == null ? ThrottleState.FREE : ThrottleState.decode(state);
  }

  /** The throttle's next state. */
  private static ThrottleState next(
      EventSettings settings, EventSnapshot snapshot, BackendReports reports) {
    if (settings.dials().throttle() != Dials.Throttle.AUTO) {
      return ThrottleState.FREE;
    }
    if (snapshot.halted()) {
      return throttle(snapshot);
    }
    return Throttle.next(
        throttle(snapshot),
        reports.health(),
        rules(settings.throttling()),
        settings.dials().newUsersPerMinute(),
        snapshot.number("now"));
  }

  /** What the shop can still sell, as of the last tick; null when it does not say. */
  static @Nullable Remaining stock(EventSnapshot snapshot) {
    String stock = snapshot.maybe("stock");
    if (stock == null) {
      return null;
    }
    String[] parts = stock.split(":", 2);
    return new Remaining(Integer.parseInt(parts[0]), Integer.parseInt(parts[1]));
  }

  private static Rules rules(Throttling throttling) {
    return new Rules(
        throttling.p95Millis(),
        throttling.errorPercent(),
        throttling.poolPercent(),
        throttling.floorPercent(),
        throttling.ceilingPercent(),
        throttling.stepPercent());
  }
}
