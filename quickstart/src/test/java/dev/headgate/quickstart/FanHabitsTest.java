package dev.headgate.quickstart;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class FanHabitsTest {
  private static final Duration UNTIL_SALE = Duration.ofSeconds(60);
  private static final long SALE = UNTIL_SALE.toMillis();

  private final List<FanHabits> crowd = drawn(7);

  @Test
  void theSameSeedMakesTheSameFansAndAnotherOneOthers() {
    assertEquals(crowd, drawn(7));
    assertNotEquals(crowd, drawn(8));
  }

  @Test
  void mostComeBeforeTheStartAndEverMoreOfThemUntilItIsThere() {
    long early = count(fan -> fan.joinMillis() < SALE);
    assertEquals(0.75, early / 10_000.0, 0.02);
    long firstHalf = count(fan -> fan.joinMillis() < SALE / 2);
    assertEquals(0.25, firstHalf / (double) early, 0.03, "the second half has three in four");
  }

  @Test
  void theRestComesAfterItEverFewerAndNobodyForEver() {
    long soon = count(fan -> fan.joinMillis() >= SALE && fan.joinMillis() < SALE + 40_000);
    long late = count(fan -> fan.joinMillis() >= SALE + 40_000);
    assertTrue(soon > late && late > 0, soon + " and " + late);
    assertEquals(0, count(fan -> fan.joinMillis() > SALE + 240_000));
  }

  @Test
  void withoutTimeBeforeTheStartTheyComeAllTheSame() {
    Random random = new Random(7);
    assertTrue(
        Stream.generate(() -> FanHabits.drawn(random, Duration.ZERO))
            .limit(1_000)
            .allMatch(fan -> fan.joinMillis() >= 0 && fan.joinMillis() <= 240_000));
  }

  @Test
  void everyKindOfFanIsAmongThem() {
    for (Predicate<FanHabits> kind :
        List.<Predicate<FanHabits>>of(
            fan -> !fan.comes(),
            FanHabits::listens,
            fan -> !fan.buys(),
            fan -> !fan.pays(),
            fan -> fan.seats() == 1,
            fan -> fan.seats() == 4,
            fan -> fan.card().equals("pm_card_chargeDeclined"),
            fan -> fan.card().equals("pm_sim_slow"),
            fan -> fan.card().equals("pm_sim_lostResponse"))) {
      long few = count(kind);
      assertTrue(few > 0 && few < 5_000, few + " of 10,000");
    }
    assertEquals(0, count(fan -> fan.seats() < 1 || fan.seats() > 4));
  }

  private long count(Predicate<FanHabits> kind) {
    return crowd.stream().filter(kind).count();
  }

  private static List<FanHabits> drawn(long seed) {
    Random random = new Random(seed);
    return Stream.generate(() -> FanHabits.drawn(random, UNTIL_SALE)).limit(10_000).toList();
  }
}
