package dev.headgate.gateway.page;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.headgate.gateway.testing.NodeRun;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the page's worker computes, run under node: the published test vectors are the judge. */
class DrawStepsTest {
  private static final Path VECTORS =
      Path.of("../admission-policy/src/test/resources/dev/headgate/policy/order");

  private static final String HARNESS =
      """

      const work = JSON.parse(await new Response(process.stdin).text());
      const deeds = {
        digest: ({ hex }) => hexOf(sha256(bytesOf(hex))),
        order: ({ drawId, seed, beacon, entrants }) =>
          [...lotteryOrder(drawId, bytesOf(seed), bytesOf(beacon), entrants)],
        steps: ({ document, fan, known }) => drawSteps(document, fan, known)
          .map(({ step, holds }) => `${step}:${holds}`).join(" "),
      };
      process.stdout.write(JSON.stringify(work.map((one) => deeds[one.deed](one))));
      """;

  private static final String SEED = "5e".repeat(32);

  @TempDir private Path folder;

  @Test
  void digestsAreThoseOfTheJdkForEveryLengthAroundTheBlocks() throws Exception {
    JsonArray work = new JsonArray();
    JsonArray expected = new JsonArray();
    for (int length = 0; length <= 200; length++) {
      byte[] bytes = new byte[length];
      for (int i = 0; i < length; i++) {
        bytes[i] = (byte) (31 * i + length);
      }
      work.add(new JsonObject().put("deed", "digest").put("hex", HexFormat.of().formatHex(bytes)));
      expected.add(sha256(bytes));
    }
    assertEquals(expected, done(work));
  }

  @Test
  void everyPublishedVectorIsDrawnAlike() throws Exception {
    for (String file : List.of("lottery.json", "rounds-and-lanes.json")) {
      JsonArray vectors = new JsonArray(Files.readString(VECTORS.resolve(file)));
      JsonArray work = new JsonArray();
      for (int i = 0; i < vectors.size(); i++) {
        JsonObject vector = vectors.getJsonObject(i);
        String drawId = vector.getString("drawId", vector.getString("event"));
        work.add(vector.copy().put("deed", "order").put("drawId", drawId));
      }
      JsonArray orders = done(work);
      assertTrue(vectors.size() > 5, file);
      for (int i = 0; i < vectors.size(); i++) {
        isAsPublished(vectors.getJsonObject(i), orders.getJsonArray(i));
      }
    }
  }

  private static void isAsPublished(JsonObject vector, JsonArray order) throws Exception {
    assertEquals(vector.getInteger("entrants"), order.size());
    if (vector.containsKey("order")) {
      assertEquals(vector.getJsonArray("order"), order);
      return;
    }
    ByteBuffer bytes = ByteBuffer.allocate(4 * order.size());
    IntStream.range(0, order.size()).forEach(i -> bytes.putInt(order.getInteger(i)));
    assertEquals(vector.getString("sha256OfOrderAsUint32be"), sha256(bytes.array()));
  }

  @Test
  void eachWayInWhichADrawCanBeWrongFailsItsOwnStep() throws Exception {
    String allHold = "document:true seed:true before:true entrants:true order:true gaps:true";
    int told = toldPosition();
    JsonObject good = situation(told);
    Map<String, String> expected = new LinkedHashMap<>(Map.of(good.encode(), allHold));
    expected.put(
        with(good, "fan", "position", told + 1), allHold.replace("order:true", "order:false"));
    expected.put(
        with(good, "document", "seed", "5f".repeat(32)),
        allHold.replace("seed:true", "seed:false").replace("order:true", "order:false"));
    expected.put(
        with(good, "document", "commitment", "00".repeat(32)),
        allHold.replace("seed:true before:true", "seed:false before:false"));
    expected.put(
        with(good, "known", "commitment", "00".repeat(32)),
        allHold.replace("before:true", "before:false"));
    expected.put(
        with(good, "known", "commitment", null), allHold.replace("before:true", "before:null"));
    expected.put(
        with(good, "known", "entrants", 99), allHold.replace("entrants:true", "entrants:false"));
    expected.put(
        with(good, "document", "gaps", new JsonArray().add(Map.of("from", 7, "to", 8))),
        allHold.replace("gaps:true", "gaps:false"));
    expected.put(
        with(good, "document", "gaps", "none"), allHold.replace("gaps:true", "gaps:false"));
    expected.put(with(good, "document", "demotedCount", 3), allHold + " demoted:null");
    JsonObject late = new JsonObject(with(good, "fan", "arrival", 300));
    expected.put(with(late, "fan", "position", 300), allHold.replace("order:true", "late:true"));
    expected.put(with(late, "fan", "position", 299), allHold.replace("order:true", "late:false"));
    assertEquals(
        new JsonArray(List.copyOf(expected.values())), steps(expected.keySet().stream().toList()));
  }

