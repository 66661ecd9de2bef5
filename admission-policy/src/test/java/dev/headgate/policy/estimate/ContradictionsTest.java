package dev.headgate.policy.estimate;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ContradictionsTest {

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
    # story                                   | rate | cap   | session | most
    the demo                                  | 600  | 5000  | 600     | 1800
    what Little's law says                    | 1000 | 10000 | 600     | 1800
    fans are thought to leave soon            | 600  | 1200  | 600     | 1800
    fans are thought to stay as long as may be | 600 | 36000 | 600     | 1800
    nobody is let in                          | 0    | 5000  | 600     | 1800
    and nobody may be inside either           | 0    | 0     | 600     | 1800
    one a minute, two inside                  | 1    | 2     | 10      | 10
    session longer than the most              | 600  | 72000 | 3600    | 1800
    """)
  void saneSettingsAreNoContradiction(String story, int rate, int cap, long session, long most) {
    assertEquals(List.of(), Contradictions.of(rate, cap, session, most));
  }

  @Test
  void aCapThatBindsLongBeforeTheRateIsOne() {
    assertEquals(
        List.of(
            "totalActiveUsers 1,199 binds long before newUsersPerMinute 600: with sessions of"
                + " 10 min it lets in about 119 a minute."),
        Contradictions.of(600, 1_199, 600, 1_800));
    assertEquals(
        List.of(
            "totalActiveUsers 0 binds long before newUsersPerMinute 1: with sessions of 90 s it"
                + " lets in nobody."),
        Contradictions.of(1, 0, 90, 1_800));
    assertEquals(
        List.of(
            "totalActiveUsers 4 binds long before newUsersPerMinute 60: with sessions of 10 min it"
                + " lets in about 24 an hour."),
        Contradictions.of(60, 4, 600, 1_800));
    assertEquals(
        List.of(
            "totalActiveUsers 1 binds long before newUsersPerMinute 60: with sessions of 1440 min"
                + " it lets in less than one an hour."),
        Contradictions.of(60, 1, 86_400, 86_400));
  }

  @Test
  void aCapThatCanNeverBeReachedIsOne() {
    assertEquals(
        List.of(
            "totalActiveUsers 36,001 can never be reached: newUsersPerMinute 600 and sessions of"
                + " at most 30 min have no more than 18,000 inside."),
        Contradictions.of(600, 36_001, 600, 1_800));
    assertEquals(
        List.of(
            "totalActiveUsers 3 can never be reached: newUsersPerMinute 1 and sessions of at most"
                + " 10 s have no more than 1 inside."),
        Contradictions.of(1, 3, 10, 10));
    assertEquals(1, Contradictions.of(600, 72_001, 3_600, 1_800).size());
  }
}
