package dev.headgate.gateway.console;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the console's modules make of what the API says, run under node. */
class ConsoleScriptsTest {
  private static final String HARNESS =
      """
      import * as format from './format.js';
      import { parse } from './stream.js';
      import { words } from './changes.js';
      const deeds = {
        span: ({ given }) => format.span(given),
        seconds: ({ given }) => format.secondsOf(given), // JSON makes null of NaN.
        duration: ({ given }) => format.durationOf(given),
        block: ({ given }) => parse(given),
        words: ({ given }) => words(given),
        counts: ({ given }) => [format.count(given), format.decimal(given), format.share(given),
          format.millis(given)],
      };
      const work = JSON.parse(await new Response(process.stdin).text());
      process.stdout.write(JSON.stringify(work.map((one) => deeds[one.deed](one))));
      """;

  @TempDir private Path folder;

  @Test
  void lengthsOfTimeAreReadAsTheApiWritesThemAndWrittenInItsWay() throws Exception {
    every(
        "seconds",
        List.of("PT10M", "PT1H30M", "PT90S", "P1DT1S", "PT0.5S", "PT24H", "10", "", "P1Y"),
        new JsonArray("[600, 5400, 90, 86401, 0.5, 86400, null, null, null]"));
    every(
        "duration",
        List.of(600, 5400, 90, 86400, 1, 0),
        new JsonArray("[\"PT10M\", \"PT90M\", \"PT90S\", \"PT24H\", \"PT1S\", \"PT0S\"]"));
  }

  @Test
  void lengthsOfTimeAreSaidAsPeopleSayThem() throws Exception {
    every(
        "span",
        List.of(0, 12.4, 60, 250, 600, 601, 3600, 3900, 172_800, -5),
        new JsonArray(
            "[\"0 s\", \"12 s\", \"1 min\", \"4 min 10 s\", \"10 min\", \"10 min\", \"1 h\","
                + " \"1 h 5 min\", \"2 days\", \"0 s\"]"));
  }

  @Test
  void whatIsNotKnownIsADashAndNeverNothing() throws Exception {
    JsonArray work = new JsonArray().add(deed("counts", null)).add(deed("counts", 0));
    assertEquals(
        new JsonArray("[[\"–\", \"–\", \"–\", \"–\"], [\"0\", \"0\", \"0%\", \"0 ms\"]]"),
        done(work));
  }

  @Test
  void aBlockOfTheStreamIsReadWhateverTheOrderOfItsLines() throws Exception {
    every(
        "block",
        List.of(
            "id: 7\nevent: live\ndata: {}",
            "event:live\ndata:{\ndata: }\nid:7",
            ": the store does not answer"),
        new JsonArray()
            .add(new JsonObject().put("type", "live").put("id", "7").put("data", "{}"))
            .add(new JsonObject().put("type", "live").put("id", "7").put("data", "{\n}"))
            .add(
                new JsonObject()
                    .put("type", "message")
                    .putNull("id")
                    .put("data", "")
                    .put("comment", true)));
  }

  @Test
  void everyChangeOfTheTrailHasWords() throws Exception {
    JsonObject before = new JsonObject().put("newUsersPerMinute", 600).put("turnWindow", "PT5M");
    JsonObject after = new JsonObject().put("newUsersPerMinute", 1200).put("turnWindow", "PT4M");
    JsonObject hello = new JsonObject().put("lang", "en").put("text", "Hello");
    JsonArray entries =
        new JsonArray()
            .add(entry("dials", before, after))
            .add(entry("dials", before, before))
            .add(entry("pause", "running", null))
            .add(entry("pause", "running", "Slow"))
            .add(entry("pause", "running", new JsonArray().add(hello).add(hello)))
            .add(entry("message", null, hello))
            .add(entry("message", null, "en"))
            .add(entry("message", null, null))
            .add(entry("settings", before, after))
            .add(entry("something-new", null, null));
    JsonArray work = new JsonArray();
    entries.forEach(entry -> work.add(deed("words", entry)));
    assertEquals(
        List.of(
            "Let in a minute from 600 to 1,200, Turn from 5 min to 4 min",
            "changed no dial",
            "paused without a reason",
            "paused: Slow",
            "paused: Hello / Hello",
            "told fans (en): Hello",
            "took the message in en away",
            "took all messages away",
            "changed settings: newUsersPerMinute, turnWindow",
            "something-new"),
        done(work).getList());
  }

  private static JsonObject entry(String change, @Nullable Object from, @Nullable Object to) {
    return new JsonObject().put("change", change).put("from", from).put("to", to);
  }

  private static JsonObject deed(String deed, @Nullable Object given) {
    return new JsonObject().put("deed", deed).put("given", given);
  }

  private void every(String deed, List<?> given, JsonArray expected) throws Exception {
    JsonArray work = new JsonArray();
    given.forEach(one -> work.add(deed(deed, one)));
    assertEquals(expected.encodePrettily(), done(work).encodePrettily());
  }

  private JsonArray done(JsonArray work) throws Exception {
    for (String name : ConsoleFiles.OWN) {
      byte[] script = Objects.requireNonNull(ConsoleFiles.read().get(name)).content().getBytes();
      Path unused = Files.write(folder.resolve(name), script);
    }
    Path type = Files.writeString(folder.resolve("package.json"), "{\"type\": \"module\"}");
    Path harness = Files.writeString(type.resolveSibling("harness.js"), HARNESS);
    Process node =
        new ProcessBuilder("node", harness.toString())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    node.getOutputStream().write(work.encode().getBytes(StandardCharsets.UTF_8));
    node.getOutputStream().close();
    String said = new String(node.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertEquals(0, node.waitFor(), "node failed");
    return new JsonArray(said);
  }
}
