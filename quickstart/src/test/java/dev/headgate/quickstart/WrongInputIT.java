package dev.headgate.quickstart;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.headgate.embedded.EmbeddedPostgres;
import io.vertx.core.json.JsonObject;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URI;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/**
 * What is wrong with a request, and the answer to it, for every address there is. A row is: to
 * whom, the request line, what is sent with it (parts set off by {@code ;;}), status and code.
 */
class WrongInputIT {
  private static final String FANS = "fans";
  private static final String OPERATORS = "operators";
  private static final String SHOP = "shop";
  private static final List<String> METHODS =
      List.of("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "BREW");
  private static final String LONG = "x".repeat(20_000);
  private static final int OVERSIZED = 70_000;

  private static final Calls CALLS = new Calls();
  private static EmbeddedPostgres postgres;
  private static DemoProcess demo;
  private static Guest guest;

  private Facts before = new Facts("", 0, List.of());

  @BeforeAll
  static void open() {
    postgres = EmbeddedPostgres.start();
    URI shop = postgres.createDatabase("shop");
    demo = DemoProcess.start("--postgres", shop.toString(), "--seats", "400", "--on-sale-in", "2");
    guest = Guest.queued(CALLS, demo.fans(), "derby");
  }

  @AfterAll
  static void close() {
    demo.close();
    postgres.close();
  }

  @BeforeEach
  void remember() {
    before = Facts.now(0);
  }

  /** Nothing of what was refused has left a trace. */
  @AfterEach
  void nothingHasChanged() {
    assertEquals(before, Facts.now(1));
  }

  @Test
  void fansGetTheAnswerThatTheirMistakeHas() {
    assertRows(
        """
        fans | GET /queue/nope | | 404 unknown-event
        fans | GET /queue/nope/status | | 404 unknown-event
        fans | GET /queue/nope/draw | | 404 unknown-event
        fans | GET /queue/nope/places/me | place | 404 unknown-event
        fans | POST /queue/nope/places | json {} | 404 unknown-event
        fans | POST /queue/nope/admissions | place | 404 unknown-event
        fans | DELETE /queue/nope/admissions/me | place | 404 unknown-event
        fans | GET /queue/Derby | | 404 unknown-event
        fans | GET /queue/-derby/status | | 404 unknown-event
        fans | GET /queue/der--by/status | | 404 unknown-event
        fans | GET /queue/%64erby/status | | 404 unknown-event
        fans | GET /queue/derby%00/status | | 404 unknown-event
        fans | GET /queue//status | | 404 unknown-event
        fans | GET /queue/{long}/status | | 404 unknown-event
        fans | GET /queue/ | | 404 unknown-event
        fans | GET /queue/derby/ | | 404 not-found
        fans | GET /queue/derby/status/ | | 404 not-found
        fans | GET /queue/derby//status | | 404 not-found
        fans | GET /queue/derby/./status | | 404 not-found
        fans | GET /queue/derby/status%20 | | 404 not-found
        fans | GET /queue/-/nothing.js | | 404 not-found
        fans | GET /queue/-/../derby/status | | 404 not-found
        fans | GET /queue/derby/draw?epoch=abc | | 400 bad-request
        fans | GET /queue/derby/draw?epoch= | | 400 bad-request
        fans | GET /queue/derby/draw?epoch=1 | | 404 not-found
        fans | GET /queue/derby/draw?epoch=99999999999999999999 | | 400 bad-request
        fans | GET /queue/derby/places/me | | 401 no-place
        fans | GET /queue/derby/places/me | header Headgate-Place: garbage | 401 bad-place
        fans | GET /queue/derby/places/me | header Headgate-Place: {tampered} | 401 bad-place
        fans | GET /queue/derby/places/me | header Cookie: hg_place_derby=%%% | 401 bad-place
        fans | GET /queue/derby/places/me | header Headgate-Place: \u00e4\u00f6 | 401 bad-place
        fans | GET /queue/derby/places/me | header Cookie: hg_place_cup={ticket} | 401 no-place
        fans | POST /queue/derby/places | json {"seat":1} | 400 bad-request
        fans | POST /queue/derby/places | json {"a":1,"a":1} | 400 bad-request
        fans | POST /queue/derby/places | json {"a":{"b":1,"b":2}} | 400 bad-request
        fans | POST /queue/derby/places | json {"a" | 400 bad-request
        fans | POST /queue/derby/places | json [] | 400 bad-request
        fans | POST /queue/derby/places | json null | 400 bad-request
        fans | POST /queue/derby/places | json {} {} | 400 bad-request
        fans | POST /queue/derby/places | json {nested} | 400 bad-request
        fans | POST /queue/derby/places | json \u0000 | 400 bad-request
        fans | POST /queue/derby/places | form seat=1 | 400 bad-request
        fans | POST /queue/derby/places | form %zz=1 | 400 bad-request
        fans | POST /queue/derby/places | text {} | 415 unsupported-media-type
        fans | POST /queue/derby/places | typeless {} | 415 unsupported-media-type
        fans | POST /queue/derby/places | multipart x | 415 unsupported-media-type
        fans | POST /queue/derby/places | oversized | 413 too-large
        fans | POST /queue/derby/places | oversized chunks | 413 too-large
        fans | POST /queue/derby/places | header Expect: tea ;; json {} | 417 expectation-failed
        fans | POST /queue/derby/places | header Origin: http://evil.test | 403 cross-site
        fans | POST /queue/derby/places | header Origin: null | 403 cross-site
        fans | POST /queue/derby/places | header Sec-Fetch-Site: cross-site | 403 cross-site
        fans | POST /queue/derby/places | header Sec-Fetch-Site: same-site | 403 cross-site
        fans | POST /queue/derby/admissions | | 401 no-place
        fans | POST /queue/derby/admissions | header Headgate-Place: garbage | 401 bad-place
        fans | POST /queue/derby/admissions | place ;; json {"a":1} | 400 bad-request
        fans | POST /queue/derby/admissions | place ;; json {"a":1,"a":1} | 400 bad-request
        fans | POST /queue/derby/admissions | place ;; json { | 400 bad-request
        fans | POST /queue/derby/admissions | place ;; form a=b | 400 bad-request
        fans | POST /queue/derby/admissions | place ;; text {} | 415 unsupported-media-type
        fans | POST /queue/derby/admissions | place ;; oversized | 413 too-large
        fans | POST /queue/derby/admissions | place ;; oversized chunks | 413 too-large
        fans | POST /queue/derby/admissions | place ;; header Origin: null | 403 cross-site
        fans | DELETE /queue/derby/admissions/me | place ;; header Origin: null | 403 cross-site
        """);
  }

  @Test
  void whatWouldBeForwardedIsRefusedByTheGatewayOrTheShop() {
    assertRows(
        """
        fans | GET / | | 404 not-found
        fans | GET /nothing | | 404 not-found
        fans | GET /eventsx | | 404 not-found
        fans | GET /internal/load | | 404 not-found
        fans | GET /metrics | | 404 not-found
        fans | GET /healthz | | 404 not-found
        fans | GET /api/events | operator | 404 not-found
        fans | GET /events/nope | | 404 unknown-event
        fans | GET /events/Derby | | 404 not-found
        fans | GET /events/-/nothing.js | | 404 not-found
        fans | GET /events/nope/seats | | 404 unknown-event
        fans | POST /events/nope/holds | admission ;; json {"seats":["A-1"]} | 404 unknown-event
        fans | GET /events/derby/seats | | 401 admission-required
        fans | GET /events/derby/holds | header Authorization: Basic abc | 401 admission-required
        fans | GET /events/derby/nothing | | 401 admission-required
        fans | GET /events/derby/nothing | admission | 404 not-found
        fans | GET /events/derby/seats/ | admission | 404 not-found
        fans | GET /holds/nothing | | 404 unknown-hold
        fans | GET /holds/nothing | header Shop-Session: garbage | 404 unknown-hold
        fans | DELETE /holds/nothing | header Cookie: shop_session=%%% | 404 unknown-hold
        fans | GET /holds/%C3%A4 | admission | 404 unknown-hold
        fans | DELETE /holds/nothing | header Sec-Fetch-Site: cross-site | 403 cross-site
        fans | GET /events//derby | | 400 bad-request
        fans | GET //events | | 400 bad-request
        fans | GET //queue/derby/status | | 400 bad-request
        fans | GET /events/. | | 400 bad-request
        fans | GET /events/../queue | | 400 bad-request
        fans | GET /events/derby/%2e%2e/cup/seats | admission | 400 bad-request
        fans | GET /events/derby%2fseats | admission | 400 bad-request
        fans | GET /events/derby%5cseats | | 400 bad-request
        fans | GET /events\\derby | | 400 bad-request
        fans | GET /events/derby;a=b/seats | admission | 400 bad-request
        fans | GET /events/derby%00 | | 400 bad-request
        fans | GET /events/%zz | | 400 bad-request
        fans | GET /events/%c0%af | | 400 bad-request
        fans | GET /%65vents | | 400 bad-request
        fans | GET http://evil.test/events | | 400 bad-request
        fans | OPTIONS * | | 400 bad-request
        fans | GET /events/derby/seats | admission ;; header Upgrade: websocket | 400 upgrade-unsupported
        fans | POST /events/derby/holds | json {"seats":["A-1"]} | 401 admission-required
        fans | POST /events/derby/holds | oversized | 401 admission-required
        fans | POST /events/derby/holds | admission ;; json {} | 400 invalid-seats
        fans | POST /events/derby/holds | admission ;; json {"a":1} | 400 bad-request
        fans | POST /events/derby/holds | admission ;; json {"seats":1,"seats":1} | 400 bad-request
        fans | POST /events/derby/holds | admission ;; json { | 400 bad-request
        fans | POST /events/derby/holds | admission ;; text {"seats":["A-1"]} | 415 unsupported-media-type
        fans | POST /events/derby/holds | admission ;; oversized | 413 too-large
        fans | POST /events/derby/holds | admission ;; oversized chunks | 413 too-large
        fans | POST /events/derby/holds | admission ;; header Content-Length: 99999999 | 413 too-large
        fans | POST /events/derby/holds | admission ;; header Expect: tea ;; json {} | 417 expectation-failed
        """);
  }

  @Test
  void operatorsGetTheAnswerThatTheirMistakeHas() {
    assertRows(
        """
        operators | GET /api/events | | 401 token-required
        operators | GET /api/events/derby | header Authorization: Bearer garbage | 401 token-invalid
        operators | GET /api/events | header Authorization: Basic abc | 401 token-invalid
        operators | GET /api/events | operator ;; operator | 401 token-invalid
        operators | PUT /api/events/derby | json {} | 401 token-required
        operators | PATCH /api/events/derby/dials | json {"newUsersPerMinute":0} | 401 token-required
        operators | POST /api/events/derby/pause | oversized | 401 token-required
        operators | GET /api/events?limit=0 | operator | 400 invalid-settings
        operators | GET /api/events?limit=201 | operator | 400 invalid-settings
        operators | GET /api/events?limit=ten | operator | 400 invalid-settings
        operators | GET /api/events/nope | operator | 404 unknown-event
        operators | GET /api/events/Derby | operator | 404 unknown-event
        operators | PATCH /api/events/nope/dials | operator ;; json {} | 404 unknown-event
        operators | POST /api/events/nope/pause | operator | 404 unknown-event
        operators | POST /api/events/nope/resume | operator | 404 unknown-event
        operators | PUT /api/events/nope/message | operator ;; json {"text":"x"} | 404 unknown-event
        operators | DELETE /api/events/nope/message | operator | 404 unknown-event
        operators | PUT /api/events/Not_An_Id | operator ;; settings | 400 invalid-settings
        operators | PUT /api/events/{long} | operator ;; settings | 4xx
        operators | PUT /api/events/new | operator | 400 invalid-settings
        operators | PUT /api/events/new | operator ;; json {} | 400 invalid-settings
        operators | PUT /api/events/new | operator ;; json {"title":7,"start":"soon","dials":[]} | 400 invalid-settings
        operators | PUT /api/events/new | operator ;; settings ;; header If-Match: "1" | 412 stale-version
        operators | PUT /api/events/derby | operator ;; settings | 428 precondition-required
        operators | PUT /api/events/derby | operator ;; settings ;; header If-Match: "999" | 412 stale-version
        operators | PUT /api/events/derby | operator ;; settings ;; header If-Match: one | 400 bad-request
        operators | PUT /api/events/derby | operator ;; settings ;; header If-None-Match: * | 412 exists
        operators | PATCH /api/events/derby/dials | operator ;; json {"newUsersPerMinute":-1} | 400 invalid-settings
        operators | PATCH /api/events/derby/dials | operator ;; json {"newUsersPerMinute":1.5} | 400 invalid-settings
        operators | PATCH /api/events/derby/dials | operator ;; json {"newUsersPerMinute":1e999} | 400 invalid-settings
        operators | PATCH /api/events/derby/dials | operator ;; json {"newUsersPerMinute":1e999999999} | 400 invalid-settings
        operators | PATCH /api/events/derby/dials | operator ;; json {"newUsersPerMinute":{digits}} | 400 bad-request
        operators | PATCH /api/events/derby/dials | operator ;; json {"newUsersPerMinute":null} | 400 invalid-settings
        operators | PATCH /api/events/derby/dials | operator ;; json {"turnWindow":"PT0.5S"} | 400 invalid-settings
        operators | PATCH /api/events/derby/dials | operator ;; json {"turnWindow":"P999999999D"} | 400 invalid-settings
        operators | PATCH /api/events/derby/dials | operator ;; json {"throttle":"on"} | 400 invalid-settings
        operators | PATCH /api/events/derby/dials | operator ;; json {"speed":9} | 400 invalid-settings
        operators | PATCH /api/events/derby/dials | operator ;; json {"a":1,"a":1} | 400 bad-request
        operators | PATCH /api/events/derby/dials | operator ;; json {nested} | 400 bad-request
        operators | PATCH /api/events/derby/dials | operator ;; json [] | 400 bad-request
        operators | PATCH /api/events/derby/dials | operator ;; json { | 400 bad-request
        operators | PATCH /api/events/derby/dials | operator ;; text {} | 415 unsupported-media-type
        operators | PATCH /api/events/derby/dials | operator ;; typeless {} | 415 unsupported-media-type
        operators | PATCH /api/events/derby/dials | operator ;; form a=b | 415 unsupported-media-type
        operators | PATCH /api/events/derby/dials | operator ;; form %zz=b | 4xx
        operators | PATCH /api/events/derby/dials | operator ;; multipart x | 4xx
        operators | PATCH /api/events/derby/dials | operator ;; oversized | 413 too-large
        operators | PATCH /api/events/derby/dials | operator ;; oversized chunks | 413 too-large
        operators | PATCH /api/events/derby/dials | operator ;; json {} ;; header If-Match: "999" | 412 stale-version
        operators | PATCH /api/events/derby/dials | operator ;; header Expect: tea ;; json {} | 417 expectation-failed
        operators | POST /api/events/derby/pause | operator ;; json {"reason":7} | 400 invalid-settings
        operators | POST /api/events/derby/pause | operator ;; json {"why":"x"} | 400 invalid-settings
        operators | POST /api/events/derby/pause | operator ;; json {"reason":"{reason}"} | 400 invalid-settings
        operators | POST /api/events/derby/pause | operator ;; form reason=x | 415 unsupported-media-type
        operators | POST /api/events/derby/resume | operator ;; json {"now":true} | 400 invalid-settings
        operators | POST /api/events/derby/resume | operator ;; json nothing | 400 bad-request
        operators | PUT /api/events/derby/message | operator | 400 invalid-settings
        operators | PUT /api/events/derby/message | operator ;; json {"text":""} | 400 invalid-settings
        operators | PUT /api/events/derby/message | operator ;; json {"text":"a\\u0000b"} | 400 invalid-settings
        operators | PUT /api/events/derby/message | operator ;; json {"text":"\\ud800"} | 400 invalid-settings
        operators | PUT /api/events/derby/message | operator ;; json {"text":"x","lang":"e"} | 400 invalid-settings
        operators | PUT /api/events/derby/message | operator ;; text hello | 415 unsupported-media-type
        operators | PUT /api/events/derby/message | operator ;; oversized | 413 too-large
        operators | POST /api/events/derby/draw | operator | 409 not-manual
        operators | POST /api/events/derby/draw | operator ;; json {"now":true} | 400 invalid-settings
        operators | POST /api/events/nope/draw | operator | 404 unknown-event
        operators | POST /api/events/derby/close | operator ;; json {"at":"now"} | 400 invalid-settings
        operators | POST /api/events/nope/close | operator | 404 unknown-event
        operators | POST /api/events/derby/reset | operator | 400 invalid-settings
        operators | POST /api/events/derby/reset | operator ;; json {"confirm":"cup"} | 400 invalid-settings
        operators | POST /api/events/derby/reset | operator ;; json {"confirm":true} | 400 invalid-settings
        operators | GET /api/events/nope/live | operator | 404 unknown-event
        operators | DELETE /api/events/derby/sessions/x | operator | 404 unknown-session
        operators | DELETE /api/events/derby/sessions/1.0.0.AAAAAAAAAAAAAAAAAAAAAA | operator | 404 unknown-session
        operators | DELETE /api/events/derby/sessions/{long} | operator | 404 unknown-session
        operators | GET /api/events/derby/history?from=x | operator | 400 invalid-settings
        operators | GET /api/events/nope/history | operator | 404 unknown-event
        operators | POST /api/events/derby/forecast | operator ;; json {"dials":[]} | 400 invalid-settings
        operators | POST /api/events/derby/forecast | operator ;; json {"dials":{"x":1}} | 400 invalid-settings
        operators | POST /api/events/derby/forecast | operator ;; json [] | 400 bad-request
        operators | GET /api/events/derby/sessions?limit=0 | operator | 400 invalid-settings
        operators | GET /api/events/derby/sessions?after=x | operator | 400 invalid-settings
        operators | GET /api/events/derby/sessions?session={long} | operator | 400 invalid-settings
        operators | GET /api/events/derby/places/x | operator | 400 invalid-settings
        operators | GET /api/events/derby/places/session:1.0.0.AA | operator | 400 invalid-settings
        operators | GET /api/events/derby/places/2147483647 | operator | 404 unknown-place
        operators | GET /api/events/derby/places/1 | | 401 token-required
        operators | POST /api/sizing | operator ;; json {} | 400 invalid-settings
        operators | POST /api/sizing | operator ;; json {"seats":1e999} | 400 invalid-settings
        operators | POST /api/sizing | operator ;; json [] | 400 bad-request
        operators | POST /api/sizing | | 401 token-required
        operators | GET /nothing | | 404 not-found
        operators | GET /api/nothing | operator | 404 not-found
        operators | GET //api/events | | 400 bad-request
        operators | GET /api//events | operator | 400 bad-request
        operators | GET /api/./events | operator | 400 bad-request
        operators | GET /nothing/../api/events | | 400 bad-request
        operators | GET /%61pi/events | | 400 bad-request
        operators | GET /api/events/%64erby | operator | 400 bad-request
        operators | GET /api/events/%zz | operator | 400 bad-request
        operators | GET /api/events/derby%2fdials | operator | 400 bad-request
        operators | GET /api/events/derby%00 | operator | 400 bad-request
        operators | GET /api/events/ | operator | 404 not-found
        operators | GET /api/events/derby/ | operator | 404 not-found
        """);
  }

  @Test
  void theShopCalledDirectlyAnswersAsItDoesBehindTheGateway() {
    assertRows(
        """
        shop | GET / | | 404 not-found
        shop | GET /events/nope | | 404 unknown-event
        shop | GET /events/nope/seats | admission | 404 unknown-event
        shop | GET /events/nope/holds | admission | 404 unknown-event
        shop | POST /events/nope/holds | admission ;; json {} | 404 unknown-event
        shop | GET /events/%64erby | | 404 unknown-event
        shop | GET /events//derby | | 404 not-found
        shop | GET /events/../events | | 404 not-found
        shop | GET //events | | 404 not-found
        shop | GET /events/ | | 404 not-found
        shop | GET /events/derby/seats/ | admission | 404 not-found
        shop | GET /events/-/nothing.js | | 404 not-found
        shop | GET /events/-/..%2fseats.html | | 404 not-found
        shop | GET /internal/load | | 404 not-found
        shop | GET /metrics | | 404 not-found
        shop | GET /events/derby/seats | | 401 admission-required
        shop | GET /events/derby/holds | | 401 admission-required
        shop | POST /events/derby/holds | json {"seats":["A-1"]} | 401 admission-required
        shop | POST /events/derby/holds | oversized | 401 admission-required
        shop | POST /events/derby/holds | admission | 400 bad-request
        shop | POST /events/derby/holds | admission ;; json {} | 400 invalid-seats
        shop | POST /events/derby/holds | admission ;; json {"seats":null} | 400 invalid-seats
        shop | POST /events/derby/holds | admission ;; json {"seats":"A-1"} | 400 invalid-seats
        shop | POST /events/derby/holds | admission ;; json {"seats":{"A-1":1}} | 400 invalid-seats
        shop | POST /events/derby/holds | admission ;; json {"seats":[]} | 400 invalid-seats
        shop | POST /events/derby/holds | admission ;; json {"seats":[1]} | 400 invalid-seats
        shop | POST /events/derby/holds | admission ;; json {"seats":[null]} | 400 invalid-seats
        shop | POST /events/derby/holds | admission ;; json {"seats":[["A-1"]]} | 400 invalid-seats
        shop | POST /events/derby/holds | admission ;; json {"seats":["A-1","A-1"]} | 400 invalid-seats
        shop | POST /events/derby/holds | admission ;; json {"seats":[" A-1"]} | 400 invalid-seats
        shop | POST /events/derby/holds | admission ;; json {"seats":["A-1\\u0000"]} | 400 invalid-seats
        shop | POST /events/derby/holds | admission ;; json {"seats":["{reason}"]} | 400 invalid-seats
        shop | POST /events/derby/holds | admission ;; json {"seats":[{hundred}]} | 400 invalid-seats
        shop | POST /events/derby/holds | admission ;; json {"seats":["ZZ-1"]} | 409 not-on-sale
        shop | POST /events/derby/holds | admission ;; json {"seats":["\\ud800"]} | 4xx
        shop | POST /events/derby/holds | admission ;; json {"seats":["a-1"],"customer":"me"} | 400 bad-request
        shop | POST /events/derby/holds | admission ;; json {"seats":1,"seats":1} | 400 bad-request
        shop | POST /events/derby/holds | admission ;; json {"seats":["A-1" | 400 bad-request
        shop | POST /events/derby/holds | admission ;; json ["A-1"] | 400 bad-request
        shop | POST /events/derby/holds | admission ;; json {"seats":["A-1"]} x | 400 bad-request
        shop | POST /events/derby/holds | admission ;; json {nested} | 400 bad-request
        shop | POST /events/derby/holds | admission ;; json {"seats":[{digits}]} | 400 bad-request
        shop | POST /events/derby/holds | admission ;; form seats=A-1 | 415 unsupported-media-type
        shop | POST /events/derby/holds | admission ;; text {"seats":["A-1"]} | 415 unsupported-media-type
        shop | POST /events/derby/holds | admission ;; oversized | 413 too-large
        shop | POST /events/derby/holds | admission ;; oversized chunks | 413 too-large
        shop | POST /events/derby/holds | admission ;; header Expect: tea ;; json {} | 417 expectation-failed
        shop | POST /events/derby/holds | admission ;; header Sec-Fetch-Site: cross-site ;; json {"seats":["A-1"]} | 403 cross-site
        shop | GET /holds/nothing | | 404 unknown-hold
        shop | GET /holds/nothing | admission | 404 unknown-hold
        shop | GET /holds/%00 | admission | 404 unknown-hold
        shop | GET /holds/{long} | admission | 404 unknown-hold
        shop | DELETE /holds/nothing | admission | 404 unknown-hold
        shop | DELETE /holds/nothing | header Cookie: shop_session=garbage | 404 unknown-hold
        shop | DELETE /holds/nothing | header Shop-Session: \u00e4 | 404 unknown-hold
        shop | DELETE /holds/nothing | admission ;; header Sec-Fetch-Site: same-site | 403 cross-site
        """);
  }

  @Test
  void whoeverPaysOrSignsInWronglyIsToldSo() {
    assertRows(
        """
        fans | GET /events/derby/seats/events | | 401 admission-required
        fans | POST /holds/nothing/checkout | json {"paymentMethod":"pm_card_visa"} | 400 idempotency-key-required
        fans | POST /holds/nothing/checkout | header Idempotency-Key: k ;; json {"paymentMethod":"pm_card_visa"} | 404 unknown-hold
        fans | POST /holds/nothing/checkout | header Idempotency-Key: k ;; json {} | 400 invalid-payment-method
        fans | POST /holds/nothing/checkout | header Idempotency-Key: k ;; json {"price":1} | 400 bad-request
        fans | POST /holds/nothing/extension | | 4xx
        fans | GET /orders/nothing | | 404 unknown-order
        fans | GET /orders/nothing/return | | 404 unknown-order
        fans | POST /sessions | json {} | 4xx
        fans | POST /sessions | json {"email":"nobody"} | 4xx
        fans | POST /sessions/verify | json {} | 4xx
        fans | POST /webhooks/payments | json {} | 400 bad-signature
        shop | POST /webhooks/payments | json {} | 400 bad-signature
        shop | POST /webhooks/payments | header Stripe-Signature: t=1,v1=00 ;; json {} | 400 bad-signature
        shop | GET /orders/nothing/tickets/one.png | | 404 unknown-order
        shop | GET /sessions/me | | 401 no-session
        """);
  }

  @Test
  void whatIsNotBuiltIsNotThere() {
    assertRows(
        """
        fans | GET /queue/derby/draw/demoted | | 404 not-found
        """);
  }

  @Test
  void whatCannotBeReadAsARequestIsAProblemToo() {
    Stream<String> rows =
        Stream.of(FANS, OPERATORS, SHOP)
            .flatMap(
                listener ->
                    """
                    L | GET /{very-long} | | 414 uri-too-long
                    L | GET / | header X-Long: {very-long} | 431 headers-too-large
                    L | GET / | header Cookie: {very-long} | 431 headers-too-large
                    L | GET / | {many} | 431 headers-too-large
                    L | GET / | header No colon here | 400 bad-request
                    L | GET / | header Bad Name: x | 400 bad-request
                    L | GET / | header X-Nul: a\u0000b | 400 bad-request
                    L | GET / | header Content-Length: many | 400 bad-request
                    L | GET / | header Content-Length: -1 | 400 bad-request
                    L | GET / | header Content-Length: 1 ;; header Content-Length: 2 | 400 bad-request
                    L | POST / | header Transfer-Encoding: chunked ;; header Content-Length: 5 | 400 bad-request
                    L | GET | | 400 bad-request
                    """
                        .replace("L |", listener + " |")
                        .lines());
    assertRows(String.join("\n", rows.toList()));
  }

  @Test
  void everyAddressNamesTheMethodsItKnows() {
    Map<String, String> addresses =
        Map.ofEntries(
            Map.entry("fans /queue/derby", "GET, HEAD"),
            Map.entry("fans /queue/derby/status", "GET, HEAD"),
            Map.entry("fans /queue/derby/draw", "GET, HEAD"),
            Map.entry("fans /queue/derby/places", "POST"),
            Map.entry("fans /queue/derby/places/me", "GET, HEAD"),
            Map.entry("fans /queue/derby/admissions", "POST"),
            Map.entry("fans /queue/derby/admissions/me", "DELETE"),
            Map.entry("fans /queue/derby/admissions/me/leave", "POST"),
            Map.entry("fans /.well-known/jwks.json", "GET, HEAD"),
            Map.entry("fans /events", "GET, HEAD"),
            Map.entry("fans /events/derby", "GET, HEAD"),
            Map.entry("fans /events/derby/seats", "GET, HEAD"),
            Map.entry("fans /events/derby/holds", "GET, HEAD, POST"),
            Map.entry("fans /holds/nothing", "DELETE, GET, HEAD"),
            Map.entry("operators /openapi.json", "GET, HEAD"),
            Map.entry("operators /healthz", "GET, HEAD"),
            Map.entry("operators /readyz", "GET, HEAD"),
            Map.entry("operators /metrics", "GET, HEAD"),
            Map.entry("operators /api/events", "GET, HEAD"),
            Map.entry("operators /api/events/derby", "GET, HEAD, PUT"),
            Map.entry("operators /api/events/derby/audit", "GET, HEAD"),
            Map.entry("operators /api/events/derby/history", "GET, HEAD"),
            Map.entry("operators /api/events/derby/forecast", "POST"),
            Map.entry("operators /api/events/derby/sessions", "GET, HEAD"),
            Map.entry("operators /api/events/derby/places/7", "GET, HEAD"),
            Map.entry("operators /api/events/derby/dials", "PATCH"),
            Map.entry("operators /api/events/derby/pause", "POST"),
            Map.entry("operators /api/events/derby/resume", "POST"),
            Map.entry("operators /api/events/derby/message", "DELETE, PUT"),
            Map.entry("shop /events", "GET, HEAD"),
            Map.entry("shop /events/derby", "GET, HEAD"),
            Map.entry("shop /events/derby/seats", "GET, HEAD"),
            Map.entry("shop /events/derby/holds", "GET, HEAD, POST"),
            Map.entry("shop /holds/nothing", "DELETE, GET, HEAD"));
    List<Executable> checks = new ArrayList<>();
    addresses.forEach(
        (address, allow) -> {
          Set<String> known = Set.of(allow.split(", ", -1));
          for (String method : METHODS) {
            boolean carried =
                address.startsWith("fans /events/derby") || address.startsWith("fans /holds/");
            if (!known.contains(method) && !(carried && method.equals("TRACE"))) {
              checks.add(() -> assertMethodRefused(method, address, known));
            }
          }
        });
    assertAll(checks);
  }

  /** TRACE would show a page the credentials that the gateway adds. */
  @Test
  void traceIsNeverForwardedAndTheAnswerNamesOtherMethods() throws IOException {
    for (String path : List.of("/holds/nothing", "/events/derby/seats")) {
      Wire.Answer answer = exchange(FANS, "TRACE " + path, List.of("admission"));
      assertEquals("405 method-not-allowed", answer.status() + " " + answer.code());
      assertEquals("DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT", answer.header("Allow"));
    }
  }

  @Test
  void headIsAnsweredLikeGetWithoutTheContent() {
    String rows =
        """
        fans /queue/derby | 200
        fans /queue/derby/status | 200
        fans /queue/derby/draw | 200
        fans /queue/derby/places/me | 200
        fans /.well-known/jwks.json | 200
        fans /queue/nope/status | 404
        fans /nothing | 404
        fans /events//derby | 400
        fans /events | 200
        fans /events/derby/seats | 200
        fans /events/derby/holds | 200
        fans /holds/nothing | 404
        operators /api/events | 200
        operators /api/events/nope | 404
        operators /openapi.json | 200
        operators /healthz | 200
        shop /events/derby | 200
        shop /events/derby/holds | 200
        shop /holds/nothing | 404
        """;
    assertAll(rows.lines().map(WrongInputIT::headCheck));
  }

  private static Executable headCheck(String row) {
    String[] cells = row.split(" \\| ", -1);
    String[] address = cells[0].split(" ", 2);
    return () -> {
      List<String> sent = List.of("admission", "place", "operator");
      Wire.Answer head = exchange(address[0], "HEAD " + address[1], sent);
      Wire.Answer get = exchange(address[0], "GET " + address[1], sent);
      assertEquals(Integer.parseInt(cells[1]), head.status(), row);
      assertEquals(get.status(), head.status(), row);
      assertEquals(get.header("Content-Type"), head.header("Content-Type"), row);
      assertEquals(get.header("Cache-Control"), head.header("Cache-Control"), row);
    };
  }

  private static void assertMethodRefused(String method, String address, Set<String> known)
      throws IOException {
    String[] parts = address.split(" ", 2);
    List<String> sent = new ArrayList<>(List.of("admission"));
    if (parts[0].equals(OPERATORS)) {
      sent.add("operator");
    }
    Wire.Answer answer = exchange(parts[0], method + " " + parts[1], sent);
    String row = method + " " + address + ": " + answer;
    assertEquals(405, answer.status(), row);
    assertEquals(known, Set.of(answer.header("Allow").split(", ", -1)), row);
    if (!method.equals("HEAD")) {
      assertEquals("method-not-allowed", answer.code(), row);
    }
  }

  private static void assertRows(String rows) {
    assertAll(rows.lines().map(row -> (Executable) () -> assertRow(row)));
  }

  private static void assertRow(String row) {
    List<String> cells = stripped(row, "\\|");
    Wire.Answer answer =
        assertDoesNotThrow(
            () -> exchange(cells.get(0), cells.get(1), stripped(cells.get(2), ";;")), row);
    String seen = answer.status() + " " + answer.code();
    String expected = cells.get(3);
    if (expected.equals("4xx")) {
      assertTrue(seen.matches("4\\d\\d [a-z-]+"), row + " -> " + seen);
    } else {
      assertEquals(expected, seen, row);
    }
  }

  private static List<String> stripped(String text, String between) {
    return Arrays.stream(text.split(between, -1)).map(String::strip).toList();
  }

  private static Wire.Answer exchange(String listener, String line, List<String> sent)
      throws IOException {
    ByteArrayOutputStream head = new ByteArrayOutputStream();
    ByteArrayOutputStream body = new ByteArrayOutputStream();
    head.writeBytes(bytes(filled(line) + " HTTP/1.1\r\nHost: localhost\r\n"));
    for (String part : sent) {
      add(filled(part), head, body);
    }
    head.writeBytes(bytes("\r\n"));
    body.writeTo(head);
    int port = origin(listener).getPort();
    return Wire.exchange(port, head.toByteArray(), line.startsWith("HEAD "));
  }

  private static void add(String part, ByteArrayOutputStream head, ByteArrayOutputStream body) {
    String[] words = part.split(" ", 2);
    String rest = words.length > 1 ? words[1] : "";
    switch (words[0]) {
      case "" -> {}
      case "header" -> head.writeBytes(bytes(rest + "\r\n"));
      case "operator" ->
          head.writeBytes(bytes("Authorization: Bearer " + demo.operatorToken() + "\r\n"));
      case "admission" -> head.writeBytes(bytes("Headgate-Admission: " + guest.token() + "\r\n"));
      case "place" -> head.writeBytes(bytes("Headgate-Place: " + guest.ticket() + "\r\n"));
      case "oversized" -> oversized(rest.equals("chunks"), head, body);
      case "settings" -> content("application/json", settings(), head, body);
      case "json" -> content("application/json", rest, head, body);
      case "text" -> content("text/plain", rest, head, body);
      case "form" -> content("application/x-www-form-urlencoded", rest, head, body);
      case "multipart" -> content("multipart/form-data; boundary=b", rest, head, body);
      case "typeless" -> content("", rest, head, body);
      default -> throw new AssertionError(part);
    }
  }

  private static void content(
      String type, String text, ByteArrayOutputStream head, ByteArrayOutputStream body) {
    byte[] content = text.getBytes(UTF_8);
    if (!type.isEmpty()) {
      head.writeBytes(bytes("Content-Type: " + type + "\r\n"));
    }
    head.writeBytes(bytes("Content-Length: " + content.length + "\r\n"));
    body.writeBytes(content);
  }

  private static void oversized(
      boolean chunked, ByteArrayOutputStream head, ByteArrayOutputStream body) {
    head.writeBytes(bytes("Content-Type: application/json\r\n"));
    if (!chunked) {
      head.writeBytes(bytes("Content-Length: " + OVERSIZED + "\r\n"));
      body.writeBytes(bytes(" ".repeat(OVERSIZED)));
      return;
    }
    head.writeBytes(bytes("Transfer-Encoding: chunked\r\n"));
    for (int sent = 0; sent < OVERSIZED; sent += 10_000) {
      body.writeBytes(bytes("2710\r\n" + " ".repeat(10_000) + "\r\n"));
    }
    body.writeBytes(bytes("0\r\n\r\n"));
  }

  /** The text with what a row only names put in. */
  private static String filled(String text) {
    String tampered = guest.ticket().substring(0, guest.ticket().length() - 1);
    String last = guest.ticket().endsWith("A") ? "B" : "A";
    return text.replace("{ticket}", guest.ticket())
        .replace("{tampered}", tampered + last)
        .replace("{long}", "e".repeat(200))
        .replace("{very-long}", LONG)
        .replace("{reason}", "r".repeat(1_001))
        .replace("{nested}", "{\"a\":" + "[".repeat(200) + "]".repeat(200) + "}")
        .replace("{digits}", "9".repeat(2_000))
        .replace("{hundred}", String.join(",", hundred()))
        .replace("{many}", "header " + String.join("\r\n", many()));
  }

  private static List<String> hundred() {
    return Stream.iterate(1, i -> i + 1).limit(100).map(i -> "\"A-" + i + "\"").toList();
  }

  private static List<String> many() {
    return Stream.iterate(0, i -> i + 1).limit(2_000).map(i -> "X-Header-" + i + ": x").toList();
  }

  private static String settings() {
    return new JsonObject()
        .put("title", "New")
        .put("start", "2030-01-01T10:00:00Z")
        .put("dials", new JsonObject().put("newUsersPerMinute", 1).put("totalActiveUsers", 1))
        .encode();
  }

  private static byte[] bytes(String text) {
    return text.getBytes(ISO_8859_1);
  }

  private static URI origin(String listener) {
    return switch (listener) {
      case FANS -> demo.fans();
      case OPERATORS -> demo.operators();
      case SHOP -> demo.shop();
      default -> throw new AssertionError(listener);
    };
  }

  /**
   * What a request could have changed.
   *
   * @param event what an operator sees of the event; written with its version as the condition, so
   *     that it is the store's and not an older view of it
   * @param places how many places were handed out before this one was asked for, the tests' own not
   *     counted
   * @param rows of the shop
   */
  private record Facts(String event, int places, List<Long> rows) {
    private static int own;

    static Facts now(int unused) {
      URI api = demo.operators().resolve("/api/events/");
      String access = "Bearer " + demo.operatorToken();
      Calls.Answer all =
          CALLS.get(demo.operators().resolve("/api/events"), "Authorization", access);
      JsonObject event = all.json().getJsonArray("events").getJsonObject(0);
      Calls.Answer same =
          CALLS.send(
              "PATCH",
              api.resolve("derby/dials"),
              "{}",
              "Authorization",
              access,
              "If-Match",
              "\"" + event.getLong("version") + "\"");
      assertEquals(200, same.status(), same.body());
      int events = all.json().getJsonArray("events").size();
      URI join = demo.fans().resolve("/queue/derby/places");
      int arrival = CALLS.send("POST", join, "").json().getInteger("arrival");
      return new Facts(events + " " + settled(event), arrival - own++, shopRows());
    }

    private static String settled(JsonObject event) {
      JsonObject kept = new JsonObject();
      for (String name :
          List.of(
              "event",
              "epoch",
              "halted",
              "pauseReason",
              "message",
              "commitment",
              "entrants",
              "settings")) {
        kept.put(name, event.getValue(name));
      }
      return kept.encode();
    }

    private static List<Long> shopRows() {
      URI shop = postgres.uri("shop");
      String[] account = shop.getUserInfo().split(":", 2);
      String address = "jdbc:postgresql://127.0.0.1:" + shop.getPort() + shop.getPath();
      try (Connection connection = DriverManager.getConnection(address, account[0], account[1]);
          Statement statement = connection.createStatement();
          ResultSet rows =
              statement.executeQuery(
                  "SELECT (SELECT count(*) FROM hold), (SELECT count(*) FROM audit),"
                      + " (SELECT count(*) FROM event_seat WHERE state <> 'available'),"
                      + " (SELECT sum(version) FROM event_seat)")) {
        assertTrue(rows.next());
        return List.of(rows.getLong(1), rows.getLong(2), rows.getLong(3), rows.getLong(4));
      } catch (SQLException e) {
        throw new AssertionError(e);
      }
    }
  }
}
