package dev.headgate.booking.map;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What anybody may know of an event. Prices are in minor units; null where nothing is on sale.
 *
 * @param onSaleAt null is at once
 * @param closesAt null is never
 * @param maxSeatsPerHold how many seats one hold takes
 */
public record EventCard(
    String id,
    String title,
    String venue,
    @Nullable Instant onSaleAt,
    @Nullable Instant closesAt,
    @Nullable Long priceFromCents,
    @Nullable Long priceToCents,
    int maxSeatsPerHold,
    List<Section> sections) {

  /** A section of it. */
  public record Section(
      String id,
      String name,
      int seats,
      @Nullable Long priceFromCents,
      @Nullable Long priceToCents) {}
}
