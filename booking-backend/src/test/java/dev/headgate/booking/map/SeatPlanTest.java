package dev.headgate.booking.map;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Three sections: two seats on sale and one not, none on sale, one on sale. */
class SeatPlanTest {
  private final SeatPlan plan = plan();

  private static SeatPlan plan() {
    EventCard card = new EventCard("e", "E", "V", null, null, null, null, 8, List.of());
    return new SeatPlan(
        card,
        4,
        List.of(
            section("A", "A-1", "a-2", "A-3"), section("B", "b-1"), section("C", "b-9", "C-1")));
  }

  /** Seats in capitals are on sale. */
  private static SeatPlan.Section section(String id, String... seats) {
    List<SeatPlan.Seat> row = new ArrayList<>();
    for (String seat : seats) {
      Long price = Character.isUpperCase(seat.charAt(0)) ? Long.valueOf(100) : null;
      row.add(SeatPlan.Seat.of(seat, price, price == null ? null : "t", ""));
    }
    SeatPlan.Section section = SeatPlan.Section.of(id, id);
    section.rows().add(new SeatPlan.Row(id, row));
    return section;
  }

  @Test
  void seatsOnSaleAreNumberedAcrossSections() {
    assertEquals(3, plan.allocated());
    assertEquals(List.of("A-1", "A-3", "C-1"), List.of(plan.seat(0), plan.seat(1), plan.seat(2)));
    assertEquals(
        List.of(0, 0, 2), List.of(plan.sectionOf(0), plan.sectionOf(1), plan.sectionOf(2)));
  }

  @Test
  void sectionsAreCountedByTheirOwnSeats() {
    assertEquals(
        List.of(new Counts(0, 1, 1, 0), new Counts(0, 0, 0, 0), new Counts(0, 0, 0, 1)),
        plan.counts("hps"));
    assertTrue(plan.fits(4, "hps"));
    assertFalse(plan.fits(5, "hps"));
    assertFalse(plan.fits(4, "hpsa"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          1 1 0 0 A;0 0 0 1 C        | true
          1 1 0 0 A;0 0 0 1 C;1 0 0 0 D | false
          1 1 0 0 A                  | false
          2 0 0 0 A;0 0 0 1 C        | false
          0 1 0 0 A;1 0 0 0 B;0 0 0 1 C | false
          """)
  void aRecountIsEqualOnlyInEverySection(String rows, boolean equal) {
    assertEquals(equal, Recount.isEqual(plan, "ahs", rows.split(";", -1)));
  }
}
