package dev.headgate.gateway;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.headgate.embedded.EmbeddedRedis;
import dev.headgate.gateway.config.GatewayConfig;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * What real clients say they accept, and what a whole gateway gives them; then a queue by forms.
 */
class AcceptHeadersTest {
  private static final String HTML = "text/html; charset=utf-8";
  private static final String PROBLEM = "application/problem+json";
  private static final String BROWSER =
      "Accept: text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8";
  private static final String FORM = "Content-Type: application/x-www-form-urlencoded";

  @TempDir static Path folder;

  private static EmbeddedRedis redis;
  private static Gateway gateway;
  private static HttpClient http;

  @BeforeAll
  static void start() throws Exception {
    redis = EmbeddedRedis.start();
    String yaml =
        """
        publicOrigin: https://tickets.example
        host: 127.0.0.1
        port: 0
        operatorPort: 0
        redis: %s
        createMissingKeys: true
        eventLoops: 1
        upstreams: {shop: "http://127.0.0.1:1"}
        events:
          derby:
            title: Derby
            start: %s
            dials: {newUsersPerMinute: 6000, totalActiveUsers: 100}
            resume: /events/derby/seats
          final:
            title: Final
            start: %s
            dials: {newUsersPerMinute: 60, totalActiveUsers: 100}
        """
            .formatted(
                redis.uri(), Instant.now().minusSeconds(60), Instant.now().plusSeconds(3600));
    Path file = Files.writeString(folder.resolve("gateway.yaml"), yaml);
    gateway = Gateway.start(GatewayConfig.load(file, Map.of())).await(60, TimeUnit.SECONDS);
    http = HttpClient.newHttpClient();
  }

  @AfterAll
  static void stop() throws Exception {
    Object unused = gateway.stop().await(60, TimeUnit.SECONDS);
    redis.close();
  }

