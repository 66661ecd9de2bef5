package dev.headgate.policy.pace;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PassthroughTest {

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
    everybody is called                    | waiting=10000                           | calls=10000 limit=NOBODY_WAITS
    in every lane                          | waiting=10000;5                         | calls=10000;5
    whatever the dials say                 | dial=0 inside=0 throttle=0 stock=0      | calls=10000
    but not before the order is known      | drawn=no                                | calls=0 limit=NOT_DRAWN
    nor in a pause                         | halted=yes                              | calls=0 limit=HALTED
    no credit is kept                      | credit=7;-3                             | credit=0;0
    not even in a pause                    | credit=7 halted=yes                     | credit=0
    calls are settled and lapse            | cutoff=20 ended=9 calls=9@5:3/9+20@4:1/11 | settled=9 lapsed=9 pending=10 show=4/10
    """)
  void nobodyWaitsForAnybody(String story, String given, String then) {
    Story row = Story.of(given);
    row.assertOutcome(AdmissionPolicy.passthrough().decide(row.snapshot(), row.rate()), then);
  }
}
