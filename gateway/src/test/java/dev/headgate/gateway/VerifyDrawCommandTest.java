package dev.headgate.gateway;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

class VerifyDrawCommandTest {
  private static final String COMMITMENT =
      "1cc3adea40ebfd94433ac004777d68150cce9db4c771bc7de1b297a7b795bbba";

  @TempDir private Path folder = Path.of(".");

  /** A published draw of seven: the order is 3, 1, 4, 0, 2, 6, 5. */
  private static JsonObject sevenDrawn() {
    return new JsonObject()
        .put("algorithm", "headgate-lottery-v1")
        .put("event", "derby")
        .put("epoch", 1_764_490_000_000L)
        .put("commitment", COMMITMENT)
        .putNull("beaconSource")
        .putNull("beacon")
        .put("seed", "dbc1b4c900ffe48d575b5da5c638040125f65db0fe3e24494b76ea986457d986")
        .put("entrants", 7)
        .put("drawnAt", "2026-12-01T10:00:00.000Z")
        .put("demotedCount", 0)
        .putNull("demotedSha256")
        .put("gaps", new JsonArray())
        .put("earlier", new JsonArray());
  }

  @ParameterizedTest
  @CsvSource({"3, 0", "1, 1", "4, 2", "0, 3", "2, 4", "6, 5", "5, 6"})
  void anEarlyArrivalStandsAsDrawn(int arrival, int position) throws IOException {
    Ran ran = verify(sevenDrawn(), arrival);
    assertEquals(0, ran.exitCode, ran.out);
    assertTrue(
        ran.out.contains("position    " + position + " (counted from 0), as drawn"), ran.out);
    assertTrue(ran.out.contains("VERIFIED") && !ran.out.contains("NOT VERIFIED"), ran.out);
    assertTrue(ran.out.contains("Without a beacon the operator knew the seed"), ran.out);
  }

  @Test
  void aLaterArrivalStandsBehindTheDrawAtItsOwnNumber() throws IOException {
    Ran ran = verify(sevenDrawn(), 7);
    assertEquals(0, ran.exitCode, ran.out);
    assertTrue(
        ran.out.contains("position    7 (position = arrival number, behind the draw)"), ran.out);
  }

  /** The draw of lane 1: the order is 5, 2, 6, 3, 4, 0, 1. Worked out by another program. */
  private static JsonObject laneDrawn() {
    return sevenDrawn()
        .put("lane", 1)
        .put("name", "members")
        .put("drawId", "derby/lane/1")
        .put("commitment", "c730b239afe8804eb22f10cf6c3b11bf9554aff18b67f8e464f1d6bdc824c7c0")
        .put("seed", "e544d8f72e39d72a4b52064a748ceb3ecbd888e8e9943cb775b3c20d2110d0f6");
  }

  /** Round 3, arrivals 40 to 46: the order is 46, 42, 45, 40, 43, 44, 41. */
  private static JsonObject roundDrawn() {
    return sevenDrawn()
        .put("round", 3)
        .put("first", 40)
        .put("drawId", "derby/round/3")
        .put("commitment", "21c6c887aae2b6a2dd6de9915398564d46626c30c16ec7759eb6fb8dc867e453")
        .put("seed", "f39ad9b44bf87cbaeb2e3b3b4aff41a1f323c8b65e89e381d341354cd6b0cacc");
  }

  @ParameterizedTest
  @CsvSource({"5, 0", "2, 1", "6, 2", "3, 3", "4, 4", "0, 5", "1, 6"})
  void anArrivalOfALaneStandsAsThatLaneWasDrawn(int arrival, int position) throws IOException {
    Ran ran = verify(laneDrawn(), arrival);
    assertEquals(0, ran.exitCode, ran.out);
    assertTrue(ran.out.contains("draw        derby/lane/1"), ran.out);
    assertTrue(
        ran.out.contains("position    " + position + " (counted from 0), as drawn"), ran.out);
    Ran later = verify(laneDrawn(), 7);
    assertTrue(later.out.contains("position    7 (position = arrival number"), later.out);
  }

