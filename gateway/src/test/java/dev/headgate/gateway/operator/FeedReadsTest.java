package dev.headgate.gateway.operator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.headgate.gateway.feed.FeedEntry;
import io.vertx.core.json.JsonObject;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The feed as operators read it. */
class FeedReadsTest extends OperatorHttp {
  private static final List<String> BOTH = List.of("/api/feed", "/api/events/derby/feed");

  @Test
  void aFeedIsReadByPagesToItsEndTheOldestFirst() throws Exception {
    List<String> derbys = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      derbys.add(feed.add("derby", "paused").id());
      assertEquals("cup", feed.add("cup", "resumed").event());
    }
    JsonObject first = page("/api/events/derby/feed?limit=3");
    assertEquals(derbys.subList(0, 3), ids(first));
    assertEquals(derbys.get(2), first.getString("next"));
    JsonObject rest = page("/api/events/derby/feed?limit=3&after=" + first.getString("next"));
    assertEquals(derbys.subList(3, 5), ids(rest));
    assertEquals(null, rest.getString("next"));
    assertEquals(10, ids(page("/api/feed")).size());
  }

  @ParameterizedTest
  @ValueSource(strings = {"after=1", "after=x", "limit=0", "limit=1001", "limit=-1", "limit=1.5"})
  void whatCannotBeReadIsNamed(String query) throws Exception {
    for (String address : BOTH) {
      HttpResponse<String> answer = send("GET", address + "?" + query, VIEWER);
      assertProblem(400, "invalid-settings", answer);
      assertEquals(Set.of(query.substring(0, query.indexOf('='))), fields(answer));
    }
  }

  @Test
  void aStreamSaysWhatHappensFromNowOn() throws Exception {
    assertEquals("derby", feed.add("derby", "created").event());
    try (BufferedReader lines = listen("/api/events/derby/feed", "")) {
      FeedEntry paused = feed.add("derby", "paused");
      assertEquals("cup", feed.add("cup", "paused").event());
      FeedEntry resumed = feed.add("derby", "resumed");
      assertEquals(paused.toJson(), next(lines, paused.id()));
      assertEquals(resumed.toJson(), next(lines, resumed.id()));
    }
  }

  @Test
  void aStreamThatBrokeGoesOnBehindWhatItsClientHas() throws Exception {
    List<FeedEntry> entries = new ArrayList<>();
    for (int i = 0; i < 250; i++) {
      entries.add(feed.add("derby", "paused"));
    }
    try (BufferedReader lines = listen("/api/feed", entries.get(9).id())) {
      for (FeedEntry entry : entries.subList(10, 250)) {
        assertEquals(entry.toJson(), next(lines, entry.id()));
      }
      FeedEntry later = feed.add("cup", "created");
      assertEquals(later.toJson(), next(lines, later.id()));
    }
  }

  @Test
  void whoeverComesBackTooLateIsToldThatEntriesWereMissed() throws Exception {
    List<FeedEntry> entries = new ArrayList<>();
    for (int i = 0; i < 10; i++) {
      entries.add(feed.add("derby", "paused"));
    }
    feed.keep(4);
    for (String address : BOTH) {
      JsonObject late = page(address + "?after=" + entries.get(2).id());
      assertEquals(true, late.getValue("missed"));
      assertEquals(4, ids(late).size());
      assertEquals(false, page(address + "?after=" + entries.get(5).id()).getValue("missed"));
      assertEquals(false, page(address).getValue("missed"), "who names none asks for what is kept");
      try (BufferedReader lines = listen(address, entries.get(2).id())) {
        assertEquals("", lines.readLine());
        assertEquals("event: missed", lines.readLine());
        JsonObject after = new JsonObject().put("after", entries.get(2).id());
        assertEquals("data: " + after.encode(), lines.readLine());
        assertEquals(entries.get(6).toJson(), next(lines, entries.get(6).id()));
      }
      try (BufferedReader lines = listen(address, entries.get(6).id())) {
        assertEquals(entries.get(7).toJson(), next(lines, entries.get(7).id()));
      }
    }
  }

  @Test
  void aLastIdThatIsNoneIsRefused() throws Exception {
    HttpRequest request =
        request("/api/feed", VIEWER)
            .header("Accept", "text/event-stream")
            .header("Last-Event-ID", "7\"")
            .build();
    HttpResponse<String> answer = exchange(request);
    assertProblem(400, "invalid-settings", answer);
    assertEquals(Set.of("Last-Event-ID"), fields(answer));
  }

  @Test
  void whoeverHasGoneIsNoLongerFollowing() throws Exception {
    BufferedReader lines = listen("/api/feed", "");
    Awaitility.await().until(() -> feed.followers() == 1);
    lines.close();
    Awaitility.await()
        .until(
            () -> {
              // A client that has gone is found by writing.
              feed.add("derby", "paused");
              return feed.followers() == 0;
            });
  }

  private JsonObject page(String address) throws Exception {
    HttpResponse<String> answer = send("GET", address, VIEWER);
    assertEquals(200, answer.statusCode(), answer.body());
    return new JsonObject(answer.body());
  }

  private static List<String> ids(JsonObject page) {
    return page.getJsonArray("entries").stream()
        .map(entry -> ((JsonObject) entry).getString("id"))
        .toList();
  }

  private BufferedReader listen(String address, String last) throws Exception {
    HttpRequest.Builder request = request(address, VIEWER).header("Accept", "text/event-stream");
    if (!last.isEmpty()) {
      request.header("Last-Event-ID", last);
    }
    HttpResponse<InputStream> answer = client.send(request.build(), BodyHandlers.ofInputStream());
    assertEquals(200, answer.statusCode());
    assertEquals("text/event-stream", answer.headers().firstValue("Content-Type").orElse(""));
    BufferedReader lines =
        new BufferedReader(new InputStreamReader(answer.body(), StandardCharsets.UTF_8));
    assertTrue(String.valueOf(lines.readLine()).startsWith(": from "));
    return lines;
  }

  /** The next entry; comments are passed over. */
  private static JsonObject next(BufferedReader lines, String id) throws IOException {
    String line = String.valueOf(lines.readLine());
    while (line.isEmpty() || line.startsWith(":")) {
      line = String.valueOf(lines.readLine());
    }
    assertEquals("id: " + id, line);
    assertEquals("event: entry", lines.readLine());
    return new JsonObject(String.valueOf(lines.readLine()).substring("data: ".length()));
  }
}
