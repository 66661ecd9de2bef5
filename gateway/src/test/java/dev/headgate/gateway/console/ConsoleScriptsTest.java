package dev.headgate.gateway.console;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.headgate.gateway.testing.NodeRun;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
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
      import { told } from './charts.js';
      import { words } from './changes.js';
      import { decimal, whole } from './numbers.js';
      import { effort } from './effort.js';
      import { flat, valueText } from './conflict.js';
      import { placeOf, placeText } from './places.js';
      import { instantsOf } from './instants.js';
      const deeds = {
        span: ({ given }) => format.span(given),
        seconds: ({ given }) => format.secondsOf(given), // JSON makes null of NaN.
        duration: ({ given }) => format.durationOf(given),
        block: ({ given }) => parse(given),
        words: ({ given }) => words(given),
        told: ({ given }) => told({ format: format.count, lines: [['p95Millis', 'p95']] },
          given.map((p95Millis) => ({ at: '2026-12-01T08:00:00Z', p95Millis })))
          .replace(/\\d+:\\d+/, '#'),
        moment: ({ given: [time, now] }) => format.moment(time, Date.parse(now)).length,
        paused: ({ given }) => [format.isPaused(given), format.phase(given)],
        whole: ({ given }) => whole(given),
        decimal: ({ given }) => decimal(given),
        effort: ({ given }) => effort(given),
        flat: ({ given }) => Object.entries(flat(given))
          .map(([name, value]) => `${name}: ${valueText(value)}`).join('; '),
        place: ({ given }) => placeOf(given),
        named: ({ given }) => placeText(...given, [{ lane: 0, name: 'general' },
          { lane: 1, name: 'members' }]),
        unknown: ({ given }) => format.unknownTimes(given.map(([at, waiting]) => ({ at, waiting })),
          10).map((times) => times.map((at) => new Date(at).toISOString().slice(11, 19)).join(' ')),
        unknownSaid: ({ given }) => format.unknownSaid(given.map(() => [0, 0]))
          .replace(/\\d+:\\d+:\\d+/g, '#'),
        instants: ({ given }) => instantsOf(...given).map((at) => new Date(at).toISOString()),
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
  void aWholeNumberIsReadHoweverItsDigitsAreGrouped() throws Exception {
    every(
        "whole",
        List.of(
            "1200",
            " 1200 ",
            "1 200",
            "1\u00a0200",
            "1\u202f200",
            "1,200",
            "1.200",
            "1’200",
            "1'200",
            "１２００",
            "1,200,000",
            "0",
            "007"),
        new JsonArray(
            "[1200, 1200, 1200, 1200, 1200, 1200, 1200, 1200, 1200, 1200, 1200000, 0, 7]"));
    List<String> none =
        List.of(
            "",
            " ",
            "1e3",
            "0x10",
            "-5",
            "+5",
            "1.5",
            "1,5",
            "12,00",
            "1,2000",
            "1.200,000",
            "0,200",
            "12e",
            "PT5M",
            "many",
            "1234567890123456");
    every("whole", none, nothing(none));
  }

  @Test
  void aFractionHasACommaOrAPointAndWhatCouldBeEitherIsNoNumber() throws Exception {
    every(
        "decimal",
        List.of("1.5", "1,5", "10", "0,125", "12,25", "1 200", "1,200,000", "0"),
        new JsonArray("[1.5, 1.5, 10, 0.125, 12.25, 1200, 1200000, 0]"));
    List<String> none = List.of("1,500", "1.500", "1e3", "-1", "", "1,5,5", "1.5 min");
    every("decimal", none, nothing(none));
  }

  @Test
  void aPlaceIsWhatStandsOnTheFansPageAndTheApiCountsFromNothing() throws Exception {
    every(
        "place",
        List.of("1", "1,234", "#12", "members-1", "1-1,234", "vip-2-15", "Members-7"),
        new JsonArray()
            .add("0")
            .add("1233")
            .add("11")
            .add("members-0")
            .add("1-1233")
            .add("vip-2-14")
            .add("members-6"));
    List<String> none =
        List.of("", "0", "members-0", "members-", "-5", "x", "1764490000000.0.17.Yk-3", "a--1");
    every("place", none, nothing(none));
    every(
        "named",
        List.of(List.of(0, 0), List.of(1233, 1), List.of(3, 7)),
        new JsonArray().add("1").add("1,234 (members)").add("4 (lane 7)"));
  }

  @Test
  void anHourThatComesTwiceIsTwoInstantsAndOneThatIsSkippedNone() throws Exception {
    every(
        "instants",
        List.of(
            List.of("2026-10-25T02:30", "Europe/Berlin"),
            List.of("2026-03-29T02:30", "Europe/Berlin"),
            List.of("2026-04-05T01:45:30", "Australia/Lord_Howe"),
            List.of("2026-12-01T10:00", "Asia/Kathmandu")),
        new JsonArray()
            .add(new JsonArray().add("2026-10-25T00:30:00.000Z").add("2026-10-25T01:30:00.000Z"))
            .add(new JsonArray())
            .add(new JsonArray().add("2026-04-04T14:45:30.000Z").add("2026-04-04T15:15:30.000Z"))
            .add(new JsonArray().add("2026-12-01T04:15:00.000Z")));
  }

  private static JsonArray nothing(List<String> given) {
    JsonArray all = new JsonArray();
    given.forEach(one -> all.addNull());
    return all;
  }

  @Test
  void aPauseIsToldInWhateverPhaseAndFromADialOfNothing() throws Exception {
    every(
        "paused",
        List.of(
            halted("waiting", 60, "the sale has not started", false),
            halted("sold-out", 60, "sold out: nothing is free, held or being paid for", false),
            halted("waiting", 0, "the sale has not started", true),
            halted("waiting", 0, "the sale has not started", false),
            halted("paused", 0, "newUsersPerMinute is 0", false),
            halted("paused", 0, "paused by the operator", false),
            halted("paused", 60, "paused by the operator", true),
            halted("ended", 60, "paused by the operator", true)),
        new JsonArray(
            "[[true, \"Open, before the start; paused\"], [true, \"Sold out; paused\"],"
                + " [true, \"Open, before the start; paused\"], [false, \"Open, before the start\"],"
                + " [false, \"Paused\"], [true, \"Paused\"], [true, \"Paused\"],"
                + " [false, \"Ended\"]]"));
  }

  private static JsonObject halted(String phase, int dial, String limit, boolean reason) {
    JsonObject dials = new JsonObject().put("newUsersPerMinute", dial);
    return new JsonObject()
        .put("phase", phase)
        .put("halted", true)
        .put("settings", new JsonObject().put("dials", dials))
        .put("live", new JsonObject().put("limit", limit))
        .put("pauseReasons", reason ? new JsonArray().add("Slow") : new JsonArray());
  }

  @Test
  void aTimeOfAnotherDayIsNotSaidAsOneOfToday() throws Exception {
    String noon = "2026-12-01T12:00:00Z";
    every(
        "moment",
        List.of(List.of(noon, "2026-12-01T12:00:30Z"), List.of(noon, "2026-11-29T12:00:30Z")),
        new JsonArray().add("12:00:00".length()).add("1 Dec 2026, 12:00".length()));
  }

  @Test
  void aDifficultyIsSaidInHashesAndInTimes() throws Exception {
    every(
        "effort",
        List.of(8, 16, 20, 24, 7, 25, 16.5, "16"),
        new JsonArray()
            .add(
                "About 260 hashes: well under a second on a laptop, well under a second on an old"
                    + " phone.")
            .add(
                "About 66,000 hashes: well under a second on a laptop, about 2 seconds on an old"
                    + " phone.")
            .add(
                "About 1,000,000 hashes: about a second on a laptop, about 30 seconds on an old"
                    + " phone. Some old phones will not be done within the two minutes that a"
                    + " challenge is good for.")
            .add(
                "About 17,000,000 hashes: about 24 seconds on a laptop, about 8 minutes on an old"
                    + " phone. Some old phones will not be done within the two minutes that a"
                    + " challenge is good for.")
            .add("")
            .add("")
            .add("")
            .add(""));
  }

  @Test
  void aChallengeIsComparedAsAWhole() throws Exception {
    every(
        "flat",
        List.of(
            new JsonObject("{\"challenge\": null, \"dials\": {\"throttle\": \"off\"}}"),
            new JsonObject("{\"challenge\": {\"difficulty\": 16}}")),
        new JsonArray().add("challenge: –; dials.throttle: off").add("challenge: difficulty 16"));
  }

  @Test
  void whatIsNotKnownIsADashAndNeverNothing() throws Exception {
    JsonArray work = new JsonArray().add(deed("counts", null)).add(deed("counts", 0));
    assertEquals(
        new JsonArray("[[\"–\", \"–\", \"–\", \"–\"], [\"0\", \"0\", \"0%\", \"0 ms\"]]"),
        done(work));
  }

  @Test
  void whatIsNotKnownAnyMoreIsNotToldAsItWas() throws Exception {
    JsonArray known = new JsonArray("[30, 20]");
    JsonArray unknown = new JsonArray("[30, 20, null]");
    every(
        "told",
        List.of(known, unknown, new JsonArray("[null]"), new JsonArray("[20, 30]")),
        new JsonArray()
            .add("p95 20, at most 30 at #")
            .add("p95 not known now, at most 30 at #")
            .add("p95: not known")
            .add("p95 30"));
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
  void theTimesBetweenSamplesOfWhichNothingIsKnownAreSaid() throws Exception {
    JsonArray samples =
        new JsonArray(
            """
            [["2026-12-01T08:00:00Z", 1], ["2026-12-01T08:00:10Z", 1], ["2026-12-01T08:00:35Z", 0],
             ["2026-12-01T08:00:45Z", null], ["2026-12-01T08:00:55Z"], ["2026-12-01T08:01:01Z", 2],
             ["2026-12-01T08:50:00Z", 3], ["2026-12-01T08:50:10Z", null]]\
            """);
    every(
        "unknown",
        List.of(samples, new JsonArray()),
        new JsonArray("[[\"08:00:35 08:01:01\", \"08:01:01 08:50:00\"], []]"));
    every(
        "unknownSaid",
        List.of(new JsonArray(), new JsonArray("[1]"), new JsonArray("[1, 1, 1]")),
        new JsonArray(
            "[\"\", \"No figures are known from # to #.\","
                + " \"No figures are known from # to #, and at 2 other times before.\"]"));
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
            .add(entry("unanswered", null, new JsonObject().put("method", "PUT").put("path", "/x")))
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
            "asked for PUT /x, and the store did not say whether it was done",
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
    List<String> names = new ArrayList<>(ConsoleFiles.OWN);
    names.add("uplot.js");
    for (String name : names) {
      byte[] script = Objects.requireNonNull(ConsoleFiles.read().get(name)).content().getBytes();
      Path unused = Files.write(folder.resolve(name), script);
    }
    Path type = Files.writeString(folder.resolve("package.json"), "{\"type\": \"module\"}");
    Path harness = Files.writeString(type.resolveSibling("harness.js"), HARNESS);
    return NodeRun.of(harness, work);
  }
}