  @Test
  void theGeneralLanesOwnDocumentIsTheEvents() throws IOException {
    Ran ran = verify(sevenDrawn().put("lane", 0).put("drawId", "derby"), 3);
    assertEquals(0, ran.exitCode, ran.out);
    assertTrue(ran.out.contains("position    0 (counted from 0), as drawn"), ran.out);
  }

  @ParameterizedTest
  @CsvSource({"46, 40", "42, 41", "45, 42", "40, 43", "43, 44", "44, 45", "41, 46"})
  void anArrivalOfARoundStandsBehindTheRoundsBeforeIt(int arrival, int position)
      throws IOException {
    Ran ran = verify(roundDrawn(), arrival);
    assertEquals(0, ran.exitCode, ran.out);
    assertTrue(ran.out.contains("draw        derby/round/3"), ran.out);
    assertTrue(ran.out.contains("arrivals    40 to 46"), ran.out);
    assertTrue(
        ran.out.contains("position    " + position + " (counted from 0), as drawn"), ran.out);
  }

  @ParameterizedTest
  @CsvSource({"0", "39", "47", "2147483647"})
  void anArrivalOfAnotherRoundHasNoPositionInThisOne(int arrival) throws IOException {
    assertRefused(
        verify(roundDrawn(), arrival),
        "arrival " + arrival + " is not in this round, which has 7 arrivals from 40 on");
  }

  @Test
  void theEventsDocumentLeadsToTheRoundOfTheArrival() throws IOException {
    JsonObject open =
        new JsonObject()
            .put("number", 4)
            .put("first", 47)
            .putNull("entrants")
            .putNull("seed")
            .put("commitment", "00".repeat(32));
    JsonObject third = new JsonObject();
    for (String name : new String[] {"first", "entrants", "commitment", "seed", "drawId"}) {
      third.put(name, roundDrawn().getValue(name));
    }
    JsonObject event =
        sevenDrawn()
            .putNull("seed")
            .put("entrants", 47)
            .put("rounds", new JsonArray().add(third.put("number", 3)).add(open));
    Ran ran = verify(event, 45);
    assertEquals(0, ran.exitCode, ran.out);
    assertTrue(ran.out.contains("draw        derby/round/3"), ran.out);
    assertTrue(ran.out.contains("position    42 (counted from 0), as drawn"), ran.out);
    assertRefused(verify(event, 47), "arrival 47 is in none of the closed rounds listed here");
    assertRefused(verify(event, 39), "arrival 39 is in none of the closed rounds listed here");
  }

  @Test
  void aRoundThatIsOpenSaysSo() throws IOException {
    JsonObject open = roundDrawn().putNull("seed").putNull("entrants").putNull("drawnAt");
    assertRefused(verify(open, 40), "ask again after the round has closed");
  }

  @Test
  void aDocumentMustMeanTheDrawItNames() throws IOException {
    assertRefused(
        verify(laneDrawn().put("lane", 2), 0),
        "\"drawId\" is derby/lane/1 (expected: derby/lane/2)");
    assertRefused(
        verify(roundDrawn().put("drawId", "derby"), 40),
        "\"drawId\" is derby (expected: derby/round/3)");
    JsonObject bare = laneDrawn();
    bare.remove("drawId");
    assertRefused(verify(bare, 0), "\"drawId\" is missing (expected: derby/lane/1)");
    assertRefused(
        verify(sevenDrawn().put("drawId", "cup"), 0), "\"drawId\" is cup (expected: derby)");
    assertRefused(verify(roundDrawn().put("first", -1), 40), "\"first\" is not a whole number");
    assertRefused(verify(roundDrawn().put("round", "3"), 40), "\"round\" is not a whole number");
    // The numbers of a lane must not be read under another's name.
    assertRefused(
        verify(laneDrawn().put("commitment", COMMITMENT), 0), "the seed is not the one committed");
  }

