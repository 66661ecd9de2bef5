package dev.headgate.gateway.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import dev.headgate.embedded.EmbeddedRedis;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.redis.client.Command;
import io.vertx.redis.client.Request;
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
  private final StoreLink link = new StoreLink(vertx, redis.uri(), "test");

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
  void whatIsTooMuchAtATimeCostsNothingElse() {
    String first = connection();
    List<Future<String>> asked =
        IntStream.range(0, 4_000).mapToObj(i -> link.send(id()).map(String::valueOf)).toList();
    Object unused = await(Future.join(asked).otherwiseEmpty());
    // On a machine that is this slow some wait too long, which does cost the connection.
    assumeTrue(asked.stream().noneMatch(one -> one.cause() instanceof TimeoutException));
    long answered = asked.stream().filter(Future::succeeded).count();
    assertTrue(answered >= 1_024, answered + " were answered");
    assertEquals(first, connection());
  }

  @Test
  void aStoreThatComesBackIsFoundAgain() {
    connection();
    redis.kill();
    assertFalse(StoreLink.isAnswer(failure(link.send(id()))));
    redis.restart();
    Awaitility.await().until(() -> link.send(id()).otherwiseEmpty(), sent -> await(sent) != null);
  }

  @Test
  void aSilentConnectionIsGivenUpForANewOne() {
    String first = connection();
    await(link.send(Request.cmd(Command.CLIENT).arg("PAUSE").arg(2_500).arg("ALL")));
    Throwable silent = failure(link.send(Request.cmd(Command.PING)));
    assertTrue(silent instanceof TimeoutException, silent::toString);
    assertTrue(StoreLink.isLost(silent));
    Awaitility.await().until(() -> link.send(id()).otherwiseEmpty(), sent -> await(sent) != null);
    assertNotEquals(first, connection());
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
    assertThrows(Exception.class, () -> link.send(id()).await(10, TimeUnit.SECONDS));
  }

  private Future<?> says(String words) {
    return link.run("return redis.error_reply(ARGV[1])", List.of(), words);
  }

  @CanIgnoreReturnValue
  private String connection() {
    return String.valueOf(await(link.send(id())));
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
      return future.await(20, TimeUnit.SECONDS);
    } catch (TimeoutException late) {
      throw new AssertionError("no answer", late);
    }
  }
}
