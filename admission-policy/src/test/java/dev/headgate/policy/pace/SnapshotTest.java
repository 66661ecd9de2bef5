package dev.headgate.policy.pace;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SnapshotTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
    waiting=-1                          | waiting: -1 (expected: from 0 to 2147483647)
    cutoff=-1                           | cutoff: -1 (expected: from 0 to 2147483647)
    cutoff=3000000000                   | cutoff: 3000000000 (expected: from 0 to 2147483647)
    cutoff=5 settled=6                  | settled: 6 (expected: from 0 to 5)
    cutoff=5 settled=4 lapsed=5         | lapsed: 5 (expected: from 0 to 4)
    ended=-1                            | endedTo: -1 (expected: from 0 to 2147483647)
    door=-1                             | door: -1 (expected: from 0 to 2147483647)
    active=-1                           | active: -1 (expected: from 0 to 2147483647)
    cutoff=5 calls=6@1:0/5              | unsettled.cutoffTo: 6 (expected: from 0 to 5)
    cutoff=5 calls=4@2:0/4+3@1:0/0      | unsettled.cutoffTo: 3 (expected: from 4 to 5)
    cutoff=5 settled=2 calls=5@1:0/4    | unsettled.called: 4 (expected: from 0 to 3)
    cutoff=5 calls=5@1:5/4              | came: 5 (expected: from 0 to 4)
    recent=5/4                          | came: 5 (expected: from 0 to 4)
    recent=0/-1                         | called: -1 (expected: from 0 to 2147483647)
    credit=200000000000                 | credit: 1200000000000000000 (expected: from -1152921504606846976 to 1152921504606846976)
    weight=0                            | weight: 0 (expected: from 1 to 1000000)
    weight=1000001                      | weight: 1000001 (expected: from 1 to 1000000)
    cutoff=9 waiting=2147483640         | lanes.fans: 2147483649 (expected: from 0 to 2147483647)
    waiting=2000000000;2000000000       | lanes.fans: 4000000000 (expected: from 0 to 2147483647)
    door=2000000000;2000000000          | lanes.door: 4000000000 (expected: from 0 to 2147483647)
    elapsed=2000000000000000000         | earnedUntilMillis: -1999998235510000000 (expected: from -1152921504606846976 to 1152921504606846976)
    dial=-1                             | newUsersPerMinute: -1 (expected: >= 0)
    inside=-1                           | totalActiveUsers: -1 (expected: >= 0)
    """)
  void whatCannotBeIsRefusedInWords(String given, String message) {
    Story story = Story.of(given);
    IllegalArgumentException refusal =
        assertThrows(
            IllegalArgumentException.class,
            () -> AdmissionPolicy.pacing().decide(story.snapshot(), story.rate()));
    assertEquals(message, refusal.getMessage());
  }

  @Test
  void thereIsAtLeastOneLane() {
    IllegalArgumentException refusal =
        assertThrows(
            IllegalArgumentException.class, () -> new Snapshot(0, 0, 0, true, false, 0, List.of()));
    assertEquals("lanes: 0 (expected: from 1 to 65536)", refusal.getMessage());
  }
}
