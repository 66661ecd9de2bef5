package dev.headgate.gateway.preview;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.headgate.gateway.config.EventIds;
import dev.headgate.gateway.config.InvalidConfigException;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PreviewTest {
  private static final Instant NOW = Instant.parse("2026-05-01T10:00:00Z");
  private static final Path USUAL = Path.of("..", "config", "gateway.yaml");
  private static final Pattern STATE = Pattern.compile("href=\"/queue/([^?\"]+)\\?lang=de\"");

  private static final Pattern VERSION =
      Pattern.compile("<script src=\"/preview/again.js\" data-version=\"([^\"]*)\">");
  private static final String TITLED =
      """
      events:
        derby:
          title: %s
          start: manual
          dials: {newUsersPerMinute: 60, totalActiveUsers: 50}
      """;

  private final Vertx vertx = Vertx.vertx();
  private final HttpClient client = HttpClient.newHttpClient();
  private @Nullable Preview preview;

  @AfterEach
  void close() throws Exception {
    vertx.close().toCompletionStage().toCompletableFuture().get(20, SECONDS);
  }

  @Test
  void theIndexListsEachStateOnceUnderANameThatAnEventCanHave() throws Exception {
    start(USUAL, null);
    List<String> states = states();
    assertEquals(states.size(), new HashSet<>(states).size());
    assertTrue(states.size() > 50, states::toString);
    assertEquals(List.of(), states.stream().filter(state -> !EventIds.isOne(state)).toList());
  }

  @Test
  void eachStateIsTheRealDocumentWithItsSettingBeforeThePagesOwnScript() throws Exception {
    start(USUAL, null);
    for (String state : states()) {
      HttpResponse<String> page = get("/queue/" + state + "?lang=ar");
      assertEquals(200, page.statusCode());
      String html = page.body();
      assertTrue(html.contains("lang=\"ar\" dir=\"rtl\" data-event=\"" + state + "\""), state);
      int setting = html.indexOf("<script src=\"/preview/stage.js\" data-event=\"" + state);
      assertTrue(setting > 0 && setting < html.indexOf("<script type=\"module\""), state);
    }
  }

  @Test
  void whatIsToldOfAPlaceHasTheFieldsThatTheGatewayTells() throws Exception {
    start(USUAL, null);
    String guide = Files.readString(Path.of("..", "docs", "protocol.md"));
    int from = guide.indexOf("{\"event\":");
    JsonObject told = new JsonObject(guide.substring(from, guide.indexOf("```", from)));
    for (String state : List.of("far", "called", "in-the-draw", "turn-missed")) {
      JsonObject place = new JsonObject(get("/queue/" + state + "/places/me").body());
      assertEquals(told.fieldNames(), place.fieldNames(), state);
      assertEquals(state, place.getString("event"));
      assertEquals(NOW.toString(), Instant.parse(place.getString("serverTime")).toString());
    }
  }

  @Test
  void whatIsCountedDownToLiesAheadAndStandsStillInBetween() throws Exception {
    Told place = Documents.place("waiting", "waiting");
    List<Instant> starts = new ArrayList<>();
    for (int second = 0; second < 3_600; second++) {
      Instant now = NOW.plusSeconds(second);
      Instant start = Instant.parse(place.at(now).getString("onSaleAt"));
      assertTrue(start.isAfter(now.plusSeconds(700)), start::toString);
      starts.add(start);
    }
    assertEquals(2, starts.stream().distinct().count());
  }

  @Test
  void elsewhereIsNothing() throws Exception {
    start(USUAL, null);
    for (String path :
        List.of("/queue/none", "/queue/none/status", "/x", "/preview/../x", "/queue/far/x")) {
      assertEquals(404, get(path).statusCode(), path);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"lang=%zz", "lang=%", "lang=%c", "x=%zz", "%zz", "lang=en&lang=%zz"})
  void anAddressThatCannotBeDecodedIsAnsweredAllTheSame(String query) throws Exception {
    start(USUAL, null);
    String called = "/queue/called";
    for (String path :
        List.of("/", called, called + "/status", called + "/places/me", "/preview/version", "/x")) {
      assertEquals(400, status(path + "?" + query, "localhost"), path);
    }
    assertEquals(200, status("/?lang=%7a%7A", "localhost"));
  }

  @Test
  void onlyThisMachinesOwnNamesAreAnswered() throws Exception {
    start(USUAL, null);
    for (String host :
        List.of("127.0.0.1", "localhost", "LocalHost", "[::1]", "localhost:1", "127.0.0.1:8070")) {
      assertEquals(200, status("/queue/called", host), host);
    }
    for (String host :
        List.of(
            "elsewhere.example",
            "localhost.elsewhere.example",
            "elsewhere.localhost.example",
            "127.0.0.1.elsewhere.example",
            "127.0.0.2",
            "0.0.0.0",
            "[::2]",
            "localhost@elsewhere.example")) {
      for (String path : List.of("/", "/queue/called", "/queue/called/status", "/preview/x")) {
        int status = status(path, host);
        assertTrue(status == 421 || status == 400, host + ": " + status);
      }
    }
  }

  @Test
  @Timeout(60)
  void whatIsNoFileIsComplainedOfAndNotWaitedFor(@TempDir Path folder) throws Exception {
    Path pipe = folder.resolve("pipe");
    assertEquals(0, new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor());
    for (String file : List.of("pipe", "/dev/zero")) {
      Path written =
          Files.writeString(
              folder.resolve("gateway.yaml"),
              "pages: {theme: own, themes: {own: {stylesheet: " + file + "}}}\n");
      assertInstanceOf(InvalidConfigException.class, refusal(written, null));
    }
  }

  @Test
  void whatIsWrongWithAPageIsSaidInWords(@TempDir Path folder) throws Exception {
    Path page = folder.resolve("own.html");
    Path written =
        Files.writeString(
            folder.resolve("gateway.yaml"),
            "pages: {theme: own, themes: {own: {template: own.html}}}\n");
    for (String wrong : List.of("x", "{{#lang}}".repeat(3_500) + "{{/lang}}".repeat(3_500))) {
      Path there = Files.writeString(page, wrong);
      String about = String.valueOf(refusal(written, null).getMessage());
      assertTrue(about.contains("line 1: pages.themes.own.template: "), about + there);
      assertTrue(about.contains("lacks ") || about.contains("sections in sections"), about);
    }
  }

  /** The status of the answer to a request for this host. */
  private int status(String path, String host) throws Exception {
    int port = preview == null ? 0 : preview.port();
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      socket.setSoTimeout(60_000);
      String request = "GET %s HTTP/1.1\r\nHost: %s\r\nConnection: close\r\n\r\n";
      socket.getOutputStream().write(request.formatted(path, host).getBytes(US_ASCII));
      String answer = new String(socket.getInputStream().readAllBytes(), UTF_8);
      return Integer.parseInt(answer.split(" ", 3)[1]);
    }
  }

  @Test
  void aTitleIsTextOnTheIndexAsOnThePages(@TempDir Path folder) throws Exception {
    Path file = folder.resolve("gateway.yaml");
    Path written =
        Files.writeString(
            file,
            """
            events:
              derby:
                title: "<b>{{complaint}}</b>"
                start: manual
                dials: {newUsersPerMinute: 60, totalActiveUsers: 50}
            """);
    start(written, "derby");
    for (String path : List.of("/", "/queue/far")) {
      String html = get(path).body();
      assertTrue(html.contains("&lt;b&gt;{{complaint}}&lt;/b&gt;"), html);
    }
  }

  @Test
  void whatCannotBeUsedIsSaidAtTheStart(@TempDir Path folder) throws Exception {
    Path wrong = Files.writeString(folder.resolve("wrong.yaml"), "evnts: {}\n");
    assertInstanceOf(InvalidConfigException.class, refusal(wrong, null));
    assertInstanceOf(InvalidConfigException.class, refusal(folder.resolve("none.yaml"), null));
    assertEquals(
        "--event: x (expected: one of [])", String.valueOf(refusal(USUAL, "x").getMessage()));
  }

  @Test
  void themesAreShownByNameAndThoseThatThereAreNotAreRefused() throws Exception {
    Path themes = Path.of("..", "config", "examples", "themes.yaml");
    start(themes, null);
    assertTrue(get("/").body().contains("theme “evening”"));
    start(themes, null, "harbour");
    String page = get("/queue/called").body();
    assertTrue(page.contains("Harbour Hall"), page);
    assertTrue(page.contains("<script src=\"/preview/stage.js\""), page);
    ExecutionException failed =
        assertThrows(ExecutionException.class, () -> start(themes, null, "none"));
    assertTrue(
        String.valueOf(failed.getMessage()).contains("--theme: none (expected: one of [evening"));
  }

  @Test
  void aPageIsOfTheVersionThatIsToldUntilTheFilesChange(@TempDir Path folder) throws Exception {
    Path file = folder.resolve("gateway.yaml");
    Path first = Files.writeString(file, TITLED.formatted("Lions"));
    start(first, null);
    for (String path : List.of("/", "/?lang=ja", "/queue/far", "/queue/without-script")) {
      assertEquals(get("/preview/version").body(), version(path), path);
    }
    String before = version("/");
    Path second = Files.writeString(file, TITLED.formatted("Bears"));
    look();
    assertNotEquals(before, version("/"), second::toString);
    assertEquals(get("/preview/version").body(), version("/"));
  }

  private String version(String path) throws Exception {
    Matcher told = VERSION.matcher(get(path).body());
    assertTrue(told.find(), path);
    return told.group(1);
  }

  @Test
  void aThemeIsReadAgainWhenOneOfItsFilesHasChanged(@TempDir Path folder) throws Exception {
    Path drawing = folder.resolve("logo.svg");
    Path written =
        Files.writeString(
            folder.resolve("gateway.yaml"),
            """
            pages:
              theme: own
              themes:
                own: {logo: {file: logo.svg, alt: {en: "Own"}}}
            """);
    String svg = "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d 9\"/>";
    Path first = Files.writeString(drawing, svg.formatted(9));
    start(written, null);
    String before = get("/queue/far").body();
    Path second = Files.writeString(first, svg.formatted(18));
    look();
    assertNotEquals(before, get("/queue/far").body(), second::toString);
    Path broken = Files.writeString(drawing, "<svg");
    look();
    assertTrue(get("/").body().contains("class=\"complaint\""), broken::toString);
    assertEquals(200, get("/queue/far").statusCode());
  }

  private void look() throws Exception {
    Preview running = preview;
    assertNotNull(running);
    running.look().toCompletionStage().toCompletableFuture().get(60, SECONDS);
  }

  private Throwable refusal(Path config, @Nullable String event) {
    ExecutionException failed = assertThrows(ExecutionException.class, () -> start(config, event));
    Throwable cause = failed.getCause();
    return cause == null ? failed : cause;
  }

  private List<String> states() throws Exception {
    return STATE
        .matcher(get("/?lang=de").body())
        .results()
        .map((MatchResult found) -> found.group(1))
        .toList();
  }

  private void start(Path config, @Nullable String event) throws Exception {
    start(config, event, null);
  }

  private void start(Path config, @Nullable String event, @Nullable String theme) throws Exception {
    Preview.Parts parts =
        new Preview.Parts(vertx, config, theme, event, 0, () -> NOW, complaint -> {});
    preview = Preview.start(parts).toCompletionStage().toCompletableFuture().get(60, SECONDS);
  }

  private HttpResponse<String> get(String path) throws Exception {
    int port = preview == null ? 0 : preview.port();
    URI address = URI.create("http://127.0.0.1:" + port + path);
    return client.send(HttpRequest.newBuilder(address).build(), BodyHandlers.ofString());
  }
}
