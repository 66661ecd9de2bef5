package dev.headgate.policy.pace;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PacingTest {
  private final AdmissionPolicy policy = AdmissionPolicy.pacing();

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
    # story                                    | given                                       | then
    a second at 600 is 9.9 admissions          |                                             | calls=9 credit=9.9 limit=NEW_USERS_PER_MINUTE
    a quarter of a second earns its share      | elapsed=250                                 | calls=2 credit=2.475
    a millisecond is not lost                  | elapsed=1                                   | calls=0 credit=0.0099
    what was left over counts                  | credit=0.1                                  | calls=10 credit=10
    no time has passed, nothing is earned      | elapsed=0 credit=3                          | calls=3 credit=3
    a clock that stepped back earns nothing    | elapsed=-5000 credit=3                      | calls=3 credit=3
    a long gap earns two seconds' worth        | elapsed=60000                               | calls=20 credit=20 limit=NEW_USERS_PER_MINUTE
    a gap of years overflows nothing           | elapsed=9000000000000 dial=1000000          | calls=5000 credit=33333.333333 limit=TOTAL_ACTIVE_USERS
    at a small dial one may lie ready          | dial=1 elapsed=600000                       | calls=1 credit=1.016666
    a small dial keeps what completes the one  | dial=30 elapsed=1000 credit=0.99            | calls=1 credit=1.485
    but not what comes after it                | dial=30 elapsed=1000 credit=1.485           | calls=1 credit=1.495
    a small dial saves up for one              | dial=6 elapsed=9000                         | calls=0 credit=0.891
    old credit beyond the cap is given back    | dial=60 elapsed=0 credit=400                | calls=2 credit=2
    the largest dial                           | dial=1000000 inside=2000000 waiting=9000000 | calls=16500 credit=16500
    """)
  void timeEarnsCredit(String story, String given, String then) {
    assertStory(given, then);
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
    before the draw nobody is called           | drawn=no credit=1                           | calls=0 credit=1 limit=NOT_DRAWN
    nor is credit kept for after it            | drawn=no credit=50                          | calls=0 credit=1 limit=NOT_DRAWN
    not drawn says more than paused            | drawn=no halted=yes                         | calls=0 credit=0 limit=NOT_DRAWN
    a pause calls nobody and earns nothing     | halted=yes credit=1                         | calls=0 credit=1 limit=HALTED
    a pause lets no credit lie ready           | halted=yes credit=15                        | calls=0 credit=1 limit=HALTED
    a pause keeps what is committed            | halted=yes credit=15 cutoff=8 calls=8@1:0/8 | calls=0 credit=9 limit=HALTED pending=8
    a pause keeps a debt                       | halted=yes credit=-7                        | calls=0 credit=-7 limit=HALTED
    dial 0 is a pause, whoever says so         | dial=0 credit=15                            | calls=0 credit=1 limit=HALTED
    a pause still settles and lapses           | halted=yes cutoff=8 ended=8 calls=8@5:8/8   | calls=0 settled=8 lapsed=8 limit=HALTED
    nobody waits                               | waiting=0                                   | calls=0 credit=9.9 limit=NOBODY_WAITS
    fewer wait than there is room for          | waiting=4                                   | calls=4 limit=NOBODY_WAITS
    exactly as many wait                       | waiting=9                                   | calls=9 limit=NOBODY_WAITS
    """)
  void nobodyIsCalledInVain(String story, String given, String then) {
    assertStory(given, then);
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
    those called a moment ago hold credit      | credit=4 cutoff=4 calls=4@1:0/4                 | calls=9 credit=13.9 pending=4
    who has come holds none                    | credit=1 cutoff=4 calls=4@1:3/4                 | calls=9 credit=10.9 pending=1
    committed credit does not count as saved   | credit=30 cutoff=30 calls=30@1:0/30 elapsed=60000 | calls=20 credit=50 pending=30
    late-comers leave a debt, paid off first   | credit=-25                                      | calls=0 credit=-15.1 limit=NEW_USERS_PER_MINUTE
    a debt paid off by this tick               | credit=-6                                       | calls=3 credit=3.9
    a debt is not forgiven by a long gap       | credit=-100 elapsed=5000                        | calls=0 credit=-50.5
    the door holds credit                      | door=5                                          | calls=4 credit=9.9
    a door beyond the credit calls nobody      | door=50                                         | calls=0 credit=9.9 limit=NEW_USERS_PER_MINUTE
    the cap counts the door                    | door=50 elapsed=60000                           | calls=20 credit=70
    pending beyond what is earned              | cutoff=90 calls=90@1:0/90                       | calls=0 credit=9.9 pending=90
    """)
  void creditIsHeldForThoseOnTheirWay(String story, String given, String then) {
    assertStory(given, then);
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
    room inside binds                          | inside=100 active=97                        | calls=3 limit=TOTAL_ACTIVE_USERS
    it is full                                 | inside=100 active=100                       | calls=0 limit=TOTAL_ACTIVE_USERS
    lowered below those inside                 | inside=10 active=100                        | calls=0 limit=TOTAL_ACTIVE_USERS
    nobody may be inside                       | inside=0                                    | calls=0 credit=9.9 limit=TOTAL_ACTIVE_USERS
    the door holds room inside                 | inside=100 active=94 door=2                 | calls=4 limit=TOTAL_ACTIVE_USERS
    those on their way hold room inside        | inside=100 active=94 cutoff=2 calls=2@1:0/2 | calls=4 pending=2 limit=TOTAL_ACTIVE_USERS
    room inside is shared out by the show      | inside=100 active=97 recent=9/19            | calls=6 show=10/20 limit=TOTAL_ACTIVE_USERS
    as much room as credit is the dial         | inside=100 active=90 credit=0.1             | calls=10 limit=NEW_USERS_PER_MINUTE
    """)
  void thePlaceInsideIsALimitToo(String story, String given, String then) {
    assertStory(given, then);
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
    nothing known, everybody is expected       | dial=60                                     | show=1/1
    four are too few to judge by               | recent=0/4                                  | show=1/1
    five are enough                            | recent=0/5                                  | show=1/6 calls=59
    half came, so twice as many are called     | recent=9/19                                 | show=10/20 calls=19
    all came                                   | recent=40/40                                | show=41/41 calls=9
    hardly anybody: never below a twentieth    | recent=0/200                                | show=1/20 calls=198
    exactly a twentieth                        | recent=0/19                                 | show=1/20
    just above a twentieth                     | recent=1/38                                 | show=2/39
    just below a twentieth                     | recent=1/40                                 | show=1/20
    only the newest 20 s' worth counts         | recent=0/500+100/100+100/100                | show=201/201
    a call is never split                      | recent=0/500+100/100+99/99                  | show=200/700
    at a small dial the newest twenty          | dial=3 recent=0/50+10/10+10/10              | show=21/21
    at a small dial not nineteen               | dial=3 recent=0/50+10/10+9/9                | show=20/70
    a call to nobody says nothing              | recent=9/19+0/0                             | show=10/20
    pending fans count by the show             | recent=9/19 credit=5 cutoff=10 calls=10@1:0/10 | calls=19 credit=14.9 pending=10
    the cap counts pending by the show         | recent=9/19 cutoff=10 calls=10@1:0/10 elapsed=60000 | calls=40 credit=25
    a part of a fan counts as a part           | recent=2/6 cutoff=10 calls=10@1:0/10 elapsed=60000 | calls=46 credit=24.285714
    the share is taken as it is, not rounded   | recent=1/2+1/4 credit=0.1                   | show=3/7 calls=23
    """)
  void theShareThatComesDecidesHowManyAreCalled(String story, String given, String then) {
    assertStory(given, then);
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
    at five seconds a call is settled          | cutoff=9 calls=9@5:9/9                       | settled=9 pending=0 show=10/10
    a millisecond earlier it is not            | cutoff=9 calls=9@4.999:2/9                   | settled=0 pending=7 show=1/1
    the older of two                           | cutoff=20 calls=9@5:3/9+20@4:1/11            | settled=9 pending=10 show=4/10
    several at once                            | cutoff=20 calls=9@7:3/9+20@6:6/11            | settled=20 pending=0 show=10/21
    settled is a prefix though clocks may jump | cutoff=20 calls=9@4:3/9+20@6:6/11            | settled=0 pending=11
    positions that are nobody's do not count   | cutoff=20 calls=20@6:6/6                     | settled=20 show=7/7
    nothing to settle                          | cutoff=20 settled=20 lapsed=7                | settled=20 lapsed=7
    ended turns lapse                          | cutoff=20 settled=20 lapsed=7 ended=15       | settled=20 lapsed=15
    lapsed never goes back                     | cutoff=20 settled=20 lapsed=7 ended=3        | lapsed=7
    nothing lapses before it is settled        | cutoff=20 calls=9@5:0/9+20@4:0/11 ended=20   | settled=9 lapsed=9
    """)
  void callsAreSettledThenLapse(String story, String given, String then) {
    assertStory(given, then);
  }

  @Test
  void theHugestCountsOverflowNothing() {
    int most = Integer.MAX_VALUE;
    Snapshot.Call call = new Snapshot.Call(most, 0, most, 0);
    List<Snapshot.Settled> recent = List.of(new Snapshot.Settled(most, most - 5));
    Snapshot.Lane lane =
        new Snapshot.Lane(1_000_000, 0, most, 0, 0, most, List.of(call), recent, most, Credit.MOST);
    Snapshot snapshot = new Snapshot(Credit.MOST, 0, -Credit.MOST, true, false, 0, List.of(lane));
    Decision.Move move = policy.decide(snapshot, Rate.of(most, most)).moves().get(0);
    assertEquals(0, move.calls());
    assertEquals(most, move.pending());
    // Everyone at the door, everyone on the way who is expected, and two seconds' worth.
    long expected = (most - 4L) * most / (most + 1L) * Credit.ADMISSION;
    long credit = lane.credit() + move.creditDelta();
    long ready = most * (Credit.ADMISSION / 30);
    assertEquals(
        expected / Credit.ADMISSION, (credit - ready - most * Credit.ADMISSION) / Credit.ADMISSION);
  }

  @Test
  void theLargestQueueAtTheLargestDialIsCalledExactly() {
    Story story =
        Story.of("elapsed=60000 waiting=10000000 recent=9/19999999 dial=1000000 inside=2000000000");
    Decision.Move move = policy.decide(story.snapshot(), story.rate()).moves().get(0);
    // 33,333 1/3 admissions lie ready; twenty times as many are called.
    assertEquals(666_666, move.calls());
    assertEquals(33_333L * 6_000_000 + 2_000_000, move.creditDelta());
  }

  private void assertStory(String given, String then) {
    Story story = Story.of(given == null ? "dial=600" : given);
    story.assertOutcome(policy.decide(story.snapshot(), story.rate()), then);
  }
}
