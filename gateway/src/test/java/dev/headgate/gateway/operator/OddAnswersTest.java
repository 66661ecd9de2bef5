package dev.headgate.gateway.operator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.headgate.gateway.remote.EventCommands;
import io.vertx.core.Handler;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.json.JsonObject;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringReader;
import java.io.StringWriter;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The operators' commands, where what answers is no gateway, or one in trouble. */
class OddAnswersTest {
  private static final String EVENT = "{\"event\":\"derby\",\"version\":1,\"settings\":{}}";

  private static final List<String> COMMANDS =
      List.of(
          "list",
          "show derby",
          "watch derby --count 1",
          "create derby --file FILE",
          "edit derby --set title=x --yes",
          "dials derby",
          "dials derby --rate 1 --yes",
          "pause derby",
          "resume derby",
          "message derby",
          "message derby --text x",
          "message derby --clear",
          "draw derby --yes",
          "close derby --confirm derby",
          "reset derby --confirm derby",
          "sessions list derby",
          "sessions revoke derby x",
          "audit derby",
          "audit derby --csv",
          "audit derby --jsonl",
          "audit derby --since 30m");

  private final Vertx vertx = Vertx.vertx();
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();
  private final List<String> asked = new CopyOnWriteArrayList<>();
  private Writer to = out;
  private String url = "";

  @TempDir private Path files = Path.of(".");

  @AfterEach
  void stop() throws Exception {
    vertx.close().await(60, TimeUnit.SECONDS);
  }

  private void answers(Handler<HttpServerRequest> how) throws Exception {
    int port =
        vertx
            .createHttpServer()
            .requestHandler(
                request -> {
                  asked.add(request.method() + " " + request.uri());
                  how.handle(request);
                })
            .listen(0, "127.0.0.1")
            .await(60, TimeUnit.SECONDS)
            .actualPort();
    url = "http://127.0.0.1:" + port;
  }

  private int run(String... words) {
    out.getBuffer().setLength(0);
    err.getBuffer().setLength(0);
    Map<String, String> environment =
        Map.of("HEADGATE_OPERATOR_URL", url, "HEADGATE_OPERATOR_TOKEN", "a-token");
    return EventCommands.of(environment, false, new BufferedReader(new StringReader("")))
        .setOut(new PrintWriter(to, true))
        .setErr(new PrintWriter(err, true))
        .execute(words);
  }

  private int runLine(String words) throws IOException {
    Path file = Files.writeString(files.resolve("settings.yaml"), "title: Cup\n");
    return run(words.replace("FILE", file.toString()).split(" "));
  }

