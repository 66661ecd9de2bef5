package dev.headgate.gateway.operator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.headgate.gateway.config.Dials;
import dev.headgate.gateway.config.EventSettings;
import dev.headgate.gateway.config.Start;
import dev.headgate.gateway.remote.EventCommands;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringReader;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The operators' commands, asked of a real operators' port. */
class EventCommandsTest extends OperatorHttp {
  private static final String TOKEN = "HEADGATE_OPERATOR_TOKEN";
  private static final String URL = "HEADGATE_OPERATOR_URL";

  @TempDir private Path files = Path.of(".");

  private final Map<String, String> environment = new HashMap<>();
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  /** What somebody at the terminal types; null for nobody there. */
  private String typed = "";

  private boolean somebodyIsThere;

  @BeforeEach
  void toldByTheEnvironment() {
    environment.put(TOKEN, ADMIN);
    environment.put(URL, "http://127.0.0.1:" + port);
  }

  @Test
  void theListNamesEachEventWithItsFiguresInColumns() {
    events.put(FixedView.fresh("cup", EventSettings.of("Cup", START, Dials.of(1200, 90))));
    assertEquals(0, run("list"), err + "");
    List<String> lines = out.toString().lines().toList();
    assertEquals(3, lines.size(), out + "");
    assertTrue(lines.get(0).startsWith("EVENT  PHASE"), lines.get(0));
    assertTrue(lines.get(1).startsWith("cup ") && lines.get(1).contains("1,200"), lines.get(1));
    assertTrue(lines.get(2).startsWith("derby "), lines.get(2));
    assertEquals(
        lines.get(0).indexOf("PHASE"), lines.get(2).indexOf("waiting"), "in its own column");
    assertEquals("", err.toString());
  }

  @Test
  void theListGoesOnToTheLastPage() {
    for (int i = 0; i < 450; i++) {
      events.put(FixedView.fresh("e" + i, EventSettings.of("E", START, Dials.of(1, 1))));
    }
    assertEquals(0, run("list", "--json"));
    JsonObject all = new JsonObject(out.toString());
    assertEquals(451, all.getJsonArray("events").size());
    assertTrue(all.containsKey("next") && all.getValue("next") == null);
  }

  @Test
  void forMachinesTheAnswerIsTheApisOwn() throws Exception {
    assertEquals(0, run("show", "derby", "--json"));
    JsonObject shown = new JsonObject(out.toString());
    JsonObject asked = new JsonObject(send("GET", "/api/events/derby", VIEWER).body());
    for (JsonObject each : List.of(shown, asked)) {
      each.remove("serverTime");
    }
    assertEquals(asked, shown);
  }

  @Test
  void whatIsShownCannotSteerTheTerminal() {
    events.put(
        FixedView.fresh("evil", EventSettings.of("\u202Etitle\u200B", START, Dials.of(600, 5000))));
    assertEquals(0, run("show", "evil"));
    assertTrue(out.toString().startsWith("evil: ?title?"), out + "");
    assertTrue(out.toString().contains("newUsersPerMinute"), out + "");
  }

  @Test
  void aChangeSaysWhatBecameOfTheEventAndItsReasonIsInTheTrail() {
    assertEquals(0, run("dials", "derby", "--rate", "1100", "--why", "all is well & good"));
    assertTrue(out.toString().contains("  newUsersPerMinute: 600 -> 1100"), out + "");
    assertFalse(out.toString().contains("totalActiveUsers:"), "only what is different: " + out);
    assertEquals(0, run("pause", "derby", "--reason", "Payment is slow"));
    assertTrue(out.toString().startsWith("derby  paused  version "), out + "");
    assertEquals(0, run("resume", "derby", "--why", "fine"));
    assertEquals(0, run("audit", "derby"));
    List<String> trail = out.toString().lines().toList();
    assertEquals(4, trail.size(), out + "");
    assertTrue(trail.get(1).contains("ann (admin)") && trail.get(1).contains("dials"));
    assertTrue(trail.get(1).endsWith("all is well & good"), trail.get(1));
    assertTrue(trail.get(2).contains("Payment is slow"), trail.get(2));
    assertTrue(trail.get(3).endsWith("fine"), trail.get(3));
  }

