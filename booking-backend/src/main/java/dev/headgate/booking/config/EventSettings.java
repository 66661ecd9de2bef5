package dev.headgate.booking.config;

import dev.headgate.booking.price.PricePolicy;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
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
 * @param selling how seats are given out, kept back and priced
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
    Sales sales,
    Selling selling) {
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
    Blocks.check(id, venue, selling.blocks());
  }

  /** An event whose seats are given out as most are. */
  public EventSettings(
      String id,
      String title,
      Venue venue,
      Map<String, Price> prices,
      Set<String> notOnSale,
      @Nullable Instant onSaleAt,
      @Nullable Instant closesAt,
      Limits limits,
      Sales sales) {
    this(
        id, title, venue, prices, notOnSale, onSaleAt, closesAt, limits, sales, Selling.defaults());
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
   * @param holdsPerCustomer at most this many live holds at a time
   * @param extension how much longer a hold may live when its owner asks, once; zero is not at all
   */
  public record Limits(
      Duration hold,
      int seatsPerHold,
      int ticketsPerCustomer,
      int holdsPerCustomer,
      Duration extension) {
    public Limits {
      Check.within(hold.toSeconds(), 1, 1_800, "limits.hold (seconds)");
      Check.within(seatsPerHold, 1, 100, "limits.seatsPerHold");
      Check.within(ticketsPerCustomer, 1, 10_000, "limits.ticketsPerCustomer");
      Check.within(holdsPerCustomer, 1, 10_000, "limits.holdsPerCustomer");
      Check.within(extension.toSeconds(), 0, 300, "limits.extension (seconds)");
    }

    /** As many holds as one likes, none of them extended. */
    public Limits(Duration hold, int seatsPerHold, int ticketsPerCustomer) {
      this(hold, seatsPerHold, ticketsPerCustomer, 10_000, Duration.ZERO);
    }

    /** Ten minutes, eight seats a hold and a customer. */
    public static Limits defaults() {
      return Preset.GENERAL.limits();
    }

    /** The same with an extension. */
    public Limits extendedBy(Duration time) {
      return new Limits(hold, seatsPerHold, ticketsPerCustomer, holdsPerCustomer, time);
    }
  }

  /** Limits under a name. */
  public enum Preset {
    /** Ten minutes, eight seats a hold and a customer. */
    GENERAL,
    /** For a sale that everybody wants: eight minutes, six seats, two holds at a time. */
    HIGH_DEMAND;

    /** What it stands for. */
    public Limits limits() {
      return this == GENERAL
          ? new Limits(Duration.ofMinutes(10), 8, 8)
          : new Limits(Duration.ofMinutes(8), 6, 6, 2, Duration.ZERO);
    }
  }

  /** What a request does about seats that another one has under way. */
  public enum Waiting {
    /** It waits for the other to end. */
    WAIT,
    /** It is refused at once. */
    NOWAIT
  }

  /** What a hold may do to the seats beside it. */
  public enum SingleSeats {
    /** Leave one empty between others. */
    ALLOW,
    /** Leave none that could be avoided. */
    AVOID
  }

  /**
   * How seats are given out, kept back and priced.
   *
   * @param blocks kept back at first
   * @param pricing how prices move; null is not at all
   */
  public record Selling(
      Waiting waiting, SingleSeats singleSeats, List<Block> blocks, @Nullable PricePolicy pricing) {
    public Selling {
      blocks = List.copyOf(blocks);
    }

    /** Requests wait, single seats may be left, nothing is kept back, prices stay. */
    public static Selling defaults() {
      return new Selling(Waiting.WAIT, SingleSeats.ALLOW, List.of(), null);
    }

    /** The same, given out in another way. */
    public Selling seating(Waiting how, SingleSeats singles) {
      return new Selling(how, singles, blocks, pricing);
    }

    /** The same with these blocks kept back. */
    public Selling keepingBack(List<Block> kept) {
      return new Selling(waiting, singleSeats, kept, pricing);
    }

    /** The same with prices that move. */
    public Selling pricedBy(PricePolicy policy) {
      return new Selling(waiting, singleSeats, blocks, policy);
    }
  }

  /**
   * Seats that are kept back until somebody or the clock lets them go.
   *
   * @param name of the block in its event
   * @param price and ticket type of its seats once they are on sale
   * @param sections whole ones that belong to it
   * @param rows whole ones that belong to it
   * @param seats single ones that belong to it
   * @param releaseAt when it goes on sale; null is by hand only
   */
  public record Block(
      String name,
      Price price,
      Set<String> sections,
      Set<String> rows,
      Set<String> seats,
      @Nullable Instant releaseAt) {
    public Block {
      sections = Set.copyOf(sections);
      rows = Set.copyOf(rows);
      seats = Set.copyOf(seats);
      Check.that(name.matches("[a-z0-9-]{1,64}"), "block", name, "[a-z0-9-], at most 64");
    }

    /** Whether this seat belongs to it. */
    public boolean has(String section, String row, String seat) {
      return sections.contains(section) || rows.contains(row) || seats.contains(seat);
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
   * @param zone whose time the shop's pages write
   */
  public record Sales(
      String currency,
      Capture capture,
      LatePayment latePayment,
      AfterRefund afterRefund,
      boolean guests,
      boolean verifiedPhone,
      @Nullable Instant startsAt,
      ZoneId zone) {
    public Sales {
      Check.that(currency.matches("[a-z]{3}"), "sales.currency", currency, "as in eur");
    }

    /**
     * A time zone by its name.
     *
     * @throws IllegalArgumentException where there is none of that name
     */
    public static ZoneId zone(String name) {
      boolean known = name.equals("UTC") || ZoneId.getAvailableZoneIds().contains(name);
      Check.that(known, "sales.timeZone", name, "as in Europe/Berlin");
      return name.equals("UTC") ? ZoneOffset.UTC : ZoneId.of(name);
    }

    /** Euros, charged at once, refunded when late, guests welcome. */
    public static Sales defaults() {
      return new Sales(
          "eur",
          Capture.CHARGE,
          LatePayment.REFUND,
          AfterRefund.VOID,
          true,
          false,
          null,
          ZoneOffset.UTC);
    }

    /** The same with other rules for money. */
    public Sales paying(Capture how, LatePayment late, AfterRefund refunded) {
      return new Sales(currency, how, late, refunded, guests, verifiedPhone, startsAt, zone);
    }

    /** The same for other people. */
    public Sales open(boolean toGuests, boolean onlyWithPhone) {
      return new Sales(
          currency, capture, latePayment, afterRefund, toGuests, onlyWithPhone, startsAt, zone);
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
    return new EventSettings(
        id, title, venue, prices, notOnSale, onSaleAt, closesAt, other, sales, selling);
  }

  /** The same event with other rules for money and people. */
  public EventSettings withSales(Sales other) {
    return new EventSettings(
        id, title, venue, prices, notOnSale, onSaleAt, closesAt, limits, other, selling);
  }

  /** The same event with seats given out in another way. */
  public EventSettings withSelling(Selling other) {
    return new EventSettings(
        id, title, venue, prices, notOnSale, onSaleAt, closesAt, limits, sales, other);
  }

  /** The same event at other prices and with other seats that are not on sale. */
  public EventSettings withPrices(Map<String, Price> other, Set<String> without) {
    return new EventSettings(
        id, title, venue, other, without, onSaleAt, closesAt, limits, sales, selling);
  }

  /** The same event on sale in this span. */
  public EventSettings onSale(@Nullable Instant from, @Nullable Instant until) {
    return new EventSettings(
        id, title, venue, prices, notOnSale, from, until, limits, sales, selling);
  }

  /** What this seat costs, or null where it is not on sale. Blocks are not looked at. */
  public @Nullable Price priceOf(String section, String seat) {
    if (notOnSale.contains(seat)) {
      return null;
    }
    Price own = prices.get(section);
    return own != null ? own : prices.get(EVERY_OTHER);
  }
}