  @ParameterizedTest
  @ValueSource(strings = {"<html>Sign in to the network", "{}", "[]", "", "{\"a\":", "null"})
  void whatIsNoAnswerOfAGatewaysIsNeverTakenForOne(String body) throws Exception {
    answers(request -> request.response().end(body));
    for (String command : COMMANDS) {
      assertEquals(4, runLine(command), command + ": " + out + err);
      assertTrue(err.toString().contains("operators' port"), command + ": " + err);
      assertFalse(err.toString().contains("\tat "), command + ": " + err);
      assertFalse(out.toString().contains("derby"), command + ": " + out);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "400, bad-request, 1",
    "401, token-invalid, 1",
    "403, forbidden, 1",
    "404, unknown-event, 1",
    "409, refused, 1",
    "412, stale-version, 3",
    "412, exists, 1",
    "413, too-large, 1",
    "428, precondition-required, 1",
    "429, locked-out, 5",
    "500, internal, 1",
    "502, x, 4",
    "503, restoring, 5",
    "504, x, 4"
  })
  void aScriptCanTellWhatToDoNext(int status, String code, int exitCode) throws Exception {
    JsonObject problem =
        new JsonObject()
            .put("type", "urn:headgate:problem:" + code)
            .put("title", "No\u009b31m")
            .put("detail", "because");
    answers(
        request ->
            request
                .response()
                .setStatusCode(status)
                .putHeader("Retry-After", "64")
                .end(problem.encode()));
    for (String command : COMMANDS) {
      assertEquals(exitCode, runLine(command), command + ": " + out + err);
      assertTrue(err.toString().startsWith("headgate: No?31m (" + status + ")"), err + "");
      assertTrue(err.toString().contains("try again in 64 s"), err + "");
      assertEquals("", out.toString());
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {302, 400, 401, 403, 404, 412, 500})
  void thePageOfAProxyIsNoGatewaysAnswerWhateverItsStatus(int status) throws Exception {
    answers(
        request ->
            request
                .response()
                .setStatusCode(status)
                .putHeader("Location", "https://login.example/")
                .end("<html>Sign in to the network"));
    for (String command : COMMANDS) {
      assertEquals(4, runLine(command), command + ": " + out + err);
      assertTrue(err.toString().contains("is this the operators' port?"), err + "");
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {502, 504})
  void aProxyThatLostTheGatewayLeavesOpenWhetherAChangeWasMade(int status) throws Exception {
    answers(request -> request.response().setStatusCode(status).end("<html>"));
    assertEquals(4, run("pause", "derby"));
    assertTrue(err.toString().contains("may have been done"), err + "");
    assertEquals(4, run("show", "derby"));
    assertFalse(err.toString().contains("may have been done"), err + "");
  }

  @Test
  void whoeverAskedForAChangeAndHeardNothingIsToldThatItMayBeDone() throws Exception {
    answers(request -> request.connection().close().onComplete(closed -> {}));
    assertEquals(4, run("pause", "derby"));
    assertTrue(err.toString().contains("may have been done"), err + "");
    assertEquals(4, run("show", "derby"));
    assertFalse(err.toString().contains("may have been done"), err + "");
  }

  @Test
  void anAnswerThatBreaksOffIsNone() throws Exception {
    answers(
        request -> {
          request.response().putHeader("Content-Length", "1000").write("{\"events\":[");
          vertx.setTimer(50, late -> request.connection().close().onComplete(closed -> {}));
        });
    assertEquals(4, run("list"));
    assertTrue(err.toString().contains("does not end"), err + "");
  }

  @Test
  void aListThatLeadsBackToItselfIsNotFollowedForEver() throws Exception {
    answers(request -> request.response().end("{\"sessions\":[],\"next\":\"1.1.1\"}"));
    assertEquals(1, run("sessions", "list", "derby"));
    assertEquals(2, asked.size(), asked::toString);
  }

  @Test
  void whatIsPrintedForMachinesCannotSteerTheTerminalEither() throws Exception {
    String steering = "\u009b31m\u202e\u2028\ud83c\udff4\udb40\udc67";
    String events =
        "{\"events\":[{\"event\":\""
            + steering
            + "\",\"version\":1,\"settings\":{}}],\"next\":null}";
    answers(
        request -> {
          boolean csv = request.uri().contains("csv");
          request
              .response()
              .putHeader("Content-Type", csv ? "text/csv; charset=utf-8" : "application/x-ndjson")
              .end(request.uri().contains("audit") ? steering + "\r\n" : events);
        });
    assertEquals(0, run("list", "--json"), err + "");
    assertEquals(events.length(), new JsonObject(out.toString()).encode().length(), out + "");
    assertTrue(unseen(out).isEmpty(), out + "");
    assertEquals(0, run("audit", "derby", "--jsonl"), err + "");
    assertTrue(unseen(out).isEmpty(), out + "");
    assertEquals(0, run("audit", "derby", "--csv"), err + "");
    assertFalse(out.toString().contains("\u009b"), out + "");
    assertTrue(out.toString().endsWith("\r\n"), "lines end as their form says");
  }

  private static List<Integer> unseen(StringWriter text) {
    return text.toString()
        .codePoints()
        .filter(each -> each != '\n' && each != '\r')
        .filter(
            each ->
                Character.isISOControl(each)
                    || Character.getType(each) == Character.FORMAT
                    || each == 0x2028)
        .boxed()
        .toList();
  }

  @Test
  void whatCannotBePrintedIsNotDoneSilently() throws Exception {
    to =
        new Writer() {
          @Override
          public void write(char[] text, int from, int length) throws IOException {
            throw new IOException("No space left on device");
          }

          @Override
          public void flush() {}

          @Override
          public void close() {}
        };
    answers(request -> request.response().end("{\"events\":[],\"next\":null}"));
    assertEquals(1, run("list"));
    assertTrue(err.toString().contains("could not all be printed"), err + "");
    answers(OddAnswersTest::stream);
    assertEquals(1, run("watch", "derby"), "it ends, and does not print for nobody for ever");
  }

  private static void stream(HttpServerRequest request) {
    request
        .response()
        .setChunked(true)
        .putHeader("Content-Type", "text/event-stream")
        .write("id: 1764490000000\nevent: live\ndata: {\"waiting\":1}\n\n")
        .onComplete(sent -> {});
  }

  @Test
  void aMessageMayBeginWithAnAtSign() throws Exception {
    Path file = Files.writeString(files.resolve("words"), "secret words\n");
    answers(
        request ->
            request
                .body()
                .onSuccess(
                    body -> {
                      asked.add(body.toString());
                      request.response().end(EVENT);
                    }));
    assertEquals(0, run("message", "derby", "--text", "@" + file), err + "");
    assertEquals(new JsonObject().put("text", "@" + file).encode(), asked.get(1));
  }

  @Test
  void settingsThatSayAFieldTwiceAreRefusedInEitherForm() throws Exception {
    answers(request -> request.response().end(EVENT));
    for (String name : List.of("twice.json", "twice.yaml")) {
      Path file = Files.writeString(files.resolve(name), "{\"title\": \"a\", \"title\": \"b\"}");
      assertEquals(2, run("create", "derby", "--file", file.toString()), name);
    }
    assertEquals(List.of(), asked);
  }

  @Test
  void whoWatchesIsToldOfWhichTimeNothingIsKnown() throws Exception {
    String start = "id: 1764490000000\nevent: live\ndata: {\"waiting\":1}\n\n";
    String sample = "id: 1764490025000\nevent: history\ndata: {\"waiting\":2}\n\n";
    String late = "id: 1764493660000\nevent: live\ndata: {\"waiting\":3}\n\n";
    answers(
        request ->
            request
                .response()
                .putHeader("Content-Type", "text/event-stream")
                .end(request.getHeader("Last-Event-ID") == null ? start : sample + late));
    assertEquals(0, run("watch", "derby", "--count", "3"), err + "");
    List<String> said = err.toString().lines().filter(line -> line.contains("known")).toList();
    assertEquals(List.of("headgate: no figures are known from 08:07:05 to 09:07:40"), said);
  }

  @Test
  void whoWatchesIsToldWhatWasMissedOnceTheGatewayIsBack() throws Exception {
    AtomicInteger times = new AtomicInteger();
    List<String> last = new CopyOnWriteArrayList<>();
    answers(
        request -> {
          last.add(String.valueOf(request.getHeader("Last-Event-ID")));
          switch (times.incrementAndGet()) {
            case 1 -> {
              stream(request);
              vertx.setTimer(50, late -> request.connection().close().onComplete(closed -> {}));
            }
            case 2 -> request.response().setStatusCode(429).end("{\"title\":\"Too many\"}");
            case 3 -> request.response().setStatusCode(502).end("<html>");
            default ->
                request
                    .response()
                    .setChunked(true)
                    .putHeader("Content-Type", "text/event-stream")
                    .write(
                        "id: 1764490010000\nevent: history\ndata: {\"at\":"
                            + "\"2025-11-30T08:06:50.000Z\",\"waiting\":22,\"p95Millis\":44,"
                            + "\"free\":55}\n\nevent: other\ndata: {\"waiting\":66}\n\n"
                            + "id: 1764490012000\nevent: live\ndata: {\"waiting\":33}\n\n")
                    .onComplete(sent -> {});
          }
        });
    assertEquals(0, run("watch", "derby", "--count", "3"), err + "");
    List<String> lines = out.toString().lines().toList();
    assertEquals(4, lines.size(), out + "");
    assertTrue(lines.get(1).matches("08:06:40 +1 .*"), lines.get(1));
    assertTrue(lines.get(2).matches("08:06:50 +22 .* 44 +55  -"), lines.get(2));
    assertTrue(lines.get(3).matches("08:06:52 +33 .*"), lines.get(3));
    assertEquals(List.of("null", "1764490000000", "1764490000000", "1764490000000"), last);
    assertTrue(err.toString().contains("connecting again"), err + "");
  }
}
