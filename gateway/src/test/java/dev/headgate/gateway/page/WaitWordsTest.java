package dev.headgate.gateway.page;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WaitWordsTest {
  private final Words english = Words.of("en");

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          0     | 60     | in less than a minute
          0     | 61     | within 2 minutes
          59    | 600    | within 10 minutes
          0     | 7200   | within 2 hours
          0     | 7201   | within 2.5 hours
          60    | 61     | in about 1 to 2 minutes
          120   | 120    | in about 2 minutes
          330   | 560    | in about 5 to 10 minutes
          1199  | 1201   | in about 19 to 25 minutes
          1200  | 1200   | in about 20 minutes
          1499  | 1501   | in about 20 to 30 minutes
          3600  | 7199   | in about 60 to 120 minutes
          3600  | 7200   | in about 1 to 2 hours
          3599  | 7200   | in about 55 minutes to 2 hours
          5400  | 9000   | in about 1.5 to 2.5 hours
          7200  | 7200   | in about 2 hours
          86399 | 90000  | in about 23.5 to 25 hours
          86400 | 200000 | in more than a day
          """)
  void aTimeIsSaidAsCoarselyAsItIsKnown(int low, int high, String span) {
    assertEquals(
        "Your turn comes " + span + ".",
        WaitWords.of(english, new PlainPage.Wait(low, high, true)));
    assertEquals(
        "Depending on the draw, your turn comes " + span + ".",
        WaitWords.of(english, new PlainPage.Wait(low, high, false)));
  }
}
