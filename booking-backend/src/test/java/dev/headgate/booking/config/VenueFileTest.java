package dev.headgate.booking.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/** Venues written short. */
class VenueFileTest {
  private final List<String> faults = new ArrayList<>();

  private Venue read(String yaml) {
    Object loaded = new Load(LoadSettings.builder().build()).loadFromString(yaml);
    Venue venue = new VenueFile(new Node(loaded, "venue.yaml", faults), faults::add).read();
    return venue == null ? Venue.generated("none", "none", 1) : venue;
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "1-3        | 1 2 3",
        "01-03      | 01 02 03",
        "08-11      | 08 09 10 11",
        "A-D        | A B C D",
        "Y-AB       | Y Z AA AB",
        "1-2,7, 9-9 | 1 2 7 9",
        "K          | K",
      })
  void rangesSayWhatPeopleRead(String written, String labels) {
    assertEquals(List.of(labels.split(" ", -1)), Labels.of(written));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "3-1", "1-", "-3", "A-", "B-A", "1-99999999", "a-c", "1,,2", "1-x"})
  void whatIsNoRangeIsRefused(String written) {
    assertThrows(IllegalArgumentException.class, () -> Labels.of(written));
  }

  @Test
  void sectionsThatAreAlikeAreWrittenOnce() {
    Venue venue =
        read(
            """
            id: v
            name: V
            sections:
              - {ids: 1-2, name: "Tier {id}", rowPrefix: "{id}", rows: 01-02, seats: [3, 4],
                 accessible: {"02": "1,3-4"}, restrictedView: {"01": "1"}}
              - {id: B, rowPrefix: B, rows: A-B, seats: 5}
            """);
    assertEquals(List.of(), faults);
    assertEquals(
        List.of(
            new Venue.Section(
                "1",
                "Tier 1",
                List.of(
                    new Venue.Row("101", 3, Set.of(), Set.of(1)),
                    new Venue.Row("102", 4, Set.of(1, 3, 4), Set.of()))),
            new Venue.Section(
                "2",
                "Tier 2",
                List.of(
                    new Venue.Row("201", 3, Set.of(), Set.of(1)),
                    new Venue.Row("202", 4, Set.of(1, 3, 4), Set.of()))),
            new Venue.Section(
                "B", "Section B", List.of(Venue.Row.of("BA", 5), Venue.Row.of("BB", 5)))),
        venue.sections());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\u0007',
      value = {
        "{ids: 1-2, rows: 1-2, seats: 3}                           | each label once",
        "{id: A, rows: 1-2, seats: [3]}                            | one number, or 2",
        "{id: A, rows: 1-2}                                        | 1 to 10000",
        "{id: A, rows: 2-1, seats: 3}                              | venue.yaml.sections[0].rows",
        "{id: A, rows: 1-2, seats: 3, accessible: {9: '1'}}        | one of its rows",
        "{id: A, rows: 1-2, seats: 3, price: 1}                    | price: unknown",
      })
  void whatDoesNotFitIsNamed(String section, String fault) {
    Venue unused = read("{id: v, name: V, sections: [" + section + "]}");
    assertTrue(unused != null && String.join("\n", faults).contains(fault), faults::toString);
  }
}
