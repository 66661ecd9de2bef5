package dev.headgate.policy.pace;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What may lower the rate below the dial: throttle, stock and a slow start. */
class RateTest {

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
    the throttle is the rate below the dial    | throttle=60                          | calls=0 credit=0.99 limit=THROTTLE
    above the dial it does not count           | throttle=900                         | calls=9 credit=9.9 limit=NEW_USERS_PER_MINUTE
    at the dial the dial is the reason         | throttle=600                         | calls=9 limit=NEW_USERS_PER_MINUTE
    two seconds of the throttle lie ready      | throttle=300 elapsed=60000           | calls=10 credit=10 limit=THROTTLE
    throttled to nothing calls nobody          | throttle=0 credit=1                  | calls=0 credit=1 limit=THROTTLE
    a pause says more than the throttle        | throttle=60 halted=yes               | calls=0 limit=HALTED
    a full house says more than the throttle   | throttle=300 inside=2                | calls=2 limit=TOTAL_ACTIVE_USERS
    a throttle nobody feels                    | throttle=300 waiting=1               | calls=1 limit=NOBODY_WAITS
    the stock is the rate below the dial       | stock=80                             | calls=1 credit=1.32 limit=STOCK
    nothing to sell calls nobody               | stock=0 credit=15                    | calls=0 credit=1 limit=STOCK
    whoever waits                              | stock=0 waiting=0                    | calls=0 limit=STOCK
    what is out of stock is no slow backend    | stock=60 throttle=60                 | limit=STOCK
    the least counts                           | stock=240 throttle=120               | calls=1 credit=1.98 limit=THROTTLE
    a slow start earns the mean of the tick    | ramp=0:30/60                         | calls=4 credit=4.8675 limit=SLOW_START
    it starts with what was before             | ramp=300:0/60                        | calls=4 credit=4.95 limit=SLOW_START
    it ends at the dial                        | ramp=0:60/60                         | calls=9 credit=9.8175 limit=NEW_USERS_PER_MINUTE
    it is the dial from then on                | ramp=0:61/60                         | calls=9 credit=9.9 limit=NEW_USERS_PER_MINUTE
    a long gap earns two seconds of the ramp   | ramp=0:30/60 elapsed=60000           | calls=10 credit=10 limit=SLOW_START
    a throttle below the ramp                  | ramp=0:30/60 throttle=60             | credit=0.99 limit=THROTTLE
    no-shows are judged by the rate in force   | throttle=60 recent=0/500+20/20       | show=21/21
    """)
  void theLeastOfThemIsTheRate(String story, String given, String then) {
    assertStory(given, then);
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
    a minute's worth is paid off               | credit=-600                          | calls=0 credit=-590.1
    more than that is forgiven                 | credit=-700                          | calls=0 credit=-590.1
    a minute of the rate in force              | credit=-700 throttle=60              | calls=0 credit=-59.01
    each lane has its share of it              | credit=-700;-200 weight=3;1          | credit=-442.575;-147.525
    a lane in which nobody waits keeps it      | credit=0;-700 waiting=100;0          | credit=9.9;-700
    a pause forgives nothing                   | credit=-700 halted=yes               | calls=0 credit=-700
    nor does an empty stock                    | credit=-700 stock=0                  | calls=0 credit=-700
    """)
  void noDebtIsOlderThanAMinute(String story, String given, String then) {
    assertStory(given, then);
  }

  private static void assertStory(String given, String then) {
    Story story = Story.of(given);
    story.assertOutcome(AdmissionPolicy.pacing().decide(story.snapshot(), story.rate()), then);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
    # from | base       | length     | now                 | dial       | rate
    1000   | 100        | 10000      | 0                   | 600        | 100
    1000   | 100        | 10000      | 1000                | 600        | 100
    1000   | 100        | 10000      | 1019                | 600        | 100
    1000   | 100        | 10000      | 1020                | 600        | 101
    1000   | 100        | 10000      | 6000                | 600        | 350
    1000   | 100        | 10000      | 10999               | 600        | 599
    1000   | 100        | 10000      | 11000               | 600        | 600
    1000   | 100        | 10000      | 99000               | 600        | 600
    1000   | 0          | 10000      | 1000                | 600        | 1
    1000   | 0          | 10000      | 1000                | 0          | 0
    1000   | 900        | 10000      | 1000                | 600        | 600
    1000   | 100        | 0          | 0                   | 600        | 600
    0      | 0          | 2147483647 | 2147483646          | 2147483647 | 2147483646
    0      | 2147483647 | 2147483647 | 5                   | 2147483646 | 2147483646
    -1152921504606846976 | 0 | 2147483647 | 1152921504606846976 | 600    | 600
    1152921504606846976 | 7 | 2147483647 | -1152921504606846976 | 600    | 7
    """)
  void aRampRisesInALine(long from, int base, long length, long now, int dial, int rate) {
    assertEquals(rate, new Ramp(from, base, length).at(now, dial));
  }

  @Test
  void noRampIsTheDialAtAnyTime() {
    assertEquals(600, Ramp.NONE.at(-5, 600));
    assertEquals(600, Ramp.NONE.at(0, 600));
    assertEquals(600, Rate.of(600, 5).perMinute(-5));
  }

  /** In ten minutes a slow start lets in what the line allows, and never makes up for it. */
  @Test
  void aSlowStartIsNotCaughtUp() {
    Pump pump = new Pump(1);
    Rate rate = new Rate(600, 1_000_000, 5_000, 5_000, new Ramp(0, 0, 120_000));
    double due = 0;
    for (int second = 0; second < 600; second++) {
      due += 0.99 * Math.min(10, (second + 0.5) / 12);
      pump.tick(rate, 1000);
      // Whole rates a minute: never more than the line, and at most a rate of one less.
      assertTrue(pump.total() <= due + 0.1, second + " s: " + pump.total() + " of " + due);
      assertTrue(pump.total() > due - 4, second + " s: " + pump.total() + " of " + due);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "0, 0",
    "1, 2",
    "40, 80",
    "1000000, 2000000",
    "1073741822, 2147483644",
    "1073741823, 2147483646",
    "1073741824, 2147483646",
    "2147483647, 2147483646",
  })
  void twoAMinuteForEachFreeSeat(int free, int perMinute) {
    assertEquals(perMinute, Stock.perMinute(free));
  }

  @Test
  void fortySeatsAreNotServedByAThousandFans() {
    Pump pump = new Pump(1, 3);
    int perMinute = Stock.perMinute(40);
    for (int second = 0; second < 60; second++) {
      pump.tick(new Rate(1_000, 1_000_000, 5_000, perMinute, Ramp.NONE), 1000);
    }
    assertTrue(pump.total() <= 80 && pump.total() >= 77, "in a minute: " + pump.total());
  }

  @Test
  void whatCannotBeIsRefused() {
    assertRefused("throttlePerMinute: -1 (expected: >= 0)", () -> new Rate(1, 1, -1, 1, Ramp.NONE));
    assertRefused("stockPerMinute: -1 (expected: >= 0)", () -> new Rate(1, 1, 1, -1, Ramp.NONE));
    assertRefused("lengthMillis: -1 (expected: from 0 to 2147483647)", () -> new Ramp(0, 0, -1));
    assertRefused("basePerMinute: -1 (expected: from 0 to 2147483647)", () -> new Ramp(0, -1, 0));
    assertRefused(
        "fromMillis: 9223372036854775807 (expected: from -1152921504606846976 to"
            + " 1152921504606846976)",
        () -> new Ramp(Long.MAX_VALUE, 0, 0));
    assertRefused("free: -1 (expected: from 0 to 2147483647)", () -> Stock.perMinute(-1));
  }

  private static void assertRefused(String message, Executable refused) {
    IllegalArgumentException refusal = assertThrows(IllegalArgumentException.class, refused);
    assertEquals(message, refusal.getMessage());
  }
}