  @Test
  void theTrailIsGivenInEveryFormAndFromAnyTime() {
    assertEquals(0, run("dials", "derby", "--rate", "1000"));
    assertEquals(0, run("dials", "derby", "--rate", "900"));
    assertEquals(0, run("audit", "derby", "--csv"));
    assertTrue(out.toString().startsWith("id,at,who,role,address,change,from,to,why\r\n"));
    assertEquals(3, out.toString().lines().count());
    assertEquals(0, run("audit", "derby", "--jsonl"));
    assertEquals(2, out.toString().lines().count());
    JsonObject first = new JsonObject(out.toString().lines().findFirst().orElseThrow());
    assertEquals("dials", first.getString("change"));
    assertEquals(0, run("audit", "derby", "--jsonl", "--since", first.getString("at")));
    assertEquals(2, out.toString().lines().count(), "its own millisecond, too");
    assertEquals(0, run("audit", "derby", "--json"));
    assertEquals(2, new JsonObject(out.toString()).getJsonArray("entries").size());
    assertEquals(0, run("audit", "derby", "--last", "1"));
    assertEquals(2, out.toString().lines().count());
    assertEquals(0, run("audit", "derby", "--since", "2100-01-01T00:00:00+01:00"));
    assertEquals(1, out.toString().lines().count(), "only the head");
    assertEquals(2, run("audit", "derby", "--since", "yesterday"));
    assertEquals(2, run("audit", "derby", "--csv", "--jsonl"));
    assertEquals(2, run("audit", "derby", "--csv", "--last", "1"));
  }

  @Test
  void fansAreToldTheReasonOfAPauseInEachLanguage() throws Exception {
    assertEquals(
        0,
        run(
            "pause",
            "derby",
            "--reason",
            "Slow",
            "--lang",
            "en",
            "--reason",
            "Langsam",
            "--lang",
            "de"));
    JsonArray reasons = event().getJsonArray("pauseReasons");
    assertEquals("Langsam", reasons.getJsonObject(1).getString("text"));
    assertEquals("de", reasons.getJsonObject(1).getString("lang"));
    assertEquals(0, run("pause", "derby"));
    assertEquals(new JsonArray(), event().getJsonArray("pauseReasons"));
  }

