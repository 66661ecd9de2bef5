package dev.headgate.gateway.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vertx.core.http.HttpServerResponse;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What has gone wrong elsewhere, tried on a whole gateway. */
class FieldFaultsTest {
  private static final String SEATS = "/events/derby/seats";

  @TempDir static Path folder;

  private static Site site;

  @BeforeAll
  static void open() {
    site = new Site(folder);
  }

  @AfterAll
  static void close() {
    site.close();
  }

  @BeforeEach
  void forget() {
    site.shop.heard.clear();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 3, 10})
  void anAdmissionThatIsSharedIsOneSessionHoweverManyUseIt(int others) throws Exception {
    Site.Fan fan = site.fan("cup");
    int inside = ++insideCup;
    Awaitility.await().until(() -> active() == inside);
    List<Callable<RawClient.Reply>> clients = new ArrayList<>();
    for (int i = 0; i <= others; i++) {
      String agent = "User-Agent: browser-" + i;
      String token = "Headgate-Admission: " + fan.token();
      String request = RawClient.request("GET", "/events/cup/seats", agent, token);
      clients.addAll(Collections.nCopies(5, () -> site.exchange(request)));
    }
    for (RawClient.Reply reply : atOnce(clients)) {
      assertEquals(200, reply.status());
    }
    Set<String> sessions = new TreeSet<>();
    site.shop.heard.forEach(heard -> sessions.add(heard.header("Headgate-Session")));
    assertEquals(1, sessions.size(), () -> sessions + "");
    assertEquals(5 * (others + 1), site.shop.heard.size());
    // The figures are a second old at most: those of the next fan have all that went before.
    Site.Fan next = site.fan("cup");
    assertFalse(next.token().equals(fan.token()));
    int both = ++insideCup;
    Awaitility.await().until(() -> active() >= both);
    assertEquals(both, active());
  }

  private static int insideCup;

  private static int active() throws IOException {
    String live =
        RawClient.exchange(
                site.gateway.operatorPort(),
                RawClient.request(
                    "GET", "/api/events/cup", "Authorization: Bearer " + Mint.OPERATOR))
            .body();
    return new JsonObject(live).getJsonObject("live").getInteger("active");
  }

  private static <T> List<T> atOnce(List<Callable<T>> calls) throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(8);
    try {
      List<T> results = new ArrayList<>();
      for (Future<T> result : threads.invokeAll(calls)) {
        results.add(result.get(60, TimeUnit.SECONDS));
      }
      return results;
    } finally {
      threads.shutdown();
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "wr_pass=x&section=A",
        "section=A&wr_pass=x",
        "wr_pass=x",
        "WR_PASS=x",
        "section=%26wr_pass%3Dx",
        "name=Caf%C3%A9%20A%26B&next=%2Fx%3Fy%3D1",
        "a=1&a=2&a=1",
        "=&&==&a",
        "a+b=c%2Bd",
        "hg_admission_derby=x&Headgate-Admission=y",
        "q=%zz%&%00",
        "?",
      })
  void aQueryIsTheShopsAndArrivesByteForByteAfterTheWaitAsBefore(String query) throws IOException {
    String target = SEATS + "?" + query;
    RawClient.Reply page = site.exchange(RawClient.request("GET", target, "Accept: text/html"));
    // The page stands at the very address, so that the browser keeps query and fragment itself.
    assertEquals("200 queue", page.status() + " " + page.header("Headgate"));
    assertEquals("", page.header("Location"));
    assertFalse(page.body().contains(query) && query.length() > 3, "the page repeats the query");
    assertTrue(site.shop.heard.isEmpty());

    String admission = "Headgate-Admission: " + site.mint.good("derby", 7);
    assertEquals(
        200,
        site.exchange(RawClient.request("GET", target, admission, "Accept: text/html")).status());
    assertEquals(target, site.shop.heard.get(0).uri());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Accept: application/json",
        "Accept: */*",
        "Accept: text/html\r\nSec-Fetch-Mode: cors",
        "Accept: text/html\r\nSec-Fetch-Mode: no-cors\r\nSec-Fetch-Dest: image",
        "X-Requested-With: XMLHttpRequest",
        "User-Agent: TicketsApp/1.0 (iOS)",
        "Origin: https://shop.example\r\nSec-Fetch-Mode: cors\r\nAccept: application/json",
      })
  void aProgramIsToldTheWayToTheQueueAndNeverShownAPage(String headers) throws IOException {
    for (String method : List.of("GET", "POST", "DELETE")) {
      String length = method.equals("POST") ? "Content-Length: 5" : "X-No: body";
      RawClient.Reply reply =
          site.exchange(RawClient.request(method, SEATS, headers, length) + "hello");
      assertEquals("401 admission-required", reply.status() + " " + reply.problem());
      JsonObject problem = new JsonObject(reply.body());
      assertEquals("/queue/derby", problem.getString("queue"));
      assertEquals("no-store", reply.header("Cache-Control"));
      assertEquals("", reply.header("Set-Cookie"));
    }
    assertTrue(site.shop.heard.isEmpty());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "User-Agent: TelegramBot (like TwitterBot)",
        "User-Agent: facebookexternalhit/1.1",
        "User-Agent: Mozilla/5.0 HeadlessChrome/120.0",
        "Purpose: prefetch",
        "Sec-Purpose: prefetch",
        "Sec-Purpose: prefetch;prerender",
        "X-Moz: prefetch",
        "Sec-Fetch-Mode: navigate\r\nSec-Fetch-Dest: document",
      })
  void whoeverOnlyLooksSpendsNothingAndGetsNothing(String headers) throws IOException {
    Site.Fan fan = site.fan("derby");
    int before = arrivals();
    String accept = "Accept: text/html";
    for (String method : List.of("GET", "HEAD")) {
      for (String path : List.of("/queue/derby", SEATS, "/queue/derby/admissions")) {
        for (String cookie : List.of("X-No: cookie", fan.cookies())) {
          String request = RawClient.request(method, path, headers, accept, cookie);
          RawClient.Reply reply = site.exchange(request);
          assertEquals("", reply.header("Set-Cookie"), request);
          assertFalse(reply.body().contains(fan.token()), request);
          assertTrue(reply.status() < 500, request);
        }
      }
    }
    assertEquals(before, arrivals());
    RawClient.Reply inside = site.exchange(RawClient.request("GET", SEATS, fan.cookies()));
    assertEquals(200, inside.status());
  }

  private static int arrivals() throws IOException {
    String path = "/queue/derby/places/me";
    // The figures are a second old at most; a new place says the number of those before it.
    String ticket = new JsonObject(site.join("derby").body()).getString("ticket");
    RawClient.Reply reply =
        site.exchange(RawClient.request("GET", path, "Headgate-Place: " + ticket));
    int number = new JsonObject(reply.body()).getInteger("arrival");
    return number - joined++;
  }

  private static int joined;

  @Test
  void fiveHundredClientsThatGoAfterTheFirstByteLeaveRoomForEverybodyElse() throws IOException {
    site.shop.answer =
        asked -> {
          HttpServerResponse response = asked.request().response();
          response.setChunked(true).write("x").onFailure(gone -> {});
        };
    try {
      String admission = "Headgate-Admission: " + site.mint.good("derby", 7);
      for (int i = 0; i < 500; i++) {
        RawClient client = new RawClient(site.port());
        client.send(RawClient.request("GET", SEATS + "?stream", admission));
        assertEquals("H", client.first(1));
        client.reset();
      }
      site.shop.answer = asked -> asked.request().response().end("normal").onFailure(gone -> {});
      for (int i = 0; i < 50; i++) {
        assertEquals("normal", site.exchange(RawClient.request("GET", SEATS, admission)).body());
      }
    } finally {
      site.shop.answer = Shop::echo;
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "hello"})
  void aShopThatHangsUpOnAPostHasHeardItOnceAndTheFanIsToldToLook(String body) throws IOException {
    site.shop.answer = asked -> asked.request().connection().close().onFailure(gone -> {});
    try {
      String admission = "Headgate-Admission: " + site.mint.good("derby", 7);
      for (String key : List.of("X-No: key", "Idempotency-Key: k1")) {
        site.shop.heard.clear();
        String request =
            RawClient.request(
                "POST", "/events/derby/holds", admission, key, "Content-Length: " + body.length());
        RawClient.Reply reply = site.exchange(request + body);
        assertEquals("502 upstream-unavailable", reply.status() + " " + reply.problem());
        assertEquals(1, site.shop.heard.size());
      }
    } finally {
      site.shop.answer = Shop::echo;
    }
  }

  @Test
  void aHundredAddressesThatAClientMakesUpAreAllItsOwn() throws IOException {
    for (int i = 0; i < 100; i++) {
      String made = "203.0.113." + i;
      String request =
          RawClient.request(
              "GET",
              "/orders/x",
              "X-Forwarded-For: " + made + ", 10.0.0.1",
              "X-Forwarded-For: " + made,
              "Forwarded: for=" + made,
              "X-Real-IP: " + made,
              "True-Client-IP: " + made,
              "X_Forwarded_For: " + made);
      assertEquals(200, site.exchange(request).status());
    }
    for (Shop.Heard heard : site.shop.heard) {
      assertFalse(heard.headers().toString().contains("203.0.113."), () -> heard.headers() + "");
      assertEquals("127.0.0.1", heard.header("X-Forwarded-For"));
    }
  }

  @Test
  void aSessionThatTheFanOrTheOperatorEndedAdmitsNobodyAnyMore() throws IOException {
    Site.Fan fan = site.fan("derby");
    String inside = RawClient.request("GET", SEATS, fan.cookies());
    assertEquals(200, site.exchange(inside).status());
    String session = site.shop.heard.get(0).header("Headgate-Session");
    RawClient.Reply revoked =
        RawClient.exchange(
            site.gateway.operatorPort(),
            RawClient.request(
                "DELETE",
                "/api/events/derby/sessions/" + session,
                "Authorization: Bearer " + Mint.OPERATOR));
    assertEquals(204, revoked.status());
    Awaitility.await().until(() -> site.exchange(inside).status() == 401);
  }
}
