package dev.headgate.gateway.operator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.headgate.gateway.queue.Sample;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.BufferedReader;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PastFiguresTest extends OperatorHttp {
  private static final Instant NOW = Instant.parse("2026-12-01T09:58:12.345Z");

  /** A sample of so many seconds ago, whose figures are all their own. */
  static Sample sample(int secondsAgo) {
    return sample(secondsAgo, secondsAgo, 55, null);
  }

  private static Sample sample(int secondsAgo, int arrivals, int active, @Nullable Integer free) {
    return new Sample(
        NOW.minusSeconds(secondsAgo),
        new Sample.Counts(arrivals, 2, 3, 4, 5, active, 7_000L - secondsAgo),
        new Sample.Dialled(600, 5_000, 540),
        new Sample.Shares(57, 8.2, 0.25),
        new Sample.Shop(90, 0.001, free, null),
        "newUsersPerMinute, and nothing else");
  }

  private JsonArray samples(String query) throws Exception {
    HttpResponse<String> answer = send("GET", "/api/events/derby/history" + query, VIEWER);
    assertEquals(200, answer.statusCode(), answer.body());
    JsonObject json = new JsonObject(answer.body());
    assertEquals(10, json.getInteger("everySeconds"));
    return json.getJsonArray("samples");
  }

  @Test
  void whatIsKnownIsGivenAndWhatIsNotIsNullAndNotZero() throws Exception {
    events.lookups.samples = List.of(sample(100), sample(70), sample(60));
    JsonArray samples = samples("");
    assertEquals(5, samples.size(), "two lots of ten seconds have none");
    JsonObject first = samples.getJsonObject(0);
    assertEquals("2026-12-01T09:56:32.345Z", first.getString("at"));
    assertEquals(100, first.getInteger("arrivals"));
    assertEquals(6_900, first.getInteger("admitted"));
    assertEquals(540, first.getInteger("effectivePerMinute"));
    assertEquals(0.25, first.getDouble("noShowShare"));
    assertEquals(90, first.getInteger("p95Millis"));
    assertNull(first.getValue("free"));
    assertEquals("newUsersPerMinute, and nothing else", first.getString("limit"));
    JsonObject gap = samples.getJsonObject(1);
    assertEquals("2026-12-01T09:56:40.000Z", gap.getString("at"));
    gap.forEach(figure -> assertTrue(figure.getKey().equals("at") || figure.getValue() == null));
    assertEquals(first.fieldNames(), gap.fieldNames());
  }

  private static Sample ahead(int seconds) {
    return sample(-seconds, 5, 55, null);
  }

  @Test
  void whatAClockThatWasAheadLeftBehindIsLeftOutHoweverFarItWas() throws Exception {
    events.lookups.samples = List.of(sample(30), ahead(3_600), ahead(600_000_000));
    assertEquals(1, samples("").size());
    events.lookups.samples = List.of(sample(30), ahead(10));
    assertEquals(5, samples("").size(), "clocks are never together to the second");
  }

  @Test
  void whatIsOlderThanAnHourOrThanWhatIsAskedForIsLeftOut() throws Exception {
    events.lookups.samples = List.of(sample(7_000), sample(3_601), sample(3_599), sample(10));
    assertEquals(360, samples("").size());
    assertEquals(1, samples("?from=2026-12-01T09:58:00Z").size());
    assertEquals(0, samples("?from=2026-12-01T09:58:02.345Z").size());
    events.lookups.samples = List.of();
    assertEquals(0, samples("").size());
  }

  @ParameterizedTest
  @ValueSource(strings = {"yesterday", "", "2026-12-01", "10"})
  void aTimeThatIsNoneIsNamed(String from) throws Exception {
    HttpResponse<String> refused = send("GET", "/api/events/derby/history?from=" + from, VIEWER);
    assertProblem(400, "invalid-settings", refused);
    assertEquals(Set.of("from"), fields(refused));
  }

  /** The ids and names of the first events of a stream, as far as the first live one. */
  private List<String> streamed(String lastId) throws Exception {
    HttpRequest.Builder live = request("/api/events/derby/live", VIEWER);
    if (!lastId.isEmpty()) {
      live.header("Last-Event-ID", lastId);
    }
    HttpResponse<InputStream> stream = client.send(live.build(), BodyHandlers.ofInputStream());
    List<String> found = new ArrayList<>();
    try (BufferedReader lines =
        new BufferedReader(new InputStreamReader(stream.body(), StandardCharsets.UTF_8))) {
      String id = "";
      while (found.isEmpty() || !found.get(found.size() - 1).endsWith(" live")) {
        String line = String.valueOf(lines.readLine());
        if (line.startsWith("id: ")) {
          id = line.substring(4);
        } else if (line.startsWith("event: ")) {
          found.add(id + line.substring(6));
        }
      }
    }
    return found;
  }

  @Test
  void aStreamThatComesBackBringsWhatWasMissedAndThenThePresent() throws Exception {
    events.lookups.samples = List.of(sample(40), sample(30), sample(20), sample(10));
    long now = NOW.toEpochMilli();
    assertEquals(List.of(now + " live"), streamed(""), "whoever comes first misses nothing");
    assertEquals(
        List.of((now - 20_000) + " history", (now - 10_000) + " history", now + " live"),
        streamed(Long.toString(now - 30_000)));
    assertEquals(5, streamed("1").size(), "all there is, to who was here long ago");
  }

  @Test
  void anIdOfAnotherGatewayThatIsAMomentAheadIsNotFallenBehind() throws Exception {
    events.lookups.samples = List.of(sample(10));
    long ahead = NOW.toEpochMilli() + 700;
    assertEquals(List.of(ahead + " live"), streamed(Long.toString(ahead)));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"x", "-1", "1.5", "9999999999999", "99999999999999999999", "1764583092345x"})
  void anIdThatCannotBeOursIsIgnored(String id) throws Exception {
    events.lookups.samples = List.of(sample(10));
    assertEquals(List.of(NOW.toEpochMilli() + " live"), streamed(id));
  }

  private JsonObject forecast(String body) throws Exception {
    HttpResponse<String> answer = send("POST", "/api/events/derby/forecast", VIEWER, body);
    assertEquals(200, answer.statusCode(), answer.body());
    return new JsonObject(answer.body());
  }

  @Test
  void aForecastTellsWhatBecomesOfTheEventNowAndWithTheDialsAskedAbout() throws Exception {
    JsonObject answer = forecast("{\"dials\":{\"newUsersPerMinute\":1200}}");
    JsonObject now = answer.getJsonObject("now");
    JsonObject asked = answer.getJsonObject("asked");
    assertEquals(600, now.getInteger("newUsersPerMinute"));
    assertEquals(1_200, asked.getInteger("newUsersPerMinute"));
    assertEquals(5_000, asked.getInteger("totalActiveUsers"));
    assertEquals(899, asked.getInteger("waiting"));
    Duration sooner =
        Duration.between(
            Instant.parse(asked.getString("waitingInAt")),
            Instant.parse(now.getString("waitingInAt")));
    assertEquals(
        45.0,
        (double) sooner.toSeconds(),
        2,
        "899 at 594 and at 1,188 a minute, from the start on");
    assertNull(asked.getValue("insideExpected"), "nobody knows how long they stay");
    assertEquals("dial", asked.getString("binding"));
    assertTrue(answer.getBoolean("large"));
    assertTrue(asked.getString("sentence").contains("UTC (in "), asked::encode);
  }

  @Test
  void howLongFansStayIsMeasuredFromTheHistory() throws Exception {
    // 600 a minute came, and as many went, with 1,200 inside: two minutes each.
    events.lookups.samples =
        java.util.stream.IntStream.rangeClosed(0, 60)
            .mapToObj(
                i ->
                    new Sample(
                        NOW.minusSeconds(600 - 10L * i),
                        new Sample.Counts(1, 2, 3, 4, 5, 1_200, 100L * i),
                        new Sample.Dialled(600, 5_000, 540),
                        new Sample.Shares(57, 8.2, 0.25),
                        new Sample.Shop(null, null, null, null),
                        "x"))
            .toList();
    int inside = forecast("{}").getJsonObject("asked").getInteger("insideExpected");
    // 594 x 2 min, as far as a minute and a half from nobody gets: 1,188 x (1 - e^-0.757).
    assertTrue(inside > 500 && inside < 1_188, inside + " inside");
  }

  @Test
  void asItIsNothingIsLargeAndNothingChanges() throws Exception {
    JsonObject answer = forecast("{}");
    assertEquals(answer.getJsonObject("now"), answer.getJsonObject("asked"));
    assertEquals(false, answer.getBoolean("large"));
    assertEquals(1, events.now("derby").version());
    assertEquals(List.of(), audit());
  }

  @Test
  void dialsThatContradictEachOtherAndACapBelowThoseInsideAreWarnedOf() throws Exception {
    JsonObject answer = forecast("{\"dials\":{\"totalActiveUsers\":30}}");
    String warnings = answer.getJsonArray("warnings").encode();
    assertTrue(warnings.contains("until 26 have left"), warnings);
    assertTrue(warnings.contains("binds long before"), warnings);
    assertEquals(true, answer.getBoolean("large"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
    {"dials":{"newUsersPerMinute":-1,"x":1}} | dials.newUsersPerMinute,dials.x
    {"dials":[1]} | dials
    {"newUsersPerMinute":1} | body
    {"dials":{"sessionDuration":"PT2H"}} | dials.sessionDuration
    """)
  void whatIsWrongIsNamedByItsPlaceInTheBody(String body, String named) throws Exception {
    HttpResponse<String> refused = send("POST", "/api/events/derby/forecast", VIEWER, body);
    assertProblem(400, "invalid-settings", refused);
    assertEquals(Set.of(named.split(",", -1)), fields(refused));
  }
}