  @Test
  void whatEverybodyIsToldIsSaidShownAndTakenAway() throws Exception {
    assertEquals(0, run("message", "derby", "--text", "Soon"));
    assertEquals(0, run("message", "derby", "--text", "Bald", "--lang", "de"));
    assertEquals(0, run("message", "derby"));
    assertTrue(out.toString().contains("Soon") && out.toString().contains("(de)"), out + "");
    assertEquals(0, run("message", "derby", "--clear", "--lang", "de"));
    assertEquals(1, event().getJsonArray("messages").size());
    assertEquals(0, run("message", "derby", "--clear"));
    assertEquals(0, event().getJsonArray("messages").size());
    assertEquals(0, run("message", "derby"));
    assertEquals("they are told nothing", out.toString().strip());
    assertEquals(2, run("message", "derby", "--clear", "--text", "x"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"yaml", "json"})
  void anEventIsCreatedFromAFileAndNeverReplaced(String kind) throws Exception {
    String file = written("cup." + kind, kind.equals("json") ? SETTINGS : YAML);
    assertEquals(0, run("create", "cup", "--file", file, "--why", "season"), err + "");
    assertTrue(out.toString().startsWith("cup  "), out + "");
    assertEquals(1, run("create", "cup", "--file", file));
    assertTrue(err.toString().contains("(412)"), err + "");
    assertEquals(1, run("create", "derby", "--file", file));
    assertEquals("Derby", event().getJsonObject("settings").getString("title"));
  }

  @Test
  void anEditShowsWhatBecomesDifferentAndAsksFirst() throws Exception {
    assertEquals(2, run("edit", "derby", "--set", "title=Final"), "nobody is there to ask");
    assertTrue(err.toString().contains("--yes"), err + "");
    types("n");
    assertEquals(1, run("edit", "derby", "--set", "title=Final"));
    assertTrue(err.toString().contains("nothing was changed"), err + "");
    assertEquals("Derby", event().getJsonObject("settings").getString("title"));
    types("y");
    assertEquals(
        0, run("edit", "derby", "--set", "title=Final", "--set", "dials.throttle=auto"), err + "");
    assertTrue(out.toString().contains("  title: \"Derby\" -> \"Final\""), out + "");
    assertTrue(out.toString().contains("  dials.throttle: \"off\" -> \"auto\""), out + "");
    JsonObject settings = event().getJsonObject("settings");
    assertEquals("Final", settings.getString("title"));
    assertEquals(600, settings.getJsonObject("dials").getInteger("newUsersPerMinute"));
    nobodyIsThere();
    assertEquals(0, run("edit", "derby", "--file", written("derby.yaml", YAML), "--yes"));
    assertEquals("Cup", event().getJsonObject("settings").getString("title"));
  }

  @Test
  void everyFieldThatIsWrongIsNamed() throws Exception {
    String file = written("bad.yaml", "title: ''\nstart: soon\ncolour: red\n");
    assertEquals(1, run("create", "cup", "--file", file));
    List<String> lines = err.toString().lines().toList();
    assertTrue(lines.get(0).startsWith("headgate: ") && lines.get(0).endsWith("(400):"), err + "");
    for (String field : List.of("title", "start", "colour", "dials.newUsersPerMinute")) {
      assertTrue(lines.stream().anyMatch(line -> line.startsWith("  " + field + ":")), err + "");
    }
    assertEquals("", out.toString());
    assertEquals(404, send("GET", "/api/events/cup", VIEWER).statusCode());
  }

  @Test
  void aStaleVersionHasAnExitCodeOfItsOwnAndChangesNothing() throws Exception {
    assertEquals(3, run("dials", "derby", "--rate", "900", "--if-version", "77"));
    assertTrue(err.toString().contains("(412)"), err + "");
    assertEquals(3, run("edit", "derby", "--set", "title=Final", "--if-version", "77", "--yes"));
    assertEquals("Derby", event().getJsonObject("settings").getString("title"));
    long version = event().getLong("version");
    assertEquals(0, run("dials", "derby", "--rate", "900", "--if-version", "" + version));
  }

  @ParameterizedTest
  @ValueSource(strings = {"close", "reset"})
  void whatCannotBeUndoneWantsTheEventsNameOnceMore(String command) throws Exception {
    assertEquals(2, run(command, "derby"), "nobody is there to ask");
    assertTrue(err.toString().contains("--confirm derby"), err + "");
    assertEquals(2, run(command, "derby", "--confirm", "cup"));
    assertEquals(2, run(command, "derby", "--yes"), "which is not enough");
    types("yes");
    assertEquals(1, run(command, "derby"));
    types("");
    assertEquals(1, run(command, "derby"));
    assertEquals(List.of(), audit(), "nothing was changed");
    types("derby");
    assertEquals(0, run(command, "derby"), err + "");
    nobodyIsThere();
    assertEquals(0, run(command, "derby", "--confirm", "derby"), err + "");
  }

  @Test
  void aNewLifeMayStartAtAnotherTime() throws Exception {
    String start = "2027-01-01T10:00:00.000Z";
    assertEquals(0, run("reset", "derby", "--confirm", "derby", "--start", start), err + "");
    assertEquals(start, event().getJsonObject("settings").getString("start"));
  }

  @Test
  void theDrawIsAskedAboutAndOnlyForEventsThatStartByHand() {
    events.put(
        FixedView.fresh("hand", EventSettings.of("H", new Start.Manual(), Dials.of(600, 5000))));
    assertEquals(2, run("draw", "hand"));
    assertEquals(0, run("draw", "hand", "--yes"), err + "");
    assertEquals(1, run("draw", "hand", "--yes"));
    assertTrue(err.toString().contains("(409)"), err + "");
    assertEquals(1, run("draw", "derby", "--yes"));
  }

  @Test
  void aRoleThatIsTooSmallIsRefusedInTheGatewaysWords() {
    environment.put(TOKEN, VIEWER);
    assertEquals(0, run("show", "derby"));
    assertEquals(1, run("pause", "derby"));
    assertTrue(err.toString().startsWith("headgate: "), err + "");
    assertTrue(err.toString().contains("(403)"), err + "");
    environment.put(TOKEN, "nobodys-token");
    assertEquals(1, run("list"));
    assertTrue(err.toString().contains("(401)"), err + "");
    assertFalse(err.toString().contains("nobodys-token"), "a secret");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "frobnicate",
        "list derby",
        "show",
        "show Derby",
        "show ../x",
        "dials derby --rate many",
        "edit derby",
        "create cup",
        "create cup --file /does/not/exist",
        "sessions",
        "sessions revoke derby",
        "fan derby",
        "watch derby --count 0",
        "list --token secret",
        "list --url ftp://127.0.0.1",
        "list --url http://user:password@127.0.0.1",
        "list --url 127.0.0.1:8090",
        "list --ca /does/not/exist",
        "list --token-file /does/not/exist"
      })
  void whatIsNoUsageEndsWithTwoAndAsksNothing(String words) {
    assertEquals(2, run(words.isEmpty() ? new String[0] : words.split(" ")), words);
    assertFalse(err.toString().isBlank());
    assertFalse(err.toString().contains("password"));
    assertEquals("", out.toString());
    assertEquals(List.of(), audit());
  }

