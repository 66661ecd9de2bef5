package dev.headgate.booking.http;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LanguagesTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          de-AT,de;q=0.9,en;q=0.8 |    | de
          fr;q=0.3, it;q=0.7      |    | it
          xx, ko                  |    | ko
          zh-Hant-TW              |    | en
          *                       |    | en
          de;q=0, es              |    | es
          PT-br                   |    | pt
          de                      | ar | ar
          de                      | xx | de
          ;;=,de;q=x,hi           |    | hi
                                  |    | en
          """)
  void theOneThatIsWantedMostIsSpoken(
      @Nullable String header, @Nullable String byHand, String language) {
    List<String> lines = header == null ? List.of() : List.of(header);
    assertEquals(language, Languages.best(lines, byHand).language());
  }

  @Test
  void numbersAreWrittenAsWhereTheBrowserIsFrom() {
    List<String> swiss = List.of("fr-FR", "de-CH;q=0.9");
    assertEquals("12’345", Languages.best(swiss, "de").number(12_345));
    assertEquals("12.345", Languages.best(List.of("en"), "de").number(12_345));
  }

  @Test
  void aHeaderWithoutEndCostsNothing() {
    assertEquals("en", Languages.best(List.of("x,".repeat(100_000) + "de"), null).language());
  }
}
