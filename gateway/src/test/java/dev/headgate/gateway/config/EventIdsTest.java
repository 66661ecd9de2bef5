package dev.headgate.gateway.config;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Random;
import org.junit.jupiter.api.Test;

class EventIdsTest {
  @Test
  void anEventIdIsExactlyWhatTheFormSays() {
    Random random = new Random(7);
    String alphabet = "ab0-A_";
    for (int round = 0; round < 100_000; round++) {
      StringBuilder text = new StringBuilder();
      int length = random.nextInt(8);
      for (int i = 0; i < length; i++) {
        text.append(alphabet.charAt(random.nextInt(alphabet.length())));
      }
      assertEventId(text.toString());
    }
    for (int length = 60; length < 67; length++) {
      assertEventId("a".repeat(length));
      assertEventId("a-".repeat(length) + "a");
    }
  }

  private static void assertEventId(String text) {
    boolean expected = text.matches(EventIds.FORM);
    assertEquals(expected, EventIds.isOne(text), text);
    assertEquals(expected, EventIds.isOne("-" + text + "-", 1, text.length() + 1), text);
  }
}
