package dev.headgate.gateway.preview;

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
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PreviewTest {
  private static final Instant NOW = Instant.parse("2026-05-01T10:00:00Z");
  private static final Path USUAL = Path.of("..", "config", "gateway.yaml");
  private static final Pattern STATE = Pattern.compile("href=\"/queue/([^?\"]+)\\?lang=de\"");

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
