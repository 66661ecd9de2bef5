package dev.headgate.booking.hold;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Which seats somebody wants. */
public sealed interface Wish {

  /** The same text for the same wish, however it was written. */
  String canonical();

  /** These, distinct and not too many. */
  record Exact(List<String> seats) implements Wish {
    public Exact {
      seats = List.copyOf(seats);
    }

    @Override
    public String canonical() {
      return "seats " + String.join(",", seats);
    }
  }

  /**
   * The best that are free.
   *
   * @param count of seats, together if there are any
   * @param section to look in; null is any
   * @param maxPriceCents that one may cost; null is any
   * @param ticketType that they must be; null is any
   */
  record Best(
      int count,
      @Nullable String section,
      @Nullable Long maxPriceCents,
      @Nullable String ticketType)
      implements Wish {
    @Override
    public String canonical() {
      return "best " + count + "," + maxPriceCents + "," + section + "\u0000" + ticketType;
    }
  }
}
