package dev.headgate.gateway.forward;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import dev.headgate.gateway.queue.QueueUnavailableException;
import dev.headgate.gateway.queue.RenewAnswer;
import dev.headgate.gateway.token.Admission;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.http.HttpServerResponse;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;

/** What a shop may say of sessions, and what comes of it. */
class ForwardSessionTest {
  private static final String PATH = "/events/derby/holds";

  @TempDir static Path keys;

  private Scene scene;
  private long now;
  private String good;

  @BeforeEach
  void open() {
    scene = new Scene(keys);
    now = scene.derby.now.getEpochSecond();
    good = scene.token("derby");
  }

  @AfterEach
  void close() {
    scene.close();
  }

  private void shopSays(String... words) {
    List<String> lines = List.of(words);
    scene.answer = response -> response.putHeader("Headgate-Session", lines).end("done");
  }

  /** The store extends: from a session's start an hour ago to so long from now. */
  private void storeExtends(int startedAgo) {
    scene.queue.extend =
        (position, seconds) ->
            Future.succeededFuture(new RenewAnswer.Renewed(now - startedAgo, now + seconds));
  }

  private Admission handedBack(Wire.Reply reply) {
    String cookie = reply.header("Set-Cookie");
    String token =
        cookie.isEmpty()
            ? reply.header("Headgate-Admission")
            : cookie.replaceAll("hg_admission_derby=([^;]*);.*", "$1");
    return scene.tokens.verify(token, now).orElseThrow();
  }

  @Test
  void anExtensionComesBackOnTheVeryAnswerTheWayTheTokenCame() throws IOException {
    shopSays("extend=PT12M");
    storeExtends(60);
    Wire.Reply byCookie = scene.get(PATH, "Cookie: hg_admission_derby=" + good);
    assertEquals("200 done", byCookie.status() + " " + byCookie.body());
    assertEquals("", byCookie.header("Headgate-Session"));
    assertEquals(now + 720, handedBack(byCookie).expiresSeconds());
    assertTrue(byCookie.header("Set-Cookie").contains("; Max-Age=720; HttpOnly; SameSite=Lax"));
    assertEquals("private", byCookie.header("Cache-Control"));
    assertEquals(List.of("extend derby 12 by 720"), scene.queue.calls);
    Wire.Reply byHeader = scene.get(PATH, "Headgate-Admission: " + good);
    assertEquals(now + 720, handedBack(byHeader).expiresSeconds());
    assertEquals("", byHeader.header("Set-Cookie"));
  }

  @Test
  void aSessionIsNotCutInTheMiddleOfAPaymentThatOutlastsTheLongestSession() throws IOException {
    // 29 of 30 minutes are over; the payment may take 15.
    String old = scene.token(scene.admission("derby", 12, now - 1740, 1800));
    shopSays("extend=PT15M");
    storeExtends(1740);
    Wire.Reply paying = scene.get(PATH, "Cookie: hg_admission_derby=" + old);
    Admission extended = handedBack(paying);
    assertEquals(now - 1740, extended.startSeconds());
    assertEquals(now + 900, extended.expiresSeconds());
    String longer = scene.token(extended);
    scene.answer = response -> response.end("shop");
    scene.derby.now = scene.derby.now.plusSeconds(890);
    // The store moves the end of a session nowhere but forward, and says where it is.
    scene.queue.renew =
        position -> Future.succeededFuture(new RenewAnswer.Renewed(now - 1740, now + 900));
    Wire.Reply later = scene.get(PATH, "Cookie: hg_admission_derby=" + longer);
    assertEquals(200, later.status());
    assertEquals("", later.header("Set-Cookie"), "nothing shorter is handed back");
    scene.derby.now = scene.derby.now.plusSeconds(20);
    assertEquals(401, scene.get(PATH, "Cookie: hg_admission_derby=" + longer).status());
  }

  @Test
  void anExtensionWhoseAnswerWasLostIsFoundAgainAtTheNextRenewal() throws IOException {
    scene.queue.renew =
        position -> Future.succeededFuture(new RenewAnswer.Renewed(now - 1790, now + 800));
    String old = scene.token(scene.admission("derby", 12, now - 1790, 1800));
    Wire.Reply reply = scene.get(PATH, "Cookie: hg_admission_derby=" + old);
    assertEquals(now + 800, handedBack(reply).expiresSeconds());
  }

