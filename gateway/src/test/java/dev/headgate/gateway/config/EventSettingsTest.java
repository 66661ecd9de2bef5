package dev.headgate.gateway.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.headgate.gateway.config.Dials.Throttle;
import dev.headgate.gateway.config.EventSettings.Mode;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EventSettingsTest {
  private static final Instant START = Instant.parse("2026-12-01T10:00:00Z");

  @Test
  void everyDefaultIsAsTheContractHasIt() {
    EventSettings settings = EventSettings.fromJson(required());
    assertEquals("Derby", settings.title());
    assertEquals(Mode.RANDOM_THEN_FIFO, settings.mode());
    assertEquals(new Start.At(START), settings.start());
    assertEquals(List.of(), settings.lanes());
    assertEquals(Duration.ofMinutes(1), settings.roundLength());
    assertNull(settings.slowStart());
    assertEquals(Throttling.DEFAULT, settings.throttling());
    assertNull(settings.opensAt());
    assertNull(settings.closesAt());
    assertNull(settings.resume());
    assertNull(settings.theme());
    assertEquals(200, settings.queueStatus());
    assertEquals(10_000_000, settings.maxPlaces());
    Dials dials = settings.dials();
    assertEquals(600, dials.newUsersPerMinute());
    assertEquals(5000, dials.totalActiveUsers());
    assertEquals(Duration.ofMinutes(10), dials.sessionDuration());
    assertEquals(Duration.ofMinutes(30), dials.maxSession());
    assertEquals(Duration.ofMinutes(5), dials.turnWindow());
    assertEquals(Throttle.OFF, dials.throttle());
    assertEquals(EventSettings.of("Derby", START, Dials.of(600, 5000)), settings);
  }

  @Test
  void jsonHasExactlyTheContractsShape() {
    JsonObject expected =
        new JsonObject(
            """
            {"title":"Derby","mode":"random-then-fifo","start":"2026-12-01T10:00:00.000Z",
             "opensAt":null,"closesAt":null,
             "dials":{"newUsersPerMinute":600,"totalActiveUsers":5000,"sessionDuration":"PT10M",
                      "maxSession":"PT30M","turnWindow":"PT5M","throttle":"off"},
             "resume":null,"queueStatus":200,"onQueueOutage":"HOLD","maxPlaces":10000000,
             "beacon":null,"lanes":[],"roundLength":"PT1M","slowStart":null,
             "throttling":{"p95Millis":1000,"errorPercent":5,"poolPercent":90,
                           "floorPercent":10,"ceilingPercent":100,"stepPercent":5},
             "dpop":"off","theme":null,"challenge":null}""");
    assertEquals(expected.encode(), EventSettings.fromJson(required()).toJson().encode());
  }

  @Test
  void whatIsWrittenIsReadBackTheSame() {
    EventSettings settings =
        new EventSettings(
            "Ünïcode 🎟 \"quoted\"",
            Mode.RANDOM_THEN_FIFO,
            new Start.At(START.plusMillis(7)),
            START.minusSeconds(3600),
            START.plusSeconds(86_400),
            new Dials(
                0,
                10_000_000,
                Duration.ofSeconds(1),
                Duration.ofDays(1),
                Duration.ofSeconds(90),
                Throttle.OFF),
            "/events/derby/seats",
            429,
            1,
            List.of(new Lane("members", 3), new Lane(Lane.GENERAL, 2)),
            Duration.ofSeconds(30),
            Duration.ofMinutes(2),
            new Throttling(700, 2, 80, 20, 90, 10),
            EventSettings.Dpop.REQUIRED,
            "stadium",
            new ProofOfWork(24));
    assertEquals(settings, EventSettings.fromJson(settings.toJson()));
    assertEquals(settings, EventSettings.fromJson(new JsonObject(settings.toJson().encode())));
  }

  @Test
  void timesOfAnyOffsetAreTheSameInstantInUtc() {
    JsonObject json =
        required()
            .put("start", "2026-12-01T12:30:00.123987+02:30")
            .put("opensAt", "2026-11-01T00:00:00z");
    EventSettings settings = EventSettings.fromJson(json);
    assertEquals(new Start.At(START.plusMillis(123)), settings.start());
    assertEquals("2026-12-01T10:00:00.123Z", settings.toJson().getString("start"));
    assertEquals("2026-11-01T00:00:00.000Z", settings.toJson().getString("opensAt"));
  }

  @Test
  void timesOfAZoneAreTheSameInstantInUtcAndAnsweredSo() {
    JsonObject json =
        required()
            .put("start", "2026-12-01T11:00:00[Europe/Berlin]")
            .put("opensAt", "2026-11-30T19:00:00-05:00[America/New_York]")
            .put("closesAt", "2026-12-02T00:00:00[Europe/Berlin]");
    JsonObject written = EventSettings.fromJson(json).toJson();
    assertEquals("2026-12-01T10:00:00.000Z", written.getString("start"));
    assertEquals("2026-12-01T00:00:00.000Z", written.getString("opensAt"));
    assertEquals("2026-12-01T23:00:00.000Z", written.getString("closesAt"));
  }

  @Test
  void aTimeWithoutAPlaceIsRefusedWithWhatToWriteInstead() {
    String local = "2026-12-01T11:00:00";
    String rest = "such as " + local + "[Europe/Berlin] or " + local + "+01:00)";
    assertEquals(
        List.of(
            "start: " + local + " (expected: a time zone or an offset behind it, " + rest,
            "opensAt: " + local + " (expected: a time zone or an offset behind it, " + rest),
        told(required().put("start", local).put("opensAt", local)));
    assertEquals(
        List.of(
            "start: soon (expected: an RFC 3339 instant such as 2026-12-01T10:00:00Z, or"
                + " 2026-12-01T11:00:00[Europe/Berlin], manual, or always)"),
        told(required().put("start", "soon")));
  }

  @Test
  void aStartIsAnInstantOrAWord() {
    assertEquals(
        new Start.Manual(), EventSettings.fromJson(required().put("start", "manual")).start());
    assertEquals(
        new Start.Always(), EventSettings.fromJson(required().put("start", "always")).start());
    assertEquals(
        "manual",
        EventSettings.fromJson(required().put("start", "manual")).toJson().getString("start"));
  }

  @Test
  void everyWrongFieldIsNamedAtOnce() {
    JsonObject json =
        new JsonObject(
            """
            {"title":"","mode":"lifo","start":"soon","opensAt":"yesterday","closesAt":5,
             "dials":{"newUsersPerMinute":-1,"totalActiveUsers":1.5,"sessionDuration":"10 minutes",
                      "maxSession":"P2D","turnWindow":"PT9S","throttle":"on","speed":1},
             "resume":"//evil.example","queueStatus":302,"onQueueOutage":"ADMIT","maxPlaces":0,
             "beacon":{},"lanes":"vip","roundLength":"PT1S","slowStart":"fast","colour":"red"}""");
    Set<String> named = errors(json).stream().map(FieldError::field).collect(Collectors.toSet());
    Set<String> all = new TreeSet<>(json.fieldNames());
    all.remove("dials");
    json.getJsonObject("dials").fieldNames().forEach(name -> all.add("dials." + name));
    assertEquals(all, new TreeSet<>(named));
  }

  @Test
  void aChallengeIsNoneOrSoManyBits() {
    assertNull(EventSettings.fromJson(required()).challenge());
    assertNull(EventSettings.fromJson(required().putNull("challenge")).challenge());
    assertEquals(
        new ProofOfWork(16),
        EventSettings.fromJson(required().put("challenge", new JsonObject())).challenge());
    for (int bits : new int[] {8, 24}) {
      JsonObject asked = required().put("challenge", new JsonObject().put("difficulty", bits));
      assertEquals(new ProofOfWork(bits), EventSettings.fromJson(asked).challenge());
    }
  }

  @Test
  void anyOtherChallengeIsRefusedByItsField() {
    for (Object wrong : new Object[] {7, 25, "16", 16.5, -16, true, new JsonArray()}) {
      JsonObject asked = new JsonObject().put("difficulty", wrong);
      List<FieldError> errors = errors(required().put("challenge", asked));
      assertEquals(
          List.of("challenge.difficulty"),
          errors.stream().map(FieldError::field).toList(),
          asked::encode);
    }
    assertEquals(
        List.of("challenge.difficulty: null (expected: a whole number from 8 to 24)"),
        told(required().put("challenge", new JsonObject().putNull("difficulty"))));
    assertEquals(
        List.of("challenge.bits: unknown field (expected: one of difficulty)"),
        told(required().put("challenge", new JsonObject().put("bits", 16))));
    for (Object wrong : new Object[] {16, "sha-256", true, new JsonArray()}) {
      assertEquals(
          List.of("challenge"),
          errors(required().put("challenge", wrong)).stream().map(FieldError::field).toList());
    }
  }

  @Test
  void roundsNeedAStartAndHaveNoLanes() {
    JsonObject always = required().put("mode", "random-rounds").put("start", "always");
    assertEquals(
        List.of("mode: random-rounds (expected: another mode where start is always)"),
        told(always));
    JsonArray members = new JsonArray().add(new JsonObject().put("name", "members"));
    JsonObject lanes = required().put("mode", "random-rounds").put("lanes", members);
    assertEquals(
        List.of("lanes: 1 lanes (expected: none where mode is random-rounds)"), told(lanes));
  }

  @Test
  void everyMissingFieldIsNamedAtOnce() {
    assertEquals(
        List.of("title", "start", "dials.newUsersPerMinute", "dials.totalActiveUsers"),
        errors(new JsonObject()).stream().map(FieldError::field).toList());
  }

  @Test
  void valuesOfLaterFeaturesAreRefusedInWordsAndNotIgnored() {
    assertEquals(
        List.of("onQueueOutage: ADMIT (expected: HOLD)"),
        told(required().put("onQueueOutage", "ADMIT")));
    assertEquals(
        List.of("beacon: an object (expected: null)"),
        told(required().put("beacon", new JsonObject())));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "sometimes",
        "2026-12-01",
        "2026-12-01T10:00:00",
        "2026-12-01 10:00:00Z",
        "2026-13-01T10:00:00Z",
        "2026-02-30T10:00:00Z",
        "2026-12-01T24:00:01Z",
        "+12026-12-01T10:00:00Z",
        "1969-12-31T23:59:59Z",
        "9999-12-31T23:59:59-12:00",
        "2026-12-01T10:00:00+25:00",
        "2026-12-01T10:00:00Z[Europe/Berlin]",
        "2026-12-01T10:00:00+02:00[Europe/Berlin]",
        "2026-03-29T02:30:00[Europe/Berlin]",
        "2026-10-25T02:30:00[Europe/Berlin]",
        "2026-12-01T10:00:00[Nowhere]",
        "2026-12-01T10:00:00[]",
        ""
      })
  void whatIsNoInstantIsNoStart(String start) {
    List<FieldError> errors = errors(required().put("start", start));
    assertEquals(List.of("start"), errors.stream().map(FieldError::field).toList());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "events",
        "https://evil.example/",
        "//evil.example",
        "/\\evil.example",
        "/a//b",
        "/a/../b",
        "/..",
        "/a/.",
        "/a;b",
        "/a%2fb",
        "/a?b",
        "/a#b",
        "/a b",
        "/a\nb"
      })
  void aResumeThatIsNoCanonicalPathOfOurOwnIsRefused(String resume) {
    assertEquals("resume", errors(required().put("resume", resume)).get(0).field());
  }

  @ParameterizedTest
  @ValueSource(strings = {"/", "/events/derby/seats", "/a/", "/a/..b/c.d", "/a/@b:c"})
  void aResumeThatIsACanonicalPathIsKept(String resume) {
    assertEquals(resume, EventSettings.fromJson(required().put("resume", resume)).resume());
  }

  @Test
  void aTitleHasNoControlCharactersNorHalvesOfPairsAndAtMost200Characters() {
    List<String> bad = new ArrayList<>(List.of("", "  ", "a\nb", "a\u0000", "\u2028", "\ud83c"));
    bad.add("x".repeat(201));
    for (String title : bad) {
      List<FieldError> errors = errors(required().put("title", title));
      assertEquals("title", errors.get(0).field());
      assertTrue(errors.get(0).detail().chars().noneMatch(Character::isISOControl));
      assertTrue(errors.get(0).detail().codePoints().allMatch(FieldType::isPrintable));
    }
    String longest = "🎟".repeat(200);
    assertEquals(longest, EventSettings.fromJson(required().put("title", longest)).title());
  }

  @Test
  void theSaleOpensNotAfterItsStartAndClosesAfterIt() {
    String start = "2026-12-01T10:00:00Z";
    JsonObject wrong = required().put("opensAt", "2026-12-01T10:00:00.001Z").put("closesAt", start);
    assertEquals(
        List.of("opensAt", "closesAt"), errors(wrong).stream().map(FieldError::field).toList());
    JsonObject edge = required().put("opensAt", start).put("closesAt", "2026-12-01T10:00:00.001Z");
    assertEquals(START, EventSettings.fromJson(edge).opensAt());
  }

  @Test
  void aPatchChangesWhatItNamesAndNothingElse() {
    Dials before = Dials.of(600, 5000);
    Dials after = before.patched(new JsonObject().put("newUsersPerMinute", 1200));
    assertEquals(Dials.of(1200, 5000), after);
    assertEquals(before, before.patched(new JsonObject()));
    JsonObject all =
        new JsonObject(
            """
            {"newUsersPerMinute":0,"totalActiveUsers":1,"sessionDuration":"PT1S",
             "maxSession":"PT2S","turnWindow":"PT10S","throttle":"off"}""");
    assertEquals(all.encode(), before.patched(all).toJson().encode());
  }

  @Test
  void aPatchNamesEveryErrorAtOnceAndTheFieldThatWasSent() {
    Dials dials = Dials.of(600, 5000);
    JsonObject wrong =
        new JsonObject(
            """
            {"newUsersPerMinute":1000001,"totalActiveUsers":"many","throttle":null,"x":1}""");
    assertEquals(
        List.of(
            "newUsersPerMinute: 1000001 (expected: a whole number from 0 to 1000000)",
            "totalActiveUsers: many (expected: a whole number from 0 to 10000000)",
            "throttle: null (expected: auto, off)"),
        patchErrors(dials, wrong).subList(0, 3));
    assertTrue(patchErrors(dials, wrong).get(3).startsWith("x: unknown field (expected: one of"));
    assertEquals(
        List.of("maxSession: PT5M (expected: at least sessionDuration, PT10M)"),
        patchErrors(dials, new JsonObject().put("maxSession", "PT5M")));
    assertEquals(
        List.of("sessionDuration: PT1H (expected: at most maxSession, PT30M)"),
        patchErrors(dials, new JsonObject().put("sessionDuration", "PT1H")));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"PT0S", "-PT1S", "PT0.5S", "PT10.001S", "P1DT1S", "P1Y", "10", "", "PT1H "})
  void aDurationIsWholeSecondsUpToADay(String duration) {
    assertEquals(
        1,
        patchErrors(Dials.of(1, 1), new JsonObject().put("turnWindow", duration)).size(),
        duration);
  }

  @Test
  void dialsThatMakeNoSenseCannotBeBuilt() {
    assertThrows(IllegalArgumentException.class, () -> Dials.of(-1, 1).toJson());
    assertThrows(IllegalArgumentException.class, () -> Dials.of(1, -1).toJson());
  }

  @Test
  void theGuideAndTheExampleExplainEverySetting() throws IOException {
    Path root = Path.of("..");
    String guide = Files.readString(root.resolve("docs").resolve("configuration.md"));
    String example = Files.readString(root.resolve("config").resolve("events/derby.yaml"));
    JsonObject settings = EventSettings.fromJson(required()).toJson();
    for (String field : settings.fieldNames()) {
      if (settings.getValue(field) instanceof JsonObject object) {
        assertTrue(example.contains("\n" + field + ":\n"), field);
        for (String inner : object.fieldNames()) {
          assertTrue(guide.contains("| `" + field + "." + inner + "` |"), field + "." + inner);
          assertTrue(example.contains("\n  " + inner + ": "), field + "." + inner);
        }
      } else {
        assertTrue(guide.contains("| `" + field + "` |"), field);
        assertTrue(example.contains("\n" + field + ": "), field);
      }
    }
  }

  @Test
  void theExampleIsAtTheDefaults() throws IOException {
    String example = Files.readString(Path.of("..", "config", "events", "derby.yaml"));
    JsonObject written = new YamlTree(example, Map.of()).json();
    JsonObject settings = EventSettings.fromJson(required()).toJson();
    assertEquals(settings.encode(), EventSettings.fromJson(written).toJson().encode());
    assertEquals(settings.fieldNames(), written.fieldNames());
  }

  private static JsonObject required() {
    return new JsonObject(
        """
        {"title":"Derby","start":"2026-12-01T10:00:00Z",
         "dials":{"newUsersPerMinute":600,"totalActiveUsers":5000}}""");
  }

  private static List<FieldError> errors(JsonObject json) {
    return assertThrows(InvalidSettingsException.class, () -> EventSettings.fromJson(json).toJson())
        .errors();
  }

  private static List<String> told(JsonObject json) {
    return errors(json).stream().map(FieldError::toString).toList();
  }

  private static List<String> patchErrors(Dials dials, JsonObject patch) {
    return assertThrows(InvalidSettingsException.class, () -> dials.patched(patch).toJson())
        .errors()
        .stream()
        .map(FieldError::toString)
        .toList();
  }
}