  @Test
  void theBeaconIsPartOfTheDraw() throws IOException {
    JsonObject draw =
        sevenDrawn()
            .put("seed", "e52d9c508c502347344d8c07ad91cbd6068afc75ff6292f062a09ca381c89e71")
            .put("commitment", "214e63bf41490e67d34476778f6707aa6c8d2c8dccdf78ae11e40ee9f91e89a7")
            .put("beacon", "010203")
            .put("beaconSource", "drand round 4711")
            .put("entrants", 52);
    Ran ran = verify(draw, 27);
    assertEquals(0, ran.exitCode, ran.out);
    assertTrue(ran.out.contains("position    0 (counted from 0), as drawn"), ran.out);
    assertTrue(ran.out.contains("source published: drand round 4711"), ran.out);
  }

  @Test
  void theCommitmentOnePersonNotedIsComparedWhenGiven() throws IOException {
    String file = saved(sevenDrawn().encode());
    Ran same = run("--draw", file, "--arrival", "0", "--commitment", COMMITMENT);
    assertEquals(0, same.exitCode, same.out);
    assertTrue(same.out.contains("The commitment is the one you noted."), same.out);
    Ran other =
        run("--draw", file, "--arrival", "0", "--commitment", "00" + COMMITMENT.substring(2));
    assertEquals(1, other.exitCode);
    assertTrue(other.out.contains("the commitment is not the one you noted"), other.out);
  }

