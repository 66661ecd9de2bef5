package dev.headgate.policy.estimate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.headgate.policy.estimate.Forecast.Binding;
import dev.headgate.policy.estimate.Outlook.Clock;
import dev.headgate.policy.estimate.Outlook.Inside;
import dev.headgate.policy.estimate.Outlook.Line;
import dev.headgate.policy.estimate.Outlook.Seats;
import dev.headgate.policy.estimate.Outlook.State;
import dev.headgate.policy.pace.Ramp;
import dev.headgate.policy.pace.Rate;
import java.time.Instant;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class ForecastTest {
  private static final Instant NOW = Instant.parse("2026-12-01T12:00:00Z");
  private static final int OFF = Integer.MAX_VALUE;

  private static Outlook outlook(Rate rate, Line line, Inside inside, Seats seats) {
    Clock clock = new Clock(NOW.toEpochMilli(), true, null, null);
    return new Outlook(State.RUNNING, clock, line, rate, inside, seats);
  }

  private static Line line(long waiting) {
    return new Line(waiting, 0, false, 99, 99);
  }

  private static double minutes(@Nullable Instant at) {
    assertNotNull(at, "foreseen");
    return (at.toEpochMilli() - NOW.toEpochMilli()) / 60_000.0;
  }

  /**
   * By hand: 99 in a hundred of the rate are let in. Waiting x share that comes / (0.99 x rate) =
   * minutes; rate x 0.99 x stay x (1 - e^(-minutes/stay)) inside from nobody on.
   */
  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          the dial alone                   | 84000 | 1200 | 20000 |  0 |  99 of 99 | 8 | 70.7 | 9502 | dial
          half of them come                | 84000 | 1200 | 20000 |  0 | 4999 of 9999 | 8 | 35.4 | 9389 | dial
          a throttle that leaves 540       |  5346 | 1200 | 20000 |540 |  99 of 99 | 5 | 10.0 | 2312 | throttle
          a cap of 900 with a stay of 3 min| 30000 | 1200 |   900 |  0 |  99 of 99 | 3 | 97.4 |  900 | cap
          nobody stays long                |  1188 | 1200 |   900 |  0 |  99 of 99 |.5 |  1.0 |  514 | dial
          """)
  void whoWaitsIsInAndSoManyAreInsideAsOneWorksOutByHand(
      String story,
      long waiting,
      int dial,
      int cap,
      int throttle,
      String came,
      double stay,
      double minutes,
      double inside,
      String binding) {
    String[] show = came.trim().split(" of ", -1);
    Line line = new Line(waiting, 0, false, Long.parseLong(show[0]), Long.parseLong(show[1]));
    Rate rate = new Rate(dial, cap, throttle == 0 ? OFF : throttle, OFF, Ramp.NONE);
    Forecast found = Forecast.of(outlook(rate, line, new Inside(0, stay), Seats.UNKNOWN));
    assertEquals(minutes, minutes(found.waitingInAt()), 0.02 * minutes, found::sentence);
    assertNotNull(found.insideExpected());
    assertEquals(inside, found.insideExpected(), 0.02 * inside, found::sentence);
    assertEquals(binding, found.binding().json());
    assertNull(found.soldOutAt());
  }

  /** 9,900 wait for 990 places a minute; of the first ones called hardly any came at once. */
  @ParameterizedTest
  @CsvSource({
    "0, 0, 10",
    "0, 1, 9.5",
    "4, 10, 8",
    "40, 100, 5",
    "400, 1000, 4.1",
    "4000, 10000, 4"
  })
  void aSaleThatHasJustBegunIsNotForeseenFromWhatItsFirstFansDid(
      long came, long of, double minutes) {
    Line line = new Line(9_900, 0, false, came, of);
    Inside inside = new Inside(0, 5.0);
    Forecast found = Forecast.of(outlook(Rate.of(1_000, 50_000), line, inside, Seats.UNKNOWN));
    assertEquals(minutes, minutes(found.waitingInAt()), 0.1, found::sentence);
  }

  @Test
  void aSlowStartTakesHalfItsLengthLonger() {
    Ramp ramp = new Ramp(NOW.toEpochMilli(), 0, 600_000);
    Rate rate = new Rate(600, 20_000, OFF, OFF, ramp);
    Inside nobody = new Inside(0, 10.0);
    // In ten minutes half of 5,940 are in; the other 8,910 take 15 minutes more.
    Forecast found = Forecast.of(outlook(rate, line(11_880), nobody, Seats.UNKNOWN));
    assertEquals(25, minutes(found.waitingInAt()), 0.3, found::sentence);
    assertEquals(Binding.DIAL, found.binding());
    Forecast few = Forecast.of(outlook(rate, line(2_000), nobody, Seats.UNKNOWN));
    assertEquals(Binding.SLOW_START, few.binding());
    assertEquals(8.2, minutes(few.waitingInAt()), 0.2, few::sentence);
  }

  @Test
  void seatsGoAtWhatAFanTakesTimesTheRate() {
    Rate rate = Rate.of(1_000, 50_000);
    Inside inside = new Inside(0, 10.0);
    // 990 a minute take 1,980 seats a minute: 39,600 last 20 minutes, and 19,800 fans.
    Seats seats = new Seats(39_600L, 2.0, false);
    Forecast plenty = Forecast.of(outlook(rate, line(100_000), inside, seats));
    assertEquals(20, minutes(plenty.soldOutAt()), 0.3, plenty::sentence);
    assertNull(plenty.waitingInAt(), "80,200 of them come too late");
    assertTrue(plenty.sentence().contains("about 80,000 of the 100,000"), plenty::sentence);
    assertTrue(plenty.sentence().contains("go around 12:20 UTC (in 20 min)"), plenty::sentence);
    Forecast few = Forecast.of(outlook(rate, line(9_900), inside, seats));
    assertNull(few.soldOutAt(), few::sentence);
    assertEquals(10, minutes(few.waitingInAt()), 0.2);
  }

  @Test
  void withTheStockSparedTheLastSeatsTakeLonger() {
    Rate rate = Rate.of(1_000, 50_000);
    Inside inside = new Inside(0, 10.0);
    // From 495 free seats on 1.98 fans a minute a seat take 3.96 of it: ln(495)/3.96 = 1.57 min.
    Seats spared = new Seats(39_600L, 2.0, true);
    Forecast found = Forecast.of(outlook(rate, line(100_000), inside, spared));
    assertEquals((39_600 - 500) / 1_980.0 + Math.log(500) / 3.96, minutes(found.soldOutAt()), 0.4);
  }

  @Test
  void whatIsNotKnownIsNullAndSaidToBeUnknown() {
    Rate rate = Rate.of(1_200, 9_000);
    Forecast far =
        Forecast.of(outlook(rate, line(84_000), new Inside(10, null), new Seats(40L, null, false)));
    assertNull(far.waitingInAt(), "nobody knows when the places inside bind");
    assertNull(far.insideExpected());
    assertNull(far.soldOutAt());
    assertTrue(far.sentence().contains("not in before 13:"), far::sentence);
    assertTrue(far.sentence().contains("how long fans stay is not known yet"), far::sentence);
    Forecast near = Forecast.of(outlook(rate, line(5_940), new Inside(10, null), Seats.UNKNOWN));
    assertEquals(5, minutes(near.waitingInAt()), 0.1, "so many have room whoever stays how long");
    assertNull(near.insideExpected());
    assertTrue(near.sentence().contains("does not say what is left"), near::sentence);
  }

  @Test
  void beforeTheStartTheCountBeginsAtItAndTakesInWhoJoinsUntilThen() {
    long start = NOW.toEpochMilli() + 600_000;
    Clock clock = new Clock(NOW.toEpochMilli(), false, start, null);
    Inside inside = new Inside(0, 5.0);
    Rate rate = Rate.of(1_000, 50_000);
    Line mixed = new Line(9_900, 99, true, 0, 0);
    Forecast drawn =
        Forecast.of(new Outlook(State.RUNNING, clock, mixed, rate, inside, Seats.UNKNOWN));
    assertEquals(10 + 11, minutes(drawn.waitingInAt()), 0.2, "990 more stand among them");
    Line behind = new Line(9_900, 99, false, 0, 0);
    Forecast byTime =
        Forecast.of(new Outlook(State.RUNNING, clock, behind, rate, inside, Seats.UNKNOWN));
    assertEquals(10 + 10, minutes(byTime.waitingInAt()), 0.2);
    Clock unknown = new Clock(NOW.toEpochMilli(), false, null, null);
    Forecast manual =
        Forecast.of(new Outlook(State.RUNNING, unknown, mixed, rate, inside, Seats.UNKNOWN));
    assertEquals(Binding.NOT_STARTED, manual.binding());
    assertNull(manual.waitingInAt());
  }

  @Test
  void nobodyIsForeseenToComeInAfterTheEventHasClosed() {
    Clock closing = new Clock(NOW.toEpochMilli(), true, null, NOW.toEpochMilli() + 300_000);
    Outlook outlook =
        new Outlook(
            State.RUNNING,
            closing,
            line(9_900),
            Rate.of(1_000, 50_000),
            new Inside(0, 5.0),
            Seats.UNKNOWN);
    Forecast found = Forecast.of(outlook);
    assertNull(found.waitingInAt());
    assertTrue(
        found.sentence().contains("about 5,000 of the 9,900 waiting are not in before it closes"),
        found::sentence);
  }

  @ParameterizedTest
  @EnumSource(names = "RUNNING", mode = EnumSource.Mode.EXCLUDE)
  void whereNobodyIsLetInOrEverybodyIsNothingIsForeseenAndItIsSaidWhy(State state) {
    Outlook running = outlook(Rate.of(600, 5_000), line(84_000), new Inside(7, 5.0), Seats.UNKNOWN);
    Forecast found =
        Forecast.of(
            new Outlook(
                state,
                running.clock(),
                running.line(),
                running.rate(),
                running.inside(),
                running.seats()));
    assertEquals(0, found.effectivePerMinute());
    assertNull(found.waitingInAt());
    assertNull(found.insideExpected());
    assertNull(found.soldOutAt());
    assertTrue(found.sentence().endsWith("."), found::sentence);
  }

  @Test
  void atDialZeroTheDialIsWhatBinds() {
    Forecast found =
        Forecast.of(outlook(Rate.of(0, 5_000), line(84_000), new Inside(7, 5.0), Seats.UNKNOWN));
    assertEquals(Binding.DIAL, found.binding());
    assertEquals("At 0 a minute nobody is let in; 84,000 wait.", found.sentence());
  }

  @Test
  void theSentenceSaysAllOfItWithTimesInUtc() {
    Forecast found =
        Forecast.of(
            outlook(
                Rate.of(1_200, 20_000),
                new Line(84_000, 1_300, false, 99, 99),
                new Inside(0, 8.0),
                new Seats(60_000L, 2.0, false)));
    assertEquals(
        "At 1,200 a minute about 54,000 of the 84,000 waiting come too late; about 9,100 inside;"
            + " the last seats go around 12:25 UTC (in 25 min); more join than are called, so the"
            + " line grows.",
        found.sentence());
  }

  @Test
  void whereNobodyWaitsThoseInsideAreThoseWhoJoinTimesTheirStay() {
    Outlook outlook =
        outlook(
            Rate.of(1_200, 20_000),
            new Line(0, 100, false, 99, 99),
            new Inside(50, 8.0),
            Seats.UNKNOWN);
    Forecast found = Forecast.of(outlook);
    assertEquals(Binding.NOBODY_WAITS, found.binding());
    assertEquals(800L, found.insideExpected());
    assertEquals(
        "At 1,200 a minute nobody waits; 50 are inside, in time about 800 if fans come as lately;"
            + " the shop does not say what is left.",
        found.sentence());
  }

  @Test
  void whereNobodyComesAnyMoreThoseWhoAreInsideAreStillToldOf() {
    Outlook outlook =
        outlook(
            Rate.of(1_200, 20_000),
            new Line(0, 0, false, 99, 99),
            new Inside(600, 8.0),
            new Seats(40L, 2.0, false));
    assertEquals(
        "At 1,200 a minute nobody waits; 600 are inside, in time about 0 if fans come as lately;"
            + " seats are left then.",
        Forecast.of(outlook).sentence());
  }

  @ParameterizedTest
  @CsvSource({"1174, 930", "1, 1", "99, 0", "101, 7", "123456, 1"})
  void withNoSeatFreeNobodyIsForeseenInsideAndNoMoreComeTooLateThanWait(long waiting, long active) {
    Seats none = new Seats(0L, 2.0, true);
    Outlook outlook = outlook(Rate.of(3_000, 4_000), line(waiting), new Inside(active, 8.0), none);
    assertEquals(
        String.format(
            Locale.ROOT,
            "At 3,000 a minute, slowed down for the last seats, the %,d waiting come too late; %,d"
                + " are inside; no seat is free.",
            waiting,
            active),
        Forecast.of(outlook).sentence());
  }

  @Test
  void noDialAndNoCrowdMakesItFailOrForeseeThePast() {
    int[] sizes = {0, 1, 59, 60, 5_000, 1_000_000};
    Double[] stays = {null, 0.001, 5.0, 2_000.0};
    Double[] seats = {null, 0.001, 4.0};
    int tried = 0;
    for (int dial : sizes) {
      for (int cap : sizes) {
        for (int waiting : sizes) {
          for (Double stay : stays) {
            for (Double perFan : seats) {
              Forecast found =
                  Forecast.of(
                      outlook(
                          Rate.of(dial, cap),
                          new Line(waiting, dial % 7, false, 1, 3),
                          new Inside(waiting / 10, stay),
                          new Seats((long) cap, perFan, dial % 2 == 0)));
              check(found);
              tried++;
            }
          }
        }
      }
    }
    assertEquals(6 * 6 * 6 * 4 * 3, tried);
  }

  private static void check(Forecast found) {
    Instant in = found.waitingInAt();
    Instant gone = found.soldOutAt();
    assertFalse(in != null && in.isBefore(NOW), found::sentence);
    assertFalse(gone != null && gone.isBefore(NOW), found::sentence);
    Long inside = found.insideExpected();
    assertFalse(inside != null && inside < 0, found::sentence);
    assertFalse(found.sentence().toLowerCase(Locale.ROOT).contains("nan"), found::sentence);
    assertFalse(found.sentence().contains("null"), found::sentence);
  }
}
