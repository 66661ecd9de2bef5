package dev.headgate.booking.http;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.headgate.booking.http.StreamPlaces.Answer;
import org.junit.jupiter.api.Test;

class StreamPlacesTest {
  private final StreamPlaces places = new StreamPlaces(3, 2);

  @Test
  void oneCustomerHasSoManyAndAllTogetherSoMany() {
    assertEquals(Answer.YOURS, places.enter("a"));
    assertEquals(Answer.YOURS, places.enter("a"));
    assertEquals(Answer.TOO_MANY_OF_ONE, places.enter("a"));
    assertEquals(Answer.YOURS, places.enter("b"));
    assertEquals(Answer.FULL, places.enter("c"));
    assertEquals(Answer.TOO_MANY_OF_ONE, places.enter("a"));
  }

  @Test
  void whoLeavesMakesRoom() {
    assertEquals(Answer.YOURS, places.enter("a"));
    assertEquals(Answer.YOURS, places.enter("a"));
    places.leave("a");
    assertEquals(Answer.YOURS, places.enter("a"));
    assertEquals(Answer.YOURS, places.enter("b"));
    places.leave("b");
    assertEquals(Answer.YOURS, places.enter("c"));
  }
}
