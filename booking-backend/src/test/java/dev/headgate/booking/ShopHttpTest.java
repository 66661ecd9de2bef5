package dev.headgate.booking;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.headgate.booking.config.EventSettings;
import dev.headgate.booking.config.EventSettings.Limits;
import dev.headgate.booking.config.EventSettings.Price;
import dev.headgate.booking.config.Venue;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What the shop answers, right and wrong. */
class ShopHttpTest {
  private static TestShop shop;
  private static String token;

  @BeforeAll
  static void open() {
    EventSettings derby =
        EventSettings.generated("derby", "Derby <of> \"Rome\"", 5_000)
            .withLimits(new Limits(Duration.ofMinutes(10), 8, 1_000));
    EventSettings later =
        EventSettings.generated("later", "Later", 100)
            .onSale(Instant.now().plus(Duration.ofHours(1)), null);
    EventSettings over =
        EventSettings.generated("over", "Over", 100)
            .onSale(
                Instant.now().minus(Duration.ofHours(2)), Instant.now().minus(Duration.ofHours(1)));
    EventSettings some =
        new EventSettings(
            "some",
            "Some",
            Venue.generated("some-hall", "Hall", 2_000),
            Map.of("A", new Price("standard", 1_000)),
            Set.of("A-1"),
            null,
            null,
            Limits.defaults(),
            EventSettings.Sales.defaults());
    shop = TestShop.with(derby, later, over, some);
    token = shop.token("derby", "fan");
  }

  @AfterAll
  static void close() {
    shop.close();
  }

  private static HttpResponse<String> post(String body) {
    return shop.send(
        shop.request("/events/derby/holds", token).POST(BodyPublishers.ofString(body)).build());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\u0007',
      value = {
        "{\"seats\":[]}                                 | 400 | invalid-seats",
        "{\"seats\":null}                               | 400 | invalid-seats",
        "{}                                             | 400 | invalid-seats",
        "{\"seats\":\"A-1\"}                            | 400 | invalid-seats",
        "{\"seats\":{\"A-1\":1}}                        | 400 | invalid-seats",
        "{\"seats\":[\"A-1\",\"A-1\"]}                  | 400 | invalid-seats",
        "{\"seats\":[\" A-1\"]}                         | 400 | invalid-seats",
        "{\"seats\":[\"A-1\u00a0\"]}                    | 400 | invalid-seats",
        "{\"seats\":[\"\"]}                             | 400 | invalid-seats",
        "{\"seats\":[\"A-1\\u0000\"]}                   | 400 | invalid-seats",
        "{\"seats\":[\"A\\n-1\"]}                       | 400 | invalid-seats",
        "{\"seats\":[1]}                                | 400 | invalid-seats",
        "{\"seats\":[null]}                             | 400 | invalid-seats",
        "{\"seats\":[[\"A-1\"]]}                        | 400 | invalid-seats",
        "{\"seats\":[\"B-1\",\"B-2\",\"B-3\",\"B-4\",\"B-5\",\"B-6\",\"B-7\",\"B-8\",\"B-9\"]}"
            + " | 400 | invalid-seats",
        "{\"seats\":[\"A-1\",\"a-1\"]}                  | 409 | not-on-sale",
        "{\"seats\":[\"A-1\\u200b\"]}                   | 409 | not-on-sale",
        "{\"seats\":[\"A-\uff11\"]}                     | 409 | not-on-sale",
        "{\"seats\":[\"A-e\u0301\"]}                    | 409 | not-on-sale",
        "{\"seats\":[\"A-01\"]}                         | 409 | not-on-sale",
        "{\"seats\":[\"\\ud800\"]}                      | 409 | not-on-sale",
        "{\"seats\":[\"' OR 1=1--\"]}                   | 409 | not-on-sale",
        "{\"seats\":[\"A-1\"],\"seats\":[\"A-2\"]}      | 400 | bad-request",
        "{\"seats\":[\"A-1\"],\"priceCents\":1}         | 400 | bad-request",
        "{\"seats\":[\"A-1\"],\"best\":{}}              | 400 | bad-request",
        "{\"seats\":[\"A-1\"]} {}                       | 400 | bad-request",
        "{\"seats\":[\"A-1\"]                           | 400 | bad-request",
        "[\"A-1\"]                                      | 400 | bad-request",
        "\"A-1\"                                        | 400 | bad-request",
        "null                                           | 400 | bad-request",
        "x                                              | 400 | bad-request",
        "{\"seats\":[[[[[[[[[[[[[[[[[[[[[[[1]]]]]]]]]]]]]]]]]]]]]]]} | 400 | bad-request",
      })
  void everyWrongListOfSeatsHasItsAnswer(String body, int status, String code) {
    HttpResponse<String> answer = post(body);
    assertEquals(status, answer.statusCode(), answer.body());
    assertEquals(code, TestShop.code(answer));
    assertEquals(
        "application/problem+json", answer.headers().firstValue("Content-Type").orElse(""));
  }

