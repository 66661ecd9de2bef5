package dev.headgate.booking.account;

import dev.headgate.booking.config.EventSettings;
import dev.headgate.booking.config.ShopConfig;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** What an event asks of its buyers, and how often one may ask. Touches no database. */
public final class BuyerRules {
  private static final Duration MINUTE = Duration.ofMinutes(1);

  private final Map<String, EventSettings.Sales> sales;
  private final RequestLimit requests;

  /** What is missing. */
  public enum Need {
    /** Nothing: they may buy. */
    NOTHING,
    /** An account. */
    ACCOUNT,
    /** An account with a proven phone number. */
    PHONE
  }

  private BuyerRules(Map<String, EventSettings.Sales> sales, RequestLimit requests) {
    this.sales = sales;
    this.requests = requests;
  }

  /** The rules of these events. The limit is this process's own. */
  public static BuyerRules of(List<EventSettings> events, ShopConfig.Accounts settings) {
    return new BuyerRules(
        events.stream()
            .collect(Collectors.toUnmodifiableMap(EventSettings::id, EventSettings::sales)),
        new RequestLimit(settings.requestsAMinute(), MINUTE));
  }

  /** What somebody with this kind of session still needs to buy at this event. */
  public Need missing(String event, ShopSessions.Kind kind) {
    EventSettings.Sales rules = sales.get(event);
    if (rules == null) {
      return Need.NOTHING;
    }
    if (!rules.guests() && kind == ShopSessions.Kind.GUEST) {
      return Need.ACCOUNT;
    }
    return rules.verifiedPhone() && kind != ShopSessions.Kind.PHONE ? Need.PHONE : Need.NOTHING;
  }

  /**
   * Counts a request for seats or to pay. What is refused is not counted.
   *
   * @param nowNanos the monotonic clock
   * @return zero, or how long this customer has to wait
   */
  public Duration ask(String customer, long nowNanos) {
    return requests.ask(customer, nowNanos);
  }
}
