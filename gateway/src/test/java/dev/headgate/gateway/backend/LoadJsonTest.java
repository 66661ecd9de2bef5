package dev.headgate.gateway.backend;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import dev.headgate.gateway.queue.BackendReport;
import dev.headgate.gateway.queue.Remaining;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class LoadJsonTest {

  static JsonObject good() {
    return new JsonObject()
        .put("holdP95Millis", 120.4)
        .put("errorShare", 0.0125)
        .put("poolInUse", 12)
        .put("poolMax", 16)
        .put("poolWaiting", 8)
        .put(
            "remaining",
            new JsonObject().put("derby", new JsonObject().put("free", 1234).put("pending", 39)));
  }

  private static LoadFigures read(JsonObject json) {
    return LoadJson.read(json.toBuffer());
  }

  @Test
  void whatTheShopSaysIsTakenInOurUnits() {
    Map<String, Remaining> left = Map.of("derby", new Remaining(1234, 39));
    assertEquals(new LoadFigures(120, 13, 125, left), read(good()));
  }

  @Test
  void membersThatNobodyKnowsAreLeftAlone() {
    assertEquals(read(good()), read(good().put("version", 7)));
  }

  @Test
  void fewHoldsSayNothing() {
    assertEquals(-1, read(good().put("holds", 19)).p95Millis());
    assertEquals(-1, read(good().put("holds", 19)).errorPermille());
    assertEquals(120, read(good().put("holds", 20)).p95Millis());
    // Where the shop does not say how many there were, 0 ms is none.
    assertEquals(-1, read(good().put("holdP95Millis", 0)).errorPermille());
    JsonObject unknown = good().putNull("holdP95Millis").putNull("errorShare");
    assertEquals(-1, read(unknown).p95Millis());
    assertEquals(-1, read(unknown.put("holds", 100)).errorPermille());
  }

  @ParameterizedTest
  @CsvSource({
    "0, 1, 0, 0",
    "1, 1, 0, 100",
    "3, 16, 0, 18",
    "2147483647, 1, 2147483647, 2147483647",
    "2147483647, 2147483647, 0, 100"
  })
  void thePoolIsWhatIsInUseAndWaitedFor(int inUse, int max, int waiting, int percent) {
    JsonObject json =
        good().put("poolInUse", inUse).put("poolMax", max).put("poolWaiting", waiting);
    assertEquals(percent, read(json).poolPercent());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"holdP95Millis", "errorShare", "poolInUse", "poolMax", "poolWaiting", "remaining"})
  void whatIsMissingOrOfAnotherFormSpoilsTheWhole(String member) {
    JsonObject less = good();
    Object had = less.remove(member);
    assertUnusable(less);
    for (Object other :
        List.of(
            -1, -0.5, "7", true, new JsonArray(), 3e9, 5_000_000_000L, new JsonArray().add(had))) {
      assertUnusable(good().put(member, other));
    }
    if (member.startsWith("pool")) {
      assertUnusable(good().put(member, 1.5));
      assertUnusable(good().putNull(member));
    }
  }

  @Test
  void whatAnEventHasLeftMustBeWholeAsWell() {
    for (String seats :
        List.of(
            "7",
            "null",
            "{}",
            "{\"free\":1}",
            "{\"free\":-1,\"pending\":0}",
            "{\"free\":1,\"pending\":null}",
            "{\"free\":1.5,\"pending\":0}",
            "{\"free\":99999999999999999999,\"pending\":0}")) {
      JsonObject left =
          new JsonObject("{\"cup\":{\"free\":1,\"pending\":1},\"derby\":" + seats + "}");
      assertUnusable(good().put("remaining", left));
    }
  }

  @Test
  void noPoolAtAllIsNoAnswer() {
    assertUnusable(good().put("poolMax", 0));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " ",
        "[]",
        "null",
        "7",
        "\"x\"",
        "{",
        "{} {}",
        "<html>",
        "{\"a\":secret}",
        "NaN"
      })
  void whatIsNoJsonObjectIsNoAnswerAndIsNotQuoted(String body) {
    UnusableLoadException refused =
        assertThrows(
            UnusableLoadException.class, () -> LoadJson.read(Buffer.buffer(body)).poolPercent());
    assertEquals("the body is not one JSON object", refused.getMessage());
  }

  @Test
  void noMessageQuotesTheAnswer() {
    UnusableLoadException refused = assertUnusable(good().put("poolInUse", "s3cr3t"));
    assertFalse(String.valueOf(refused.getMessage()).contains("s3cr3t"));
  }

  @Test
  void ofTwoUpstreamsTheWorseFiguresCount() {
    LoadFigures shop = new LoadFigures(100, -1, 40, Map.of("derby", new Remaining(5, 1)));
    LoadFigures till = new LoadFigures(80, 3, 90, Map.of());
    BackendReport.Load both = new BackendReport.Load(100, 3, 90, new Remaining(5, 1));
    assertEquals(both, till.with(shop.with(null, "derby"), "derby"));
    assertEquals(both, shop.with(till.with(null, "derby"), "derby"));
    assertEquals(null, shop.with(null, "cup").remaining());
  }

  @CanIgnoreReturnValue
  private static UnusableLoadException assertUnusable(JsonObject json) {
    return assertThrows(UnusableLoadException.class, () -> read(json).poolPercent(), json::encode);
  }
}