  @Test
  void aRenewalFromBeforeAnExtensionNeverPutsTheShorterTokenOverTheLongerOne() throws IOException {
    String old = scene.token(scene.admission("derby", 12, now - 500, 600));
    scene.queue.renew =
        position -> Future.succeededFuture(new RenewAnswer.Renewed(now - 500, now + 600));
    storeExtends(500);
    // A page's request, answered late: it was renewed when it came.
    Promise<HttpServerResponse> slow = Promise.promise();
    scene.answer = slow::complete;
    try (Wire page = new Wire(scene.port)) {
      page.send(Scene.request("GET", PATH, "Cookie: hg_admission_derby=" + old));
      Awaitility.await().until(slow.future()::isComplete);
      shopSays("extend=PT15M");
      Wire.Reply paying = scene.get(PATH, "Cookie: hg_admission_derby=" + old);
      assertEquals(now + 900, handedBack(paying).expiresSeconds());
      scene.vertx.runOnContext(answered -> slow.future().result().end("late"));
      Wire.Reply late = page.read(false);
      assertEquals("late", late.body());
      assertEquals(now + 900, handedBack(late).expiresSeconds());
    }
  }

  @Test
  void whereThePathNamesNoEventTheAnswerMayNameItAndOnlyTheFansOwnSessionEnds() throws IOException {
    scene.answer =
        response ->
            response
                .putHeader("Headgate-Session", "end")
                .putHeader("Headgate-Event", "derby")
                .end("sold");
    Wire.Reply done = scene.get("/public/orders", "Cookie: hg_admission_derby=" + good);
    assertEquals("200 sold", done.status() + " " + done.body());
    assertEquals("", done.header("Headgate-Session") + done.header("Headgate-Event"));
    Awaitility.await().until(() -> scene.queue.calls.size() == 1);
    assertEquals(List.of("release derby 12"), scene.queue.calls);
    String forged = good.substring(0, good.length() - 2) + "xx";
    assertEquals(200, scene.get("/public/orders", "Cookie: hg_admission_derby=" + forged).status());
    assertEquals(200, scene.get("/public/orders").status());
    scene.answer =
        response ->
            response
                .putHeader("Headgate-Session", "end")
                .putHeader("Headgate-Event", "another")
                .end("sold");
    assertEquals(200, scene.get("/public/orders", "Cookie: hg_admission_derby=" + good).status());
    assertEquals(List.of("release derby 12"), scene.queue.calls);
  }

  @Test
  void anExtensionThatAddsNothingHandsNothingBack() throws IOException {
    shopSays("extend=PT5M");
    scene.queue.extend =
        (position, seconds) -> Future.succeededFuture(new RenewAnswer.Renewed(now - 60, now + 540));
    Wire.Reply reply = scene.get(PATH, "Cookie: hg_admission_derby=" + good);
    assertEquals("200 ", reply.status() + " " + reply.header("Set-Cookie"));
  }

  @Test
  void anExtensionThatFailsOrHangsFailsNoRequest() throws IOException {
    shopSays("extend=PT5M");
    Promise<RenewAnswer> never = Promise.promise();
    List<Future<RenewAnswer>> answers =
        List.of(
            Future.failedFuture(new QueueUnavailableException("away", null)),
            Future.succeededFuture(new RenewAnswer.Gone()),
            never.future());
    for (Future<RenewAnswer> answer : answers) {
      scene.queue.extend = (position, seconds) -> answer;
      Wire.Reply reply = scene.get(PATH, "Headgate-Admission: " + good);
      assertEquals("200 done", reply.status() + " " + reply.body());
      assertEquals("", reply.header("Headgate-Admission"));
    }
    scene.queue.extend =
        (position, seconds) -> {
          throw new IllegalStateException("broken");
        };
    assertEquals(200, scene.get(PATH, "Headgate-Admission: " + good).status());
  }