  @Test
  void withoutATokenItSaysWhereOneIsLookedFor() {
    environment.remove(TOKEN);
    assertEquals(2, run("list"));
    assertTrue(err.toString().contains(TOKEN) && err.toString().contains("--token-file"));
    environment.put(TOKEN, "two words");
    assertEquals(2, run("list"));
    assertFalse(err.toString().contains("two words"), "a secret, all the same");
  }

  @ParameterizedTest
  @CsvSource({"rw-------, 0, ''", "rw-r-----, 0, warning", "rw-r--r--, 2, chmod 600"})
  void aTokensFileIsForOnePersonAlone(String mode, int exitCode, String said) throws Exception {
    environment.remove(TOKEN);
    String file = written("token", ADMIN + "\n");
    Files.setPosixFilePermissions(Path.of(file), PosixFilePermissions.fromString(mode));
    assertEquals(exitCode, run("list", "--token-file", file), err + "");
    assertTrue(err.toString().contains(said), err + "");
    assertFalse(err.toString().contains(ADMIN));
  }

  @Test
  void whereNoGatewayAnswersTheExitCodeIsFour() throws IOException {
    String nobody = "http://127.0.0.1:1";
    assertEquals(4, run("list", "--url", nobody));
    assertTrue(err.toString().contains(nobody), err + "");
    assertEquals(4, run("watch", "derby", "--url", nobody));
    assertEquals(4, run("list", "--url", "https://127.0.0.1:" + port), "which speaks no TLS");
  }

  @Test
  void aPlaceWithoutAnApiIsToldFromOne() throws Exception {
    vertx
        .createHttpServer()
        .requestHandler(request -> request.response().setStatusCode(502).end("<html>"))
        .listen(0, "127.0.0.1")
        .onSuccess(server -> environment.put(URL, "http://127.0.0.1:" + server.actualPort()))
        .await();
    assertEquals(4, run("list"), "a proxy says so of the gateway behind it");
    assertTrue(err.toString().contains("502") && !err.toString().contains("html"), err + "");
  }

