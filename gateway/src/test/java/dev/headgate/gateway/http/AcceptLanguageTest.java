package dev.headgate.gateway.http;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

class AcceptLanguageTest {
  private static final List<String> TAGS = List.of("en", "de", "pt", "fr", "ja", "ar");

  /** What is wanted, and what is given of the above; {@code -} for nothing of it. */
  private static final String TABLE =
      """
      de                                     | de
      DE                                     | de
      de-AT                                  | de
      de_AT                                  | -
      de-Latn-AT-1996                        | de
      de-x-berlin                            | de
      pt-BR                                  | pt
      zh-Hant-TW                             | -
      zh-Hant-TW, ja;q=0.2                   | ja
      nl, fr;q=0.9, en;q=0.8                 | fr
      en;q=0.8, fr;q=0.9, nl                 | fr
      en;q=0.5, fr;q=0.5                     | en
      fr;q=0.5, en;q=0.5                     | fr
      fr;q=0.123, de;q=0.124                 | de
      fr;q=1, de;q=1.000                     | fr
      fr;q=1., de;q=0.                       | fr
      de;q=0                                 | -
      de;q=0.000                             | -
      de;q=0, fr                             | fr
      de;q=0, de-AT                          | -
      de-AT;q=0, de                          | de
      *                                      | en
      *;q=0                                  | -
      en;q=0, *                              | de
      en;q=0, de;q=0, *;q=0.1                | pt
      nl, *;q=0.5, fr;q=0.7                  | fr
      *, de                                  | en
      *;q=0.1, de;q=0.2                      | de
      *-DE                                   | -
      de;q=1.1, fr;q=0.1                     | fr
      de;q=-1, fr;q=0.1                      | fr
      de;q=0.1234, fr;q=0.1                  | fr
      de;q=abc, fr;q=0.1                     | fr
      de;q=, fr;q=0.1                        | fr
      de;q, fr;q=0.1                         | fr
      de;, fr;q=0.1                          | fr
      de;level=1, fr;q=0.1                   | fr
      de;q=0.9;q=0.1, fr;q=0.1               | fr
      de ; q=0.9, fr;q=0.1                   | de
      de;Q=0.9, fr;q=0.1                     | de
      de;q=1e0, fr;q=0.1                     | fr
      de;q=NaN, fr;q=0.1                     | fr
      de;q=٠.٩, fr;q=0.1                     | fr
      ,,,de,,                                | de
      ;;;                                    | -
      ;q=1, fr                               | fr
      d e, fr                                | fr
      abcdefghi, fr                          | fr
      de-abcdefghi, fr                       | fr
      de--AT, fr                             | fr
      -de, fr                                | fr
      de-, fr                                | fr
      <script>, fr                           | fr
      ../../etc/passwd, fr                   | fr
      d\u00e9, fr                            | fr
      i, fr                                  | fr
      x-de                                   | -
      """;

  @TestFactory
  Stream<DynamicTest> whatIsWantedMostIsGiven() {
    return TABLE
        .lines()
        .map(
            row -> {
              int bar = row.lastIndexOf('|');
              String header = row.substring(0, bar).strip();
              String expected = row.substring(bar + 1).strip();
              return DynamicTest.dynamicTest(header, () -> assertEquals(expected, best(header)));
            });
  }

  private static String best(String... lines) {
    return AcceptLanguage.of(List.of(lines)).best(TAGS).orElse("-");
  }

  @Test
  void nothingSaidIsNothingWanted() {
    assertEquals(Optional.empty(), AcceptLanguage.unsaid().best(TAGS));
    assertEquals("-", best());
    assertEquals("-", best(""));
    assertEquals("-", best(" \t "));
  }

  @Test
  void severalLinesAreOneList() {
    assertEquals("fr", best("nl, de;q=0.3", "fr;q=0.4"));
    assertEquals("de", best("", "de"));
  }

  @Test
  void aTagWithARegionIsFoundByItsOwnNameOnly() {
    List<String> tags = List.of("en", "pt-BR");
    assertEquals(Optional.of("pt-BR"), AcceptLanguage.of(List.of("PT-br-1990")).best(tags));
    assertEquals(Optional.empty(), AcceptLanguage.of(List.of("pt")).best(tags));
    assertEquals(Optional.empty(), AcceptLanguage.of(List.of("*")).best(List.of()));
  }

  @Test
  void headersMadeToBeLongCostNothingAndHarmNobody() {
    int size = 64 * 1024;
    assertEquals("-", best("a".repeat(size)));
    assertEquals("-", best("-".repeat(size)));
    assertEquals("-", best("a-".repeat(size / 2)));
    assertEquals("-", best(",".repeat(size)));
    assertEquals("-", best(";q=".repeat(size / 3)));
    assertEquals("-", best("*;q=0,".repeat(size / 6)));
    assertEquals("-", best("nl,".repeat(size / 3) + "de"));
    assertEquals("de", best("de," + "nl,".repeat(size / 3)));
    assertEquals("de", best("de," + "fr-a-b-c-d-e-f-g-h,".repeat(size / 19)));
    assertEquals("-", best(Collections.nCopies(size, "nl").toArray(String[]::new)));
    assertEquals("-", best("*;q=0." + "0".repeat(size), "en"));
  }
}
