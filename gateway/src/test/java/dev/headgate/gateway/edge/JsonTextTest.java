package dev.headgate.gateway.edge;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import io.vertx.core.json.JsonObject;
import java.time.Instant;
import java.util.Random;
import org.junit.jupiter.api.Test;

class JsonTextTest {

  @Test
  void anyTextIsReadBackAsItWas() {
    Random random = new Random(20261201);
    for (int round = 0; round < 2_000; round++) {
      StringBuilder text = new StringBuilder();
      for (int i = random.nextInt(12); i >= 0; i--) {
        int bits = random.nextBoolean() ? 7 : 20;
        int point = random.nextInt(1 << bits);
        boolean halfAPair = point >= Character.MIN_SURROGATE && point <= Character.MAX_SURROGATE;
        text.appendCodePoint(halfAPair ? '?' : point);
      }
      assertEquals(text.toString(), written(text.toString()).getString("t"));
    }
  }

  @Test
  void halfAPairStaysReadableJson() {
    assertEquals(1, written("\ud800").getString("t").length());
  }

  private static JsonObject written(String text) {
    StringBuilder out = new StringBuilder("{\"t\":");
    JsonText.string(out, text);
    assertFalse(out.toString().contains("<"), "markup could begin here");
    return new JsonObject(out.append('}').toString());
  }

  @Test
  void instantsHaveMillisecondsWhateverTheOneBefore() {
    InstantText instants = new InstantText();
    String[] texts = {
      "2026-12-01T10:00:00.000Z",
      "2026-12-01T10:01:04.007Z",
      "2026-12-01T10:00:00.999Z",
      "1969-12-31T23:59:59.120Z",
      "1970-01-01T00:00:00.000Z"
    };
    for (int round = 0; round < 2; round++) {
      for (String text : texts) {
        assertEquals(text, instants.text(Instant.parse(text)));
      }
    }
    assertEquals(
        "2026-12-01T10:00:00.123Z", instants.text(Instant.parse("2026-12-01T10:00:00.123999999Z")));
  }
}