  @ParameterizedTest(name = "{0} = {1}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
    seed         | "abc1b4c900ffe48d575b5da5c638040125f65db0fe3e24494b76ea986457d986" | the seed is not the one committed to
    commitment   | "00"                    | the seed is not the one committed to
    commitment   | null                    | "commitment" is missing
    seed         | "dbc1"                  | "seed" is not 32 bytes in hex
    seed         | "xyz"                   | "seed" is not 32 bytes in hex
    seed         | 5                       | "seed" is missing
    beacon       | "0"                     | "beacon" is not a short row of bytes in hex
    entrants     | -1                      | "entrants" is not a whole number from 0 to 20000000
    entrants     | 2147483647              | "entrants" is not a whole number
    entrants     | 1e30                    | "entrants" is not a whole number
    entrants     | "7"                     | "entrants" is not a whole number
    event        | "a/../b"                | "event" is not an event id: a/../b
    event        | "\\u001b[2J"            | "event" is not an event id: ?[2J
    algorithm    | "headgate-lottery-v2"   | algorithm: headgate-lottery-v2 (expected: headgate-lottery-v1)
    algorithm    | null                    | "algorithm" is missing
    demotedCount | 3                       | puts some arrivals behind the others
    """)
  void aDocumentThatDoesNotHoldIsNotVerified(String name, String value, String message)
      throws IOException {
    JsonObject draw = sevenDrawn();
    draw.remove(name);
    String text =
        draw.encode()
            .replaceFirst("\\{", "{\"" + name + "\":" + Matcher.quoteReplacement(value) + ",");
    assertRefused(run("--draw", saved(text), "--arrival", "0"), message);
  }

  @Test
  void aDrawNotYetMadeSaysSo() throws IOException {
    JsonObject draw = sevenDrawn().putNull("seed").putNull("drawnAt");
    assertRefused(verify(draw, 0), "the draw waits for its beacon");
    assertRefused(verify(draw.putNull("entrants"), 0), "the draw has not been made yet");
  }

  @ParameterizedTest
  @CsvSource(delimiter = '|', textBlock = "<html>\n[1]\n{\n5\nnull")
  void whatIsNoDocumentSaysSo(String text) throws IOException {
    assertRefused(run("--draw", saved(text), "--arrival", "0"), "this is not a draw document");
  }

  @Test
  void aMissingFileSaysSo() {
    String file = folder.resolve("nothing-here.json").toString();
    assertRefused(run("--draw", file, "--arrival", "0"), "there is no file");
  }

  @Test
  void aHugeFileIsNotReadWhole() throws IOException {
    String text = " ".repeat((1 << 20) + 1) + sevenDrawn().encode();
    assertRefused(run("--draw", saved(text), "--arrival", "0"), "larger than 1 MiB");
  }

  @Test
  void theDocumentIsFetchedFromTheGateway() throws IOException {
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/queue/derby/draw", e -> answer(e, 200, sevenDrawn().encode()));
    server.createContext(
        "/queue/cup/draw",
        e ->
            answer(
                e,
                200,
                ("lane=1".equals(e.getRequestURI().getQuery()) ? laneDrawn() : roundDrawn())
                    .encode()));
    server.createContext("/queue/huge/draw", e -> answer(e, 200, " ".repeat(2 << 20)));
    server.createContext("/queue/other/draw", e -> answer(e, 404, "{}"));
    server.start();
    try {
      String base = "http://127.0.0.1:" + server.getAddress().getPort() + "/queue/";
      Ran ran = run("--draw", base + "derby/draw", "--arrival", "3");
      assertEquals(0, ran.exitCode, ran.out);
      assertTrue(ran.out.contains("position    0 (counted from 0)"), ran.out);
      Ran lane = run("--draw", base + "cup/draw?lane=1", "--arrival", "5");
      assertTrue(lane.out.contains("position    0 (counted from 0)"), lane.out);
      Ran round = run("--draw", base + "cup/draw?round=3", "--arrival", "45");
      assertTrue(round.out.contains("position    42 (counted from 0)"), round.out);
      assertRefused(run("--draw", base + "huge/draw", "--arrival", "3"), "larger than 1 MiB");
      assertRefused(run("--draw", base + "other/draw", "--arrival", "3"), "answered 404");
    } finally {
      server.stop(0);
    }
  }

  @Test
  void anAddressThatDoesNotAnswerSaysSo() {
    // Port 1 of this machine: nothing listens there.
    String nobody = "http://127.0.0.1:1/queue/derby/draw";
    assertRefused(run("--draw", nobody, "--arrival", "0"), "the document cannot be fetched");
    assertRefused(run("--draw", "http://a b/", "--arrival", "0"), "this is not an address");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
    --draw=draw.json
    --arrival=3
    --draw=draw.json --arrival=three
    --draw=draw.json --arrival=-1
    --draw=draw.json --arrival=3 --seed=1
    """)
  void wrongUsageIsTwo(String line) {
    Ran ran = run(line.split(" ", -1));
    assertEquals(2, ran.exitCode);
    assertTrue(ran.err.contains("Usage: verify-draw"), ran.err);
  }

  private Ran verify(JsonObject draw, int arrival) throws IOException {
    return run("--draw", saved(draw.encode()), "--arrival", String.valueOf(arrival));
  }

  private static void assertRefused(Ran ran, String message) {
    assertEquals(1, ran.exitCode, ran.out);
    assertTrue(ran.out.startsWith("NOT VERIFIED: ") && ran.out.contains(message), ran.out);
    assertFalse(ran.out.contains("position  "), ran.out);
    assertEquals("", ran.err);
  }

  private String saved(String text) throws IOException {
    return Files.writeString(folder.resolve("draw.json"), text).toString();
  }

  private static void answer(HttpExchange exchange, int status, String text) throws IOException {
    byte[] body = text.getBytes(UTF_8);
    exchange.sendResponseHeaders(status, body.length);
    try (OutputStream out = exchange.getResponseBody()) {
      out.write(body);
    }
  }

  private static Ran run(String... arguments) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    int exitCode =
        new CommandLine(new VerifyDrawCommand())
            .setOut(new PrintWriter(out))
            .setErr(new PrintWriter(err))
            .execute(arguments);
    return new Ran(exitCode, out.toString(), err.toString());
  }

  private record Ran(int exitCode, String out, String err) {}
}
