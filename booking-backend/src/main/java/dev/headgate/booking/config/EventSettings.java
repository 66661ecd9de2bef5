package dev.headgate.booking.config;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * An event on sale.
 *
 * @param id as in its address
 * @param title as fans read it
 * @param venue its sections, rows and seats
 * @param prices by section id; {@code *} stands for every other section. A section without a price
 *     is not on sale
 * @param notOnSale seats of the venue that this event does not sell
 * @param onSaleAt when holds begin; null is at once
 * @param closesAt when they end; null is never
 * @param limits of each customer
 * @param sales what holds for money and people
 */
public record EventSettings(
    String id,
    String title,
    Venue venue,
    Map<String, Price> prices,
    Set<String> notOnSale,
    @Nullable Instant onSaleAt,
    @Nullable Instant closesAt,
    Limits limits,
    Sales sales) {
  private static final String ID = "[a-z0-9](-?[a-z0-9]){0,62}";
  private static final String EVERY_OTHER = "*";

  public EventSettings {
    prices = Map.copyOf(prices);
    notOnSale = Set.copyOf(notOnSale);
    Check.that(id.matches(ID), "event id", id, ID);
    Check.that(!title.isBlank(), "event " + id + " title", "blank", "a title");
    Check.that(!prices.isEmpty(), "event " + id + " prices", "none", "at least one");
    Check.that(
        onSaleAt == null || closesAt == null || closesAt.isAfter(onSaleAt),
        "event " + id + " closesAt",
        String.valueOf(closesAt),
        "after onSaleAt");
  }

  /**
   * What a seat costs and as what it is sold.
   *
   * @param cents in minor units of the currency
   */
  public record Price(String ticketType, long cents) {
    public Price {
      Check.that(!ticketType.isBlank(), "ticketType", "blank", "a name");
      Check.within(cents, 0, 1_000_000_000L, "priceCents");
    }
  }

  /**
   * What one customer may do.
   *
   * @param hold how long a hold lives
   * @param seatsPerHold at most this many in one hold
   * @param ticketsPerCustomer at most this many held, being paid and bought together
   */
  public record Limits(Duration hold, int seatsPerHold, int ticketsPerCustomer) {
    public Limits {
      Check.within(hold.toSeconds(), 1, 86_400, "limits.hold (seconds)");
      Check.within(seatsPerHold, 1, 100, "limits.seatsPerHold");
      Check.within(ticketsPerCustomer, 1, 10_000, "limits.ticketsPerCustomer");
    }

    /** Ten minutes, eight seats a hold and a customer. */
    public static Limits defaults() {
      return new Limits(Duration.ofMinutes(10), 8, 8);
    }
  }

  /** When money is taken. */
  public enum Capture {
    /** At once: the seats are off sale before. */
    CHARGE,
    /** Reserved first, and taken once the seats are safe. */
    AUTHORISE
  }

  /** What becomes of money that arrives when its seats were given back. */
  public enum LatePayment {
    /** It is refunded, though the seats may be free. */
    REFUND,
    /** It buys its seats if every one of them is free, and is refunded otherwise. */
    HONOUR_IF_FREE
  }

  /** What becomes of tickets whose whole price was given back by somebody else than this shop. */
  public enum AfterRefund {
    /** They are void, and the seats are on sale again. */
    VOID,
    /** They stay good. */
    KEEP
  }

  /**
   * What holds for money and people.
   *
   * @param currency by its three letters
   * @param guests whether somebody without an account may buy
   * @param verifiedPhone whether a buyer must have proven a phone number
   * @param startsAt when the doors open; null is not said
   */
  public record Sales(
      String currency,
      Capture capture,
      LatePayment latePayment,
      AfterRefund afterRefund,
      boolean guests,
      boolean verifiedPhone,
      @Nullable Instant startsAt) {
    public Sales {
      Check.that(currency.matches("[a-z]{3}"), "sales.currency", currency, "as in eur");
    }

    /** Euros, charged at once, refunded when late, guests welcome. */
    public static Sales defaults() {
      return new Sales(
          "eur", Capture.CHARGE, LatePayment.REFUND, AfterRefund.VOID, true, false, null);
    }

    /** The same with other rules for money. */
    public Sales paying(Capture how, LatePayment late, AfterRefund refunded) {
      return new Sales(currency, how, late, refunded, guests, verifiedPhone, startsAt);
    }

    /** The same for other people. */
    public Sales open(boolean toGuests, boolean onlyWithPhone) {
      return new Sales(
          currency, capture, latePayment, afterRefund, toGuests, onlyWithPhone, startsAt);
    }
  }

  /** An event in a generated venue of so many seats, on sale at once, in three price bands. */
  public static EventSettings generated(String id, String title, int seats) {
    Venue venue = Venue.generated(id + "-arena", "Headgate Arena", seats);
    Map<String, Price> prices =
        Map.of(
            "A",
            new Price("premium", 9_500),
            "B",
            new Price("premium", 9_500),
            "C",
            new Price("front", 6_500),
            "D",
            new Price("front", 6_500),
            EVERY_OTHER,
            new Price("standard", 4_500));
    return new EventSettings(
        id, title, venue, prices, Set.of(), null, null, Limits.defaults(), Sales.defaults());
  }

  /** The same event with other limits. */
  public EventSettings withLimits(Limits other) {
    return new EventSettings(id, title, venue, prices, notOnSale, onSaleAt, closesAt, other, sales);
  }

  /** The same event with other rules for money and people. */
  public EventSettings withSales(Sales other) {
    return new EventSettings(
        id, title, venue, prices, notOnSale, onSaleAt, closesAt, limits, other);
  }

  /** The same event on sale in this span. */
  public EventSettings onSale(@Nullable Instant from, @Nullable Instant until) {
    return new EventSettings(id, title, venue, prices, notOnSale, from, until, limits, sales);
  }

  /** What this seat costs, or null where it is not on sale. */
  public @Nullable Price priceOf(String section, String seat) {
    if (notOnSale.contains(seat)) {
      return null;
    }
    Price own = prices.get(section);
    return own != null ? own : prices.get(EVERY_OTHER);
  }
}