  @Test
  void theLiveFiguresAreALineEach() {
    assertEquals(0, run("watch", "derby", "--count", "2"), err + "");
    List<String> lines = out.toString().lines().toList();
    assertEquals(3, lines.size(), out + "");
    assertTrue(lines.get(0).startsWith("UTC") && lines.get(0).endsWith("LIMIT"), lines.get(0));
    assertTrue(lines.get(1).matches("[0-9:]{8} .*"), lines.get(1));
    assertEquals(0, run("watch", "derby", "--count", "1", "--json"));
    assertTrue(new JsonObject(out.toString()).containsKey("effectivePerMinute"));
    assertEquals(1, run("watch", "nothing"), "an event that is not there is not waited for");
    assertTrue(err.toString().contains("(404)"), err + "");
  }

  @Test
  void aSessionThatIsNotThereIsNotRevoked() {
    assertEquals(1, run("sessions", "revoke", "derby", "no-such-session"));
    assertTrue(err.toString().contains("(404)"), err + "");
    assertEquals(1, run("sessions", "revoke", "derby", "../../cup?x=y"), "one segment, whatever");
    assertTrue(err.toString().contains("(400)"), err + "");
  }

  @Test
  void aForecastIsToldAndChangesNothing() throws Exception {
    for (String[] words :
        List.of(
            new String[] {"forecast", "derby", "--rate", "1300"},
            new String[] {"dials", "derby", "--rate", "1300", "--forecast"})) {
      assertEquals(0, run(words), err + "");
      List<String> lines = out.toString().lines().toList();
      assertTrue(lines.get(0).startsWith("now    "), out + "");
      assertTrue(lines.get(1).startsWith("asked  "), out + "");
      assertTrue(out.toString().contains("This is a large step."), out + "");
    }
    assertEquals(0, run("forecast", "derby", "--json"));
    assertTrue(new JsonObject(out.toString()).containsKey("asked"));
    assertEquals(List.of(), audit());
    assertEquals(600, dial());
  }

  @Test
  void aLargeStepIsForetoldAndAskedAbout() throws Exception {
    assertEquals(2, run("dials", "derby", "--rate", "6000"), "nobody is there to ask");
    assertTrue(err.toString().contains("--yes"), err + "");
    assertEquals(600, dial());
    types("n");
    assertEquals(1, run("dials", "derby", "--rate", "6000"));
    assertTrue(err.toString().contains("asked  "), err + "");
    assertEquals(600, dial());
    types("y");
    assertEquals(0, run("dials", "derby", "--rate", "6000"), err + "");
    assertEquals(6000, dial());
    nobodyIsThere();
    assertEquals(0, run("dials", "derby", "--rate", "0", "--yes"), err + "");
    assertEquals(0, dial());
    assertEquals(0, run("dials", "derby"), err + "");
    assertTrue(out.toString().contains("newUsersPerMinute  0"), out + "");
  }

  @Test
  void aDryRunShowsWhatWouldBeDifferentAndSavesNothing() throws Exception {
    assertEquals(0, run("edit", "derby", "--set", "title=Final", "--dry-run"), err + "");
    assertTrue(out.toString().contains("  title: \"Derby\" -> \"Final\""), out + "");
    assertEquals("Derby", event().getJsonObject("settings").getString("title"));
    String file = written("cup.yaml", YAML);
    assertEquals(0, run("create", "cup", "--file", file, "--dry-run"), err + "");
    assertEquals(404, send("GET", "/api/events/cup", VIEWER).statusCode());
    assertEquals(1, run("edit", "derby", "--set", "title=", "--dry-run"));
    assertTrue(err.toString().contains("  title:"), err + "");
    assertEquals(List.of(), audit());
  }

  @Test
  void whoEditsAnEventThatWasClosedIsWarnedThatItOpensAgain() throws Exception {
    assertEquals(200, send("POST", "/api/events/derby/close", ADMIN, "{}").statusCode());
    assertEquals(0, run("edit", "derby", "--set", "title=Final", "--dry-run"), err + "");
    assertTrue(out.toString().contains("  warning: The event has ended."), out + "");
    types("n");
    assertEquals(1, run("edit", "derby", "--set", "title=Final"));
    assertTrue(out.toString().contains("  warning: The event has ended."), out + "");
    assertEquals("Derby", event().getJsonObject("settings").getString("title"));
  }

