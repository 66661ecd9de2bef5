package dev.headgate.gateway.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import dev.headgate.embedded.EmbeddedRedis;
import dev.headgate.gateway.testing.WithheldAnswers;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.http.ConnectionPoolTooBusyException;
import io.vertx.redis.client.Command;
import io.vertx.redis.client.Request;
import io.vertx.redis.client.Response;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class StoreLinkTest {
  private final EmbeddedRedis redis = EmbeddedRedis.start();
  private final Vertx vertx = Vertx.vertx();

  /** Patient: how long an answer takes on this machine is nothing that is tested. */
  private final StoreLink link = new StoreLink(vertx, redis.uri(), "test", 600_000);

  @AfterEach
  void stop() {
    await(vertx.close());
    redis.close();
  }

  @Test
  void manyCommandsShareOneConnection() {
    String first = connection();
    List<Future<String>> asked =
        IntStream.range(0, 500).mapToObj(i -> link.send(id()).map(String::valueOf)).toList();
    await(Future.all(asked));
    asked.forEach(id -> assertEquals(first, id.result()));
  }

  @Test
  void whatIsTooMuchAtATimeCostsNothingElse() throws Exception {
    try (WithheldAnswers store = new WithheldAnswers(redis.uri(), number -> false)) {
      StoreLink far = new StoreLink(vertx, store.uri(), "far", 600_000);
      Response first = await(far.send(id()));
      store.hold();
      List<Future<Response>> asked =
          IntStream.range(0, 4_000).mapToObj(i -> far.send(id())).toList();
      Awaitility.await().until(() -> asked.stream().filter(Future::failed).count() >= 2_900);
      store.letPass();
      Object unused = await(Future.join(asked).otherwiseEmpty());
      for (Future<Response> one : asked) {
        boolean tooMany = one.cause() instanceof ConnectionPoolTooBusyException;
        assertTrue(one.succeeded() || tooMany, () -> "" + one.cause());
      }
      long answered = asked.stream().filter(Future::succeeded).count();
      assertTrue(answered >= 1_024, answered + " were answered");
      assertEquals(first.toString(), await(far.send(id())).toString());
    }
  }

  @Test
  void aStoreThatComesBackIsFoundAgain() {
    connection();
    redis.kill();
    assertFalse(StoreLink.isAnswer(failure(link.send(id()))));
    redis.restart();
    assertNotNull(answered(link));
  }

  @Test
  void aSilentConnectionIsGivenUpForANewOne() throws Exception {
    try (WithheldAnswers store = new WithheldAnswers(redis.uri(), number -> false)) {
      StoreLink usual = new StoreLink(vertx, store.uri(), "usual");
      Response first = answered(usual);
      store.hold();
      Throwable silent = failure(usual.send(Request.cmd(Command.PING)));
      assertTrue(silent instanceof TimeoutException, silent::toString);
      assertTrue(StoreLink.isLost(silent));
      store.letPass();
      assertNotEquals(first.toString(), answered(usual).toString());
    }
  }

  @Test
  void aStoreThatSaysItIsTheWrongOneIsLookedForAnew() {
    for (String word : List.of("READONLY", "LOADING", "MOVED", "MASTERDOWN", "NOREPLICAS")) {
      String before = connection();
      Throwable wrong = failure(says(word + " not here"));
      assertTrue(StoreLink.isAnswer(wrong) && StoreLink.isLost(wrong), word);
      assertNotEquals(before, connection(), word);
    }
  }

  @Test
  void anyOtherWordAgainstACommandCostsNoConnection() {
    String before = connection();
    for (String word : List.of("ERR", "WRONGTYPE", "NOSCRIPT", "OOM")) {
      Throwable refused = failure(says(word + " no"));
      assertTrue(StoreLink.said(refused, word), refused::toString);
      assertFalse(StoreLink.isLost(refused), word);
    }
    assertEquals(before, connection());
  }

  @Test
  void afterItWasClosedNothingIsSent() {
    connection();
    await(link.close());
    assertNotNull(failure(link.send(id())));
  }

  private Future<?> says(String words) {
    return link.run("return redis.error_reply(ARGV[1])", List.of(), words);
  }

  @CanIgnoreReturnValue
  private String connection() {
    return String.valueOf(await(link.send(id())));
  }

  /** What a link is answered in the end, however often it has to ask. */
  private static Response answered(StoreLink link) {
    return Awaitility.await()
        .until(() -> await(link.send(id()).otherwiseEmpty()), answer -> answer != null);
  }

  private static Request id() {
    return Request.cmd(Command.CLIENT).arg("ID");
  }

  private static Throwable failure(Future<?> future) {
    Awaitility.await().until(future::isComplete);
    return future.cause();
  }

  @CanIgnoreReturnValue
  private static <T> T await(Future<T> future) {
    try {
      return future.await(600, TimeUnit.SECONDS);
    } catch (TimeoutException late) {
      throw new AssertionError("no answer", late);
    }
  }
}
