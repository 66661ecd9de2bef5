package dev.headgate.booking.seat;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class SeatNameTest {

  @Test
  void rowsAreLabelledAsInASpreadsheet() {
    assertEquals("A", SeatName.label(0));
    assertEquals("Z", SeatName.label(25));
    assertEquals("AA", SeatName.label(26));
    assertEquals("AZ", SeatName.label(51));
    assertEquals("BA", SeatName.label(52));
    assertEquals("ZZ", SeatName.label(701));
    assertEquals("AAA", SeatName.label(702));
  }

  @Test
  void namesSortAsPeopleReadThem() {
    List<SeatName> read = new ArrayList<>();
    for (int row = 0; row < 60; row++) {
      for (int number = 1; number <= 12; number++) {
        read.add(new SeatName(SeatName.label(row), number));
      }
    }
    List<SeatName> sorted = new ArrayList<>(read);
    Collections.shuffle(sorted, new Random(7));
    Collections.sort(sorted);
    assertEquals(read, sorted);
  }

  @Test
  void aRowIsCapitalLettersOrANumber() {
    assertEquals("12-3", new SeatName("12", 3).written());
    for (String row : List.of("", "a", "A1", "0", "A-", " A", "ABCDEFG")) {
      assertThrows(IllegalArgumentException.class, () -> new SeatName(row, 1), row);
    }
    assertThrows(IllegalArgumentException.class, () -> new SeatName("A", 0));
  }
}
