package dev.headgate.gateway.operator;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.headgate.gateway.access.Access;
import io.vertx.redis.client.Command;
import io.vertx.redis.client.Redis;
import io.vertx.redis.client.Request;
import java.io.IOException;
import java.io.InputStream;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Gateways of one installation on one Redis: who signs out at one is out at each. */
class SharedSignOutsTest extends OperatorHttpOnRedis {
  private static final String KEY = "headgate:{operators}:signed-out";

  private int here;
  private int there;

  @AfterEach
  void forgetEverything() throws Exception {
    Object unused = asked(Request.cmd(Command.FLUSHALL));
  }

  @BeforeEach
  void startASecondOne() throws Exception {
    here = port;
    there = another();
  }

  private int another() throws Exception {
    Access access = access(rules());
    return listen(parts(access));
  }

  private Object asked(Request request) throws Exception {
    return Redis.createClient(vertx, redis.uri().toString())
        .send(request)
        .await(60, TimeUnit.SECONDS);
  }

  private int asks(int gateway, String cookie) throws Exception {
    port = gateway;
    return exchange(request("/api/events", null).header("Cookie", cookie).build()).statusCode();
  }

  private void signsOut(int gateway, String cookie) throws Exception {
    port = gateway;
    assertEquals(204, signOut(cookie).statusCode());
    assertEquals(401, asks(gateway, cookie), "there at once");
  }

  @Test
  void whoSignsOutAtEitherIsOutAtBothAndNobodyElseIs() throws Exception {
    List<String> out = new ArrayList<>();
    List<String> in = new ArrayList<>();
    for (int i = 0; i < 40; i++) {
      port = i % 2 == 0 ? here : there;
      (i % 4 < 2 ? out : in).add(cookie(signIn(i % 3 == 0 ? ADMIN : VIEWER)));
    }
    for (int i = 0; i < out.size(); i++) {
      signsOut(i % 2 == 0 ? there : here, out.get(i));
    }
    for (int gateway : new int[] {here, there}) {
      for (String cookie : out) {
        await().atMost(Duration.ofSeconds(60)).until(() -> asks(gateway, cookie) == 401);
      }
      for (String cookie : in) {
        assertEquals(200, asks(gateway, cookie));
      }
    }
  }

  @Test
  void aGatewayThatIsStartedAfterwardsKnowsThemToo() throws Exception {
    String cookie = cookie(signIn(ADMIN));
    signsOut(here, cookie);
    await().atMost(Duration.ofSeconds(60)).until(() -> asks(there, cookie) == 401);
    int later = another();
    await().atMost(Duration.ofSeconds(60)).until(() -> asks(later, cookie) == 401);
  }

  /** Stops the store; what signs out at the first gateway then. */
  private HttpRequest whileTheStoreIsAway(String cookie) {
    redis.stop();
    port = here;
    return signingOut(cookie);
  }

  @Test
  void whatWasSaidWhileTheStoreWasAwayIsToldWhenItIsBack() throws Exception {
    String cookie = cookie(signIn(ADMIN));
    HttpRequest out = whileTheStoreIsAway(cookie);
    for (int i = 0; i < 2; i++) {
      HttpResponse<String> alone = exchange(out);
      assertProblem(503, "sign-out-not-shared", alone);
      assertEquals("hg_operator=", cookie(alone), "it is taken back all the same");
      assertEquals(401, asks(here, cookie), "there at once");
    }
    assertEquals(200, asks(there, cookie), "nobody could tell it");
    redis.restartEmpty();
    await().atMost(Duration.ofMinutes(1)).until(() -> asks(there, cookie) == 401);
  }

  @Test
  void whatTheStoreHasNoGatewayThatStopsTakesAlong() throws Exception {
    String cookie = cookie(signIn(ADMIN));
    assertEquals(503, exchange(whileTheStoreIsAway(cookie)).statusCode());
    redis.restartEmpty();
    assertEquals(204, signOut(cookie).statusCode(), "asked once more with the same cookie");
    assertEquals(1, kept(), "it was written down before that was said");
  }

  @Test
  void aStreamEndsWhoseSessionIsSignedOutAtTheOtherGateway() throws Exception {
    String cookie = cookie(signIn(VIEWER));
    port = there;
    HttpRequest live = request("/api/events/derby/live", null).header("Cookie", cookie).build();
    HttpResponse<InputStream> stream = client.send(live, BodyHandlers.ofInputStream());
    CompletableFuture<Boolean> ended = CompletableFuture.supplyAsync(() -> isCut(stream.body()));
    signsOut(here, cookie);
    assertTrue(ended.get(60, TimeUnit.SECONDS));
  }

  private static boolean isCut(InputStream stream) {
    try (stream) {
      return stream.readAllBytes().length < 0;
    } catch (IOException cut) {
      return true;
    }
  }

  @Test
  void noneIsKeptForLongerThanASessionCanLast() throws Exception {
    long now = Instant.now().getEpochSecond();
    for (int days : new int[] {29, 31, 400}) {
      Object unused =
          asked(Request.cmd(Command.ZADD).arg(KEY).arg(now - days * 86_400L).arg("of-" + days));
    }
    signsOut(here, cookie(signIn(ADMIN)));
    await().atMost(Duration.ofSeconds(60)).until(() -> kept() == 2);
  }

  @Test
  void thoseThatAreNewAreFoundAmongAsManyAsThereMayBe() throws Exception {
    long now = Instant.now().getEpochSecond();
    for (int from = 0; from < 120_000; from += 10_000) {
      Request add = Request.cmd(Command.ZADD).arg(KEY);
      for (int i = from; i < from + 10_000; i++) {
        add.arg(now - 3_600 + i / 60).arg("somebody-" + i);
      }
      Object unused = asked(add);
    }
    int later = another();
    String cookie = cookie(signIn(ADMIN));
    signsOut(here, cookie);
    for (int gateway : new int[] {there, later}) {
      await().atMost(Duration.ofMinutes(1)).until(() -> asks(gateway, cookie) == 401);
    }
  }

  private long kept() throws Exception {
    return Long.parseLong(asked(Request.cmd(Command.ZCARD).arg(KEY)).toString());
  }
}