  @Test
  void aDocumentOfAnotherDrawOrOfNoneIsSaidToBeThatAndNothingElseIsAsked() throws Exception {
    JsonObject good = situation(0);
    List<String> bad =
        List.of(
            with(good, "document", "epoch", 6),
            with(good, "document", "event", "cup"),
            with(good, "document", "algorithm", "headgate-lottery-v2"),
            with(good, "document", "drawId", "derby/lane/1"),
            with(good, "document", "seed", null),
            with(good, "document", "seed", SEED + "00"),
            with(good, "document", "seed", 5),
            with(good, "document", "commitment", "x"),
            with(good, "document", "beacon", "abc"),
            with(good, "document", "entrants", null),
            with(good, "document", "entrants", -1),
            with(good, "document", "entrants", 1.5),
            with(good, "document", "entrants", 20_000_001),
            with(good, "fan", "round", 2),
            new JsonObject(good.encode()).put("document", new JsonArray()).encode(),
            new JsonObject(good.encode()).putNull("document").encode());
    for (Object said : steps(bad)) {
      assertEquals("document:false", said);
    }
  }

  private int toldPosition() throws Exception {
    JsonObject work =
        new JsonObject()
            .put("deed", "order")
            .put("drawId", "derby")
            .put("seed", SEED)
            .put("beacon", "")
            .put("entrants", 200);
    return done(new JsonArray().add(work)).getJsonArray(0).getList().indexOf(7);
  }

  private static JsonObject situation(int position) throws Exception {
    String commitment = sha256(HexFormat.of().parseHex(SEED));
    JsonObject document =
        new JsonObject()
            .put("algorithm", "headgate-lottery-v1")
            .put("event", "derby")
            .put("epoch", 5)
            .put("commitment", commitment)
            .put("seed", SEED)
            .putNull("beacon")
            .put("entrants", 200)
            .put("demotedCount", 0)
            .put("gaps", new JsonArray());
    JsonObject fan =
        new JsonObject()
            .put("event", "derby")
            .put("epoch", 5)
            .put("drawId", "derby")
            .put("lane", 0)
            .putNull("round")
            .put("arrival", 7)
            .put("position", position);
    JsonObject known = new JsonObject().put("commitment", commitment).put("entrants", 200);
    return new JsonObject().put("document", document).put("fan", fan).put("known", known);
  }

  private static String with(JsonObject good, String part, String name, @Nullable Object value) {
    JsonObject changed = new JsonObject(good.encode());
    changed.getJsonObject(part).put(name, value);
    return changed.encode();
  }

  private JsonArray steps(List<String> situations) throws Exception {
    JsonArray work = new JsonArray();
    situations.forEach(one -> work.add(new JsonObject(one).put("deed", "steps")));
    return done(work);
  }

  private JsonArray done(JsonArray work) {
    String program = Script.of("draw-steps.js", Resources::text) + HARNESS;
    return NodeRun.of(folder, program, work);
  }

  private static String sha256(byte[] bytes) throws Exception {
    return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
  }
}