  @Test
  void aGatewayThatWouldSaveInsteadIsAskedForNoDryRun() throws Exception {
    List<String> asked = new ArrayList<>();
    vertx
        .createHttpServer()
        .requestHandler(
            request -> {
              asked.add(request.method() + " " + request.uri());
              request.response().end("{\"version\":1,\"settings\":{}}");
            })
        .listen(0, "127.0.0.1")
        .onSuccess(server -> environment.put(URL, "http://127.0.0.1:" + server.actualPort()))
        .await();
    assertEquals(1, run("edit", "derby", "--set", "title=Final", "--dry-run"));
    assertEquals(1, run("create", "derby", "--file", written("c.yaml", YAML), "--dry-run"));
    assertTrue(err.toString().contains("no dry run"), err + "");
    assertTrue(asked.stream().allMatch(each -> each.startsWith("GET ")), asked + "");
  }

  @Test
  void theStoryOfAFanAndTheSessionsAreReadFromTheirAddresses() throws Exception {
    List<String> asked = new ArrayList<>();
    vertx
        .createHttpServer()
        .requestHandler(
            request -> {
              asked.add(request.uri());
              boolean first = !request.uri().contains("after=");
              request
                  .response()
                  .end(
                      request.uri().contains("/sessions")
                          ? first
                              ? "{\"sessions\":[{\"sessionId\":\"a.1\",\"position\":1700}],\"next\":\"x y\"}"
                              : "{\"sessions\":[{\"sessionId\":\"b\",\"position\":3}],\"next\":null}"
                          : "{\"place\":\"7\",\"lane\":0,\"state\":\"called\",\"steps\":"
                              + "[{\"at\":null,\"what\":\"joined\",\"detail\":\"Came \\u001b[31mred\"}]}");
            })
        .listen(0, "127.0.0.1")
        .onSuccess(server -> environment.put(URL, "http://127.0.0.1:" + server.actualPort()))
        .await();
    assertEquals(0, run("sessions", "list", "derby", "--position", "members-17"), err + "");
    assertEquals(
        List.of("SESSION", "a.1", "b"),
        out.toString().lines().map(line -> line.replaceAll(" .*", "")).toList());
    assertEquals(0, run("fan", "derby", "position:87"), err + "");
    assertTrue(out.toString().contains("joined  Came ?[31mred"), out + "");
    assertEquals(
        List.of(
            "/api/events/derby/sessions?position=members-17&limit=1000",
            "/api/events/derby/sessions?position=members-17&limit=1000&after=x%20y",
            "/api/events/derby/places/position:87"),
        asked);
  }

  @Test
  void helpAndCompletionNameEveryCommand() {
    for (String words : List.of("--help", "completion")) {
      assertEquals(0, run(words), err + "");
      for (String each : List.of("list", "watch", "dials", "sessions", "audit", "forecast")) {
        assertTrue(out.toString().contains(each), each);
      }
    }
    assertEquals(0, run("dials", "--help"));
    assertTrue(out.toString().contains("--forecast"), out + "");
  }

  private static final String YAML =
      """
      title: Cup
      start: 2026-12-01T10:00:00Z
      dials:
        newUsersPerMinute: 600
        totalActiveUsers: 5000
      """;

  private JsonObject event() throws Exception {
    return new JsonObject(send("GET", "/api/events/derby", VIEWER).body());
  }

  private int dial() throws Exception {
    return event().getJsonObject("settings").getJsonObject("dials").getInteger("newUsersPerMinute");
  }

  private String written(String name, String text) throws IOException {
    return Files.writeString(files.resolve(name), text).toString();
  }

  private void types(String line) {
    typed = line + "\n";
    somebodyIsThere = true;
  }

  private void nobodyIsThere() {
    somebodyIsThere = false;
  }

  private int run(String... words) {
    out.getBuffer().setLength(0);
    err.getBuffer().setLength(0);
    return EventCommands.of(
            environment, somebodyIsThere, new BufferedReader(new StringReader(typed)))
        .setOut(new PrintWriter(out, true))
        .setErr(new PrintWriter(err, true))
        .execute(words);
  }
}