  private static HttpResponse<String> send(String method, String path, String... headers)
      throws IOException, InterruptedException {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + gateway.port() + path))
            .method(method, BodyPublishers.noBody());
    for (String header : headers) {
      if (!header.isEmpty()) {
        request.header(header.split(": ", 2)[0], header.split(": ", 2)[1]);
      }
    }
    return http.send(request.build(), BodyHandlers.ofString());
  }

  private static String header(HttpResponse<String> answer, String name) {
    return String.join(" | ", answer.headers().allValues(name));
  }

  private static String place(String event) throws IOException, InterruptedException {
    HttpResponse<String> joined = send("POST", "/queue/" + event + "/places");
    assertEquals(201, joined.statusCode(), joined.body());
    return "Cookie: " + header(joined, "set-cookie").replaceFirst(";.*", "");
  }

  /** The columns: who, what they send, what they get of their place, and at a guarded address. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          Chrome and Edge | text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,image/apng,*/*;q=0.8,application/signed-exchange;v=b3;q=0.7 | page | page
          Firefox         | text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8 | page | page
          Firefox before  | text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,image/png,image/svg+xml,*/*;q=0.8 | page | page
          Safari          | text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8 | page | page
          Lynx            | text/html, text/plain, text/sgml, text/css, application/xhtml+xml, */*;q=0.01 | page | page
          w3m             | text/html, text/*;q=0.5, image/*, application/* | page | page
          a search engine | text/html,application/xhtml+xml,application/signed-exchange;v=b3,application/xml;q=0.9,*/*;q=0.8 | page | page
          a link preview that is plain | */* | json | problem
          a link preview as a browser | text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8 | page | page
          curl            | */* | json | problem
          okhttp          | '' | json | problem
          URLSession      | */* | json | problem
          axios           | application/json, text/plain, */* | json | problem
          fetch           | */* | json | problem
          Python requests | */* | json | problem
          Go and urllib   | '' | json | problem
          Java URLConnection | text/html, image/gif, image/jpeg, *; q=.2, */*; q=.2 | json | problem
          jQuery for JSON | application/json, text/javascript, */*; q=0.01 | json | problem
          an event source | text/event-stream | json | problem
          a picture       | image/avif,image/webp,image/apng,image/svg+xml,image/*,*/*;q=0.8 | json | problem
          an XML client   | application/xml | json | problem
          nonsense        | ;;,q=/,*;q=9 | json | problem
          """)
  void eachIsGivenWhatItCanReadAndNobodyIsTurnedAwayForIt(
      String who, String accept, String mine, String guarded) throws Exception {
    String line = accept.isEmpty() ? "" : "Accept: " + accept;
    HttpResponse<String> page = send("GET", "/queue/derby", line);
    assertEquals("200 " + HTML, page.statusCode() + " " + header(page, "content-type"), who);
    HttpResponse<String> status = send("GET", "/queue/derby/status", line);
    assertEquals(
        "200 application/json", status.statusCode() + " " + header(status, "content-type"), who);
    HttpResponse<String> place = send("GET", "/queue/final/places/me", line, place("final"));
    assertEquals(200, place.statusCode(), who);
    String type = mine.equals("page") ? HTML : "application/json";
    assertEquals(type, header(place, "content-type"), who);
    assertEquals("Accept, Accept-Language", header(place, "vary"), who);
    HttpResponse<String> none = send("GET", "/queue/final/places/me", line);
    assertEquals(401, none.statusCode(), who);
    assertEquals(mine.equals("page") ? HTML : PROBLEM, header(none, "content-type"), who);
    HttpResponse<String> inline = send("GET", "/events/derby/seats", line);
    assertEquals(guarded.equals("page") ? 200 : 401, inline.statusCode(), who);
    assertEquals(guarded.equals("page") ? HTML : PROBLEM, header(inline, "content-type"), who);
    for (String path : List.of("/queue/derby/draw", "/.well-known/jwks.json", "/queue/nosuch")) {
      assertNotEquals(406, send("GET", path, line).statusCode(), who + " " + path);
    }
  }

  @Test
  void aQueueIsGoneThroughByFormsAlone() throws Exception {
    String seats = "/events/derby/seats?from=mail";
    HttpResponse<String> inline = send("GET", seats, BROWSER);
    String join = action(inline, "/places");
    HttpResponse<String> joined = send("POST", join, BROWSER, FORM);
    assertEquals(303, joined.statusCode());
    String cookie = "Cookie: " + header(joined, "set-cookie").replaceFirst(";.*", "");
    HttpResponse<String> place = awaitEnter(header(joined, "location"), cookie);
    HttpResponse<String> entered =
        send("POST", action(place, "/admissions"), BROWSER, FORM, cookie);
    assertEquals("303 " + seats, entered.statusCode() + " " + header(entered, "location"));
    String admission = header(entered, "set-cookie").replaceFirst(";.*", "");
    assertTrue(admission.startsWith("hg_admission_derby="), admission);
    HttpResponse<String> again = send("GET", header(joined, "location"), BROWSER, cookie);
    assertTrue(again.body().contains("data-view=\"admitted\""), again.body());
    HttpResponse<String> left =
        send("POST", action(again, "/admissions/me/leave"), BROWSER, FORM, cookie);
    assertEquals(303, left.statusCode());
    HttpResponse<String> over = send("GET", header(left, "location"), BROWSER, cookie);
    assertTrue(over.body().contains("data-view=\"over\""), over.body());
    HttpResponse<String> anew = send("POST", action(over, "/places"), BROWSER, FORM, cookie);
    assertNotEquals(
        cookie.substring(8), header(anew, "set-cookie").replaceFirst(";.*", ""), "a new place");
  }

  private static HttpResponse<String> awaitEnter(String address, String cookie) {
    return await()
        .atMost(Duration.ofSeconds(60))
        .until(
            () -> send("GET", address, BROWSER, cookie),
            place -> place.body().contains("id=\"enter\""));
  }

  @Test
  void beforeTheStartAClaimLeadsBackAndSpendsNothing() throws Exception {
    String cookie = place("final");
    HttpResponse<String> refused =
        send("POST", "/queue/final/admissions?lang=fr", BROWSER, FORM, cookie);
    assertEquals(303, refused.statusCode());
    assertEquals("/queue/final/places/me?lang=fr&why=not-your-turn", header(refused, "location"));
    assertEquals("", header(refused, "set-cookie"));
    HttpResponse<String> place = send("GET", header(refused, "location"), BROWSER, cookie);
    assertTrue(place.body().contains("<html lang=\"fr\""), place.body());
    assertTrue(place.body().contains("data-view=\"draw\""), place.body());
  }

  /** Where the form leads whose address, without its query, ends so. */
  private static String action(HttpResponse<String> page, String end) {
    return Arrays.stream(page.body().split("action=\"", -1))
        .skip(1)
        .map(rest -> rest.substring(0, rest.indexOf('"')).replace("&amp;", "&"))
        .filter(action -> action.replaceFirst("\\?.*", "").endsWith(end))
        .findFirst()
        .orElseThrow(() -> new AssertionError(end + " in " + page.body()));
  }
}