  @Test
  void anEmptyBodyIsMalformed() {
    assertEquals("bad-request", TestShop.code(post("")));
  }

  @Test
  void eachBadEntryIsNamed() {
    JsonObject problem = TestShop.json(post("{\"seats\":[\"A-1\",\" A-2\",\"A-1\",7]}"));
    JsonArray invalid = problem.getJsonArray("invalid");
    assertEquals(
        List.of(" A-2 outer spaces", "A-1 duplicate", "7 not a string"),
        invalid.stream()
            .map(JsonObject.class::cast)
            .map(fault -> fault.getString("seat") + " " + fault.getString("reason"))
            .toList());
    JsonObject unknown = TestShop.json(post("{\"seats\":[],\"price\":1,\"also\":2}"));
    assertEquals(new JsonArray().add("also").add("price"), unknown.getJsonArray("unknown"));
  }

  @Test
  void eightSeatsAreNotTooMany() {
    HttpResponse<String> answer =
        shop.hold("derby", token, "E-1", "E-2", "E-3", "E-4", "E-5", "E-6", "E-7", "E-8");
    assertEquals(201, answer.statusCode(), answer.body());
  }

  @ParameterizedTest
  @CsvSource({
    "GET, /nothing, 404, not-found",
    "GET, /events/, 404, not-found",
    "GET, /events/derby/, 404, not-found",
    "GET, /events/unknown, 404, unknown-event",
    "GET, /events/unknown/seats, 404, unknown-event",
    "POST, /events/unknown/holds, 404, unknown-event",
    "GET, /events/unknown/holds, 404, unknown-event",
    "GET, /events/%64erby, 404, unknown-event",
    "GET, /events//holds, 404, not-found",
    "POST, /events/derby/holds/, 404, not-found",
    "GET, /events/-/nothing.js, 404, not-found",
    "GET, /events/-/..%2fseats.js, 404, not-found",
    "POST, /events, 405, method-not-allowed",
    "PUT, /events/derby/holds, 405, method-not-allowed",
    "DELETE, /events/derby/seats, 405, method-not-allowed",
    "POST, /holds/x, 405, method-not-allowed",
    "GET, /holds/x, 404, unknown-hold",
    "DELETE, /holds/x, 404, unknown-hold",
    "POST, /holds/x/checkout, 400, bad-request",
    "GET, /orders/x, 503, payments-off",
    "GET, /events/unknown/seats/events, 404, unknown-event",
    "GET, /internal/load, 404, not-found",
  })
  void everyWrongAddressHasItsAnswer(String method, String path, int status, String code) {
    HttpResponse<String> answer =
        shop.send(shop.request(path, token).method(method, BodyPublishers.noBody()).build());
    assertEquals(status, answer.statusCode());
    assertEquals(code, TestShop.code(answer));
    if (status == 405) {
      assertFalse(answer.headers().firstValue("Allow").orElse("").isEmpty());
    }
  }