  @Test
  void whereAnExtensionFailsARenewalThatWasDueStillComesBack() throws IOException {
    shopSays("extend=PT5M");
    scene.queue.renew =
        position -> Future.succeededFuture(new RenewAnswer.Renewed(now - 500, now + 600));
    String old = scene.token(scene.admission("derby", 12, now - 500, 600));
    Wire.Reply reply = scene.get(PATH, "Headgate-Admission: " + old);
    assertEquals(now + 600, handedBack(reply).expiresSeconds());
  }

  @Test
  void theEndWinsOverAnExtension() throws IOException {
    shopSays("extend=PT5M", "end");
    storeExtends(60);
    Wire.Reply reply = scene.get(PATH, "Cookie: hg_admission_derby=" + good);
    assertTrue(reply.header("Set-Cookie").startsWith("hg_admission_derby=; Path=/; Max-Age=0"));
    Awaitility.await().until(() -> scene.queue.calls.equals(List.of("release derby 12")));
  }

  @Test
  void anAnswerThatSaysExtendIsPrivateWhateverElseItSays() throws IOException {
    storeExtends(60);
    scene.answer =
        response ->
            response
                .putHeader("Headgate-Session", "extend=PT15M")
                .putHeader("Cache-Control", "public, s-maxage=60, max-age=5")
                .end("map");
    for (String path : List.of("/events/derby/map", "/events/derby")) {
      Wire.Reply reply = scene.get(path, "Cookie: hg_admission_derby=" + good);
      assertEquals("private, max-age=5", reply.header("Cache-Control"), path);
      assertEquals(now + 900, handedBack(reply).expiresSeconds(), path);
    }
  }

  @Test
  void withoutAnAdmissionThereIsNothingToExtendOrEnd() throws IOException {
    for (String word : List.of("extend=PT5M", "end", "nonsense")) {
      shopSays(word);
      Wire.Reply reply = scene.get("/public/x");
      assertEquals("200 ", reply.status() + " " + reply.header("Headgate-Session"));
      assertEquals(200, scene.get("/events/derby").status());
    }
    assertEquals(List.of(), scene.queue.calls);
    assertEquals(0, words("ignored"));
  }

  @Test
  void whatIsNotUnderstoodIsCountedAndLoggedOnceWithoutBeingQuoted() throws IOException {
    ListAppender<ILoggingEvent> log = new ListAppender<>();
    Logger logger = (Logger) LoggerFactory.getLogger(Sessions.class);
    log.start();
    logger.addAppender(log);
    try {
      shopSays("s3cr3t, extend=PT16M");
      for (int i = 0; i < 3; i++) {
        Wire.Reply reply = scene.get(PATH, "Headgate-Admission: " + good);
        assertEquals("200 ", reply.status() + " " + reply.header("Headgate-Session"));
      }
    } finally {
      logger.detachAppender(log);
    }
    assertEquals(6, words("ignored"));
    assertEquals(1, log.list.size());
    String line = log.list.get(0).getFormattedMessage();
    assertTrue(line.contains("upstream shop"), line);
    assertFalse(line.contains("s3cr3t") || line.contains("16M"), line);
    assertEquals(List.of(), scene.queue.calls);
  }

  private double words(String word) {
    return scene.metrics.get("headgate.shop.session.words").tag("word", word).counter().count();
  }

  @Test
  void aSessionThatWasEndedOrRevokedIsRefusedOnTheNextRequest() throws IOException {
    assertEquals(200, scene.get(PATH, "Headgate-Admission: " + good).status());
    scene.derby.end(0, 12);
    for (String carried :
        List.of(
            "Headgate-Admission: " + good,
            "Cookie: hg_admission_derby=" + good,
            "Authorization: Bearer " + good)) {
      Wire.Reply refused = scene.get(PATH, carried);
      assertEquals("401 admission-invalid", refused.status() + " " + refused.problem(), carried);
    }
    assertEquals(1, scene.seen.size());
    assertEquals(List.of(), scene.queue.calls, "nothing is renewed");
    String other = scene.token(scene.admission("derby", 13, now - 60, 600));
    assertEquals(200, scene.get(PATH, "Headgate-Admission: " + other).status());
  }
}
