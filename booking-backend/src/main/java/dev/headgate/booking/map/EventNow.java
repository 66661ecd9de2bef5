package dev.headgate.booking.map;

import java.time.Instant;
import java.util.List;

/**
 * An event with its seats counted.
 *
 * @param sections in the order of the card's, without seats that are not on sale
 * @param asOf the database's clock when they were counted
 */
public record EventNow(EventCard card, List<Counts> sections, Instant asOf) {

  /** All of the event. */
  public Counts all() {
    int free = 0;
    int held = 0;
    int paying = 0;
    int sold = 0;
    for (Counts section : sections) {
      free += section.free();
      held += section.held();
      paying += section.paying();
      sold += section.sold();
    }
    return new Counts(free, held, paying, sold);
  }
}