  @Test
  void aBodyOverSixtyFourKibibytesIsTooLargeHoweverItIsSent() {
    String body = "{\"seats\":[\"" + "A".repeat(70_000) + "\"]}";
    assertEquals(413, post(body).statusCode());
    HttpResponse<String> chunked =
        shop.send(
            shop.request("/events/derby/holds", token)
                .POST(
                    BodyPublishers.ofInputStream(
                        () -> new ByteArrayInputStream(body.getBytes(StandardCharsets.UTF_8))))
                .build());
    assertEquals(413, chunked.statusCode());
    assertEquals("too-large", TestShop.code(chunked));
    String justFits = "{\"seats\":[\"" + "A".repeat(65_000) + "\"]}";
    assertEquals("invalid-seats", TestShop.code(post(justFits)));
  }

  @Test
  void whoSendsTooMuchIsHeardOutForAMomentSoThatTheAnswerArrives() throws IOException {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), shop.port())) {
      socket.setSoTimeout(60_000);
      OutputStream out = socket.getOutputStream();
      String head =
          "POST /events/derby/holds HTTP/1.1\r\nHost: a.example\r\nContent-Length: 300000\r\n"
              + ("Headgate-Admission: " + token + "\r\n\r\n");
      out.write(head.getBytes(StandardCharsets.US_ASCII));
      out.write(new byte[1_000]);
      byte[] begin = socket.getInputStream().readNBytes("HTTP/1.1 413".length());
      assertEquals("HTTP/1.1 413", new String(begin, StandardCharsets.US_ASCII));
      for (int i = 0; i < 299; i++) {
        out.write(new byte[1_000]);
      }
      String rest = new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
      assertTrue(rest.contains("urn:headgate:problem:too-large"), rest);
    }
  }

  @Test
  void theSaleHasAStartAndAnEnd() {
    HttpResponse<String> early = shop.hold("later", shop.token("later", "fan"), "A-1");
    assertEquals(403, early.statusCode());
    assertEquals("sale-not-open", TestShop.code(early));
    assertTrue(TestShop.json(early).containsKey("onSaleAt"));
    HttpResponse<String> late = shop.hold("over", shop.token("over", "fan"), "A-1");
    assertEquals(410, late.statusCode());
    assertEquals("ended", TestShop.code(late));
  }

  @Test
  void whatTheEventDoesNotSellIsOnTheMapAsUnavailable() {
    String some = shop.token("some", "fan");
    String map = shop.get("/events/some/seats", some).body();
    assertTrue(map.contains("\"id\":\"A-1\",\"state\":\"unavailable\",\"priceCents\":null"), map);
    assertTrue(map.contains("\"id\":\"A-2\",\"state\":\"available\",\"priceCents\":1000"));
    assertTrue(map.contains("\"id\":\"AA-1\",\"state\":\"unavailable\""));
    HttpResponse<String> answer = shop.hold("some", some, "A-1", "A-2", "AA-1");
    assertEquals("not-on-sale", TestShop.code(answer));
    assertEquals(
        new JsonArray().add("A-1").add("AA-1"), TestShop.json(answer).getJsonArray("notOnSale"));
  }

  @ParameterizedTest
  @CsvSource({
    "Sec-Fetch-Site, cross-site",
    "Sec-Fetch-Site, same-site",
    "Sec-Fetch-Site, ''",
    "Origin, https://evil.example",
    "Origin, null",
    "Origin, ''",
    "Origin, http://",
    "Origin, http://127.0.0.1",
  })
  void requestsThatAnotherSiteCausedChangeNothing(String header, String value) {
    HttpResponse<String> answer =
        shop.send(
            shop.request("/events/derby/holds", token)
                .header(header, value)
                .POST(BodyPublishers.ofString("{\"seats\":[\"F-1\"]}"))
                .build());
    assertEquals(403, answer.statusCode());
    assertEquals("cross-site", TestShop.code(answer));
  }

  @ParameterizedTest
  @ValueSource(strings = {"lang=%zz", "lang=%", "t=%e", "since=%zz", "a=b&%=c", "%u1234", "x=%-1"})
  void whatCannotBeDecodedIsRefusedAtEveryAddress(String query) {
    for (String path :
        List.of(
            "/events",
            "/events/derby",
            "/events/derby/seats",
            "/events/derby/seats/events",
            "/events/derby/holds",
            "/holds/x",
            "/orders",
            "/orders/x",
            "/orders/x/return",
            "/orders/x/tickets/y.png",
            "/sessions/me",
            "/nothing")) {
      for (String accept : List.of("text/html", "application/json")) {
        RawHttp.Answer answer =
            RawHttp.get(
                shop.port(),
                path + "?" + query,
                List.of("Accept: " + accept, "Headgate-Admission: " + token));
        assertEquals(400, answer.status(), path);
        assertTrue(answer.body().contains("urn:headgate:problem:bad-request"), path);
      }
    }
  }

  @Test
  void eventsArePublicAsJsonAndAsHtml() {
    HttpResponse<String> list = shop.send(HttpRequest.newBuilder(shop.at("/events")).build());
    JsonArray events = TestShop.json(list).getJsonArray("events");
    assertEquals(4, events.size());
    JsonObject derby = events.getJsonObject(0);
    assertEquals("derby", derby.getString("id"));
    assertEquals(4_500, derby.getLong("priceFromCents"));
    assertEquals(9_500, derby.getLong("priceToCents"));
    assertEquals("eur", derby.getString("currency"));
    assertEquals(5, derby.getJsonArray("sections").size());
    assertEquals("Accept", list.headers().firstValue("Vary").orElse(""));
    HttpResponse<String> html =
        shop.send(
            HttpRequest.newBuilder(shop.at("/events/derby"))
                .header("Accept", "text/html,application/xhtml+xml,*/*;q=0.8")
                .build());
    assertTrue(html.headers().firstValue("Content-Type").orElse("").startsWith("text/html"));
    assertTrue(html.body().contains("Derby &lt;of&gt; &quot;Rome&quot;"), html.body());
    assertFalse(html.body().contains("<of>"));
  }

  @Test
  void theSeatPageHasItsOwnFilesAndAllowsNoOthers() {
    HttpResponse<String> page =
        shop.send(
            shop.request("/events/derby/seats", token)
                .header("Accept", "text/html,*/*;q=0.8")
                .build());
    assertEquals(200, page.statusCode());
    String policy = page.headers().firstValue("Content-Security-Policy").orElse("");
    assertTrue(policy.startsWith("default-src 'none'"), policy);
    assertFalse(policy.contains("unsafe"));
    assertFalse(page.body().matches("(?s).*(<script>|<style|style=|onclick=).*"));
    for (String asset : List.of("seats.css", "seats.js")) {
      assertTrue(page.body().contains("/events/-/" + asset));
      HttpRequest request = HttpRequest.newBuilder(shop.at("/events/-/" + asset)).build();
      assertEquals(200, shop.send(request).statusCode());
    }
  }

  @Test
  void theMapIsTheSameBytesWithATagAndCompressedForWhoeverTakesThat() throws Exception {
    Instant asked = Instant.now();
    HttpResponse<String> plain = shop.get("/events/derby/seats", token);
    JsonObject map = TestShop.json(plain);
    assertEquals("derby", map.getString("event"));
    assertEquals(5, map.getJsonArray("sections").size());
    JsonObject first = map.getJsonArray("sections").getJsonObject(0);
    assertEquals(1_000, first.getInteger("seats"));
    assertEquals("A", first.getJsonArray("rows").getJsonObject(0).getString("row"));
    assertTrue(Duration.between(Instant.parse(map.getString("asOf")), asked).toMillis() < 2_500);
    HttpResponse<byte[]> gzip =
        shop.client.send(
            shop.request("/events/derby/seats", token).header("Accept-Encoding", "gzip").build(),
            BodyHandlers.ofByteArray());
    assertEquals("gzip", gzip.headers().firstValue("Content-Encoding").orElse(""));
    String unpacked = unpacked(gzip.body());
    assertEquals(new JsonObject(unpacked).getJsonArray("sections").size(), 5);
    assertTrue(gzip.body().length < unpacked.length() / 5);
    await()
        .until(
            () -> {
              String etag =
                  shop.get("/events/derby/seats", token).headers().firstValue("ETag").orElse("");
              return shop.send(
                          shop.request("/events/derby/seats", token)
                              .header("If-None-Match", "\"other\", " + etag)
                              .build())
                      .statusCode()
                  == 304;
            });
  }

  private static String unpacked(byte[] gzip) throws IOException {
    try (GZIPInputStream in = new GZIPInputStream(new ByteArrayInputStream(gzip))) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  @Test
  void thousandsWhoLookAtTheMapCauseFewReadsOfTheRows() {
    String reads =
        "SELECT coalesce(sum(calls), 0) FROM pg_stat_statements s JOIN pg_roles r ON r.oid ="
            + " s.userid WHERE r.rolname = '"
            + shop.role
            + "' AND query LIKE '%string_agg%'";
    long before = shop.number(reads);
    Instant started = Instant.now();
    for (int round = 0; round < 20; round++) {
      List<CompletableFuture<HttpResponse<Void>>> looks = new ArrayList<>();
      for (int i = 0; i < 50; i++) {
        looks.add(
            shop.client.sendAsync(
                shop.request("/events/derby/seats", token)
                    .header("Accept-Encoding", "gzip")
                    .build(),
                BodyHandlers.discarding()));
      }
      looks.forEach(look -> assertEquals(200, look.join().statusCode()));
    }
    // One read in 1.8 s, or in 250 ms where another test holds seats meanwhile.
    long most = 2 + Duration.between(started, Instant.now()).toMillis() / 250;
    assertTrue(shop.number(reads) - before <= most);
  }

  @Test
  void theMapIsInTheOrderInWhichPeopleReadIt() {
    JsonObject map = TestShop.json(shop.get("/events/derby/seats", token));
    List<String> rows = new ArrayList<>();
    List<String> seats = new ArrayList<>();
    for (Object section : map.getJsonArray("sections")) {
      for (Object row : ((JsonObject) section).getJsonArray("rows")) {
        rows.add(((JsonObject) row).getString("row"));
        ((JsonObject) row)
            .getJsonArray("seats")
            .forEach(seat -> seats.add(((JsonObject) seat).getString("id")));
      }
    }
    assertEquals(100, rows.size());
    assertEquals(rows.indexOf("Z") + 1, rows.indexOf("AA"));
    assertEquals(List.of("A-1", "A-2", "A-3"), seats.subList(0, 3));
    assertEquals("A-10", seats.get(9));
    assertEquals(5_000, Set.copyOf(seats).size());
  }

  @Test
  void theGatewayLearnsHowTheShopIsDoing() {
    assertEquals(201, shop.hold("derby", token, "G-1").statusCode());
    // Of ten seconds: again where they are over. And what the shop does by itself takes a moment.
    JsonObject load =
        await()
            .until(
                () -> {
                  int unused = shop.hold("derby", token, "G-1").statusCode();
                  return TestShop.json(shop.internal("/internal/load"));
                },
                now -> now.getInteger("holds") >= 1 && now.getInteger("poolInUse") == 0);
    assertTrue(load.getDouble("holdP95Millis") > 0);
    assertTrue(load.getDouble("errorShare") < 0.01);
    assertEquals(16, load.getInteger("poolMax"));
    assertEquals(0, load.getInteger("poolWaiting"));
    await()
        .until(
            () -> {
              JsonObject left =
                  TestShop.json(shop.internal("/internal/load"))
                      .getJsonObject("remaining")
                      .getJsonObject("derby");
              return left.getInteger("free") + left.getInteger("pending") == 5_000
                  && left.getInteger("pending") >= 1;
            });
    assertEquals(200, shop.internal("/healthz").statusCode());
    String metrics = shop.internal("/metrics").body();
    assertTrue(metrics.contains("headgate_hold_seconds_count{outcome=\"held\"}"), metrics);
    assertTrue(metrics.contains("headgate_pool_connections{state=\"max\"} 16"));
    assertFalse(metrics.contains(token.substring(0, 20)));
  }

  @Test
  void headersAskForNoMoreThanTheyDoElsewhere() {
    HttpResponse<String> head =
        shop.send(
            shop.request("/events/derby/seats", token)
                .method("HEAD", BodyPublishers.noBody())
                .build());
    assertEquals(200, head.statusCode());
    assertEquals("", head.body());
    HttpResponse<String> holds = shop.get("/events/derby/holds", token);
    assertEquals("no-store", holds.headers().firstValue("Cache-Control").orElse(""));
  }
}
