package dev.headgate.booking.http;

import dev.headgate.booking.account.Accounts;
import dev.headgate.booking.account.BuyerRules;
import dev.headgate.booking.account.OrderKeys;
import dev.headgate.booking.account.ShopSessions;
import dev.headgate.booking.admission.AdmissionCheck;
import dev.headgate.booking.admission.Proofs;
import dev.headgate.booking.hold.Holds;
import dev.headgate.booking.map.SeatMaps;
import dev.headgate.booking.order.Orders;
import dev.headgate.booking.payment.PaymentProcessor;
import dev.headgate.booking.store.Database;
import dev.headgate.booking.telemetry.ShopMetrics;
import dev.headgate.booking.ticket.Tickets;
import io.vertx.core.Handler;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServerRequest;
import java.time.InstantSource;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The shop's two faces. */
public interface ShopHttp {

  /**
   * What the handlers need.
   *
   * @param counter what selling takes; null holds seats only
   * @param clock for sessions and answers; seats go by the database's
   * @param secureCookies whether cookies are for TLS only
   * @param till how pages let people pay
   */
  record Services(
      AdmissionCheck admissions,
      Proofs proofs,
      ShopSessions sessions,
      Accounts accounts,
      BuyerRules rules,
      Holds holds,
      SeatMaps maps,
      @Nullable Counter counter,
      Database database,
      ShopMetrics metrics,
      InstantSource clock,
      boolean secureCookies,
      Till till) {}

  /** Which cards the payment page offers. */
  enum Cards {
    /** None: nothing can be paid for. */
    NONE,
    /** Those of a test processor, by name. */
    TEST,
    /** Real ones, which only the processor's own form may see. */
    REAL
  }

  /**
   * How pages let people pay.
   *
   * @param currencies of the events, by id
   * @param zones whose time pages write of the events, by id
   */
  record Till(Cards cards, Map<String, String> currencies, Map<String, ZoneId> zones) {
    public Till {
      currencies = Map.copyOf(currencies);
      zones = Map.copyOf(zones);
    }

    String currency(String event) {
      return currencies.getOrDefault(event, "eur");
    }

    ZoneId zone(String event) {
      return zones.getOrDefault(event, ZoneOffset.UTC);
    }
  }

  /**
   * What selling takes.
   *
   * @param keys what makes an order's address unguessable
   */
  record Counter(
      Vertx vertx, Orders orders, PaymentProcessor processor, Tickets tickets, OrderKeys keys) {}

  /** What fans reach, through the gateway or directly. */
  static Handler<HttpServerRequest> forFans(Services services) {
    return new FanRoutes(services);
  }

  /** What answers that which cannot be read as a request. */
  static Handler<HttpServerRequest> unreadable() {
    return Unreadable::answer;
  }

  /** What the gateway and operators reach. */
  static Handler<HttpServerRequest> internal(Services services) {
    return new InternalRoutes(services);
  }
}
