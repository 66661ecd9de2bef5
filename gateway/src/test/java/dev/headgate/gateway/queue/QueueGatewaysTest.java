package dev.headgate.gateway.queue;

import static dev.headgate.gateway.queue.QueueHarness.await;
import static dev.headgate.gateway.queue.QueueHarness.join;
import static dev.headgate.gateway.queue.QueueHarness.settings;
import static dev.headgate.gateway.queue.QueueHarness.until;
import static dev.headgate.gateway.queue.QueueHarness.version;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.headgate.gateway.config.EventSettings;
import io.vertx.core.net.NetServer;
import io.vertx.core.net.NetSocket;
import io.vertx.redis.client.Command;
import io.vertx.redis.client.Request;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Several gateways on one store, one of which has stopped, or should not be there. */
final class QueueGatewaysTest {
  private static final String DERBY = "derby";
  private static final String LEASE = "hg:{derby}:lease";
  private static final byte[] ANOTHER_KEY = {1};

  @TempDir Path folder;
  private QueueHarness harness;

  @BeforeEach
  void start() {
    harness = new QueueHarness(folder);
  }

  @AfterEach
  void stop() {
    harness.close();
  }

  private String holder() {
    Request lease = Request.cmd(Command.GET).arg(LEASE);
    return String.valueOf(await(harness.client.send(lease).otherwiseEmpty()));
  }

  @Test
  void whenTheHolderOfTheLeaseStopsAnotherTicksOn() {
    Events one = harness.gateway("one");
    QueueHarness.Loop loop = harness.loop(one);
    await(one.create(DERBY, settings(Duration.ofSeconds(-1), 600, 5_000)));
    join(loop, DERBY);
    until(one, DERBY, view -> view.cutoff() == 1);
    Awaitility.await().until(() -> holder().equals("one"));
    Events two = harness.gateway("two");
    QueueHarness.Loop other = harness.loop(two);
    await(two.view(DERBY));
    await(one.close());
    join(other, DERBY);
    until(two, DERBY, view -> view.cutoff() == 2);
    assertEquals("two", holder());
  }

  @Test
  void aGatewayWithAnotherDrawKeyServesNothingAndLeavesTheLeaseToTheOthers() {
    Events one = harness.gateway("one");
    QueueHarness.Loop loop = harness.loop(one);
    await(one.create(DERBY, settings(Duration.ofSeconds(-1), 600, 5_000)));
    join(loop, DERBY);
    harness.redis(Command.DEL, LEASE);
    harness.redis(Command.SET, LEASE, "stranger", "PX", "2000");
    Events stranger = harness.gateway("stranger", harness.redis.uri(), ANOTHER_KEY);
    assertThrows(QueueUnavailableException.class, () -> await(stranger.view(DERBY)));
    assertNull(stranger.fresh(DERBY));
    Awaitility.await()
        .atMost(Duration.ofSeconds(60))
        .until(
            () -> {
              assertThrows(QueueUnavailableException.class, () -> await(stranger.view(DERBY)));
              return await(one.view(DERBY)).cutoff() == 1;
            });
  }

  @Test
  void aGatewayWhoseDrawKeyWasExchangedServesNothingFromItsStateFolderEither() {
    Events one = harness.gateway("one");
    await(one.create(DERBY, settings(Duration.ofSeconds(-1), 600, 5_000)));
    await(one.close());
    Events again = harness.gateway("one", harness.redis.uri(), ANOTHER_KEY);
    assertThrows(QueueUnavailableException.class, () -> await(again.view(DERBY)));
    assertNull(again.fresh(DERBY));
  }

  @Test
  void aGatewayThatCannotWriteItsStateLeavesTheLeaseToTheOthers() throws IOException {
    Events one = harness.gateway("one");
    await(one.create(DERBY, settings(Duration.ofSeconds(-1), 600, 5_000)));
    Awaitility.await()
        .until(
            () -> {
              await(one.view(DERBY));
              return holder().equals("one");
            });
    Events two = harness.gateway("two");
    await(two.view(DERBY));
    Files.delete(folder.resolve("one").resolve("derby.json"));
    Files.delete(folder.resolve("one"));
    // What a pause changes must be on disk before it is shown.
    await(two.pause(DERBY, null));
    Awaitility.await()
        .atMost(Duration.ofSeconds(60))
        .until(
            () -> {
              await(one.view(DERBY));
              await(two.view(DERBY));
              return holder().equals("two");
            });
  }

  @Test
  void aConnectionThatFallsSilentIsReplaced() {
    SilentWay way = new SilentWay();
    Events one = harness.gateway("one", way.uri(), QueueHarness.DRAW_KEY);
    QueueHarness.Loop loop = harness.loop(one);
    await(one.create(DERBY, settings(Duration.ofHours(1), 600, 5_000)));
    assertEquals(0, join(loop, DERBY));
    way.fallSilent();
    assertThrows(
        QueueUnavailableException.class, () -> loop.<JoinAnswer>get(queue -> queue.join(DERBY)));
    Awaitility.await()
        .atMost(Duration.ofSeconds(60))
        .ignoreException(QueueUnavailableException.class)
        .until(() -> loop.get(queue -> queue.join(DERBY)) instanceof JoinAnswer.Joined);
  }

  @Test
  void aHandshakeWithoutAnAnswerFails() {
    SilentWay way = new SilentWay();
    Events one = harness.gateway("one", way.uri(), QueueHarness.DRAW_KEY);
    await(one.create(DERBY, settings(Duration.ofHours(1), 600, 5_000)));
    way.answerNobody();
    QueueHarness.Loop loop = harness.loop(one);
    assertThrows(
        QueueUnavailableException.class, () -> loop.<JoinAnswer>get(queue -> queue.join(DERBY)));
    way.answerAgain();
    Awaitility.await()
        .atMost(Duration.ofSeconds(60))
        .ignoreException(QueueUnavailableException.class)
        .until(() -> loop.get(queue -> queue.join(DERBY)) instanceof JoinAnswer.Joined);
  }

  @Test
  void anotherLifeOfAnEventKnowsNothingOfThoseWhoWereInsideBefore() {
    Events one = harness.gateway("one");
    QueueHarness.Loop loop = harness.loop(one);
    await(one.create(DERBY, settings(Duration.ofSeconds(-1), 600, 5_000)));
    join(loop, DERBY);
    EventView first = until(one, DERBY, view -> view.cutoff() == 1);
    QueuePosition mine = new QueuePosition(DERBY, first.epoch(), 0, 0);
    ClaimAnswer in = loop.get(queue -> queue.claim(mine));
    assertInstanceOf(ClaimAnswer.Admitted.class, in);
    await(loop.on(queue -> queue.release(mine)));
    until(one, DERBY, view -> view.isEnded(0, 0));
    harness.redis(Command.FLUSHALL);
    // A gateway without a state of its own makes the event anew before the first notices.
    Events fresh = harness.gateway("fresh");
    await(fresh.create(DERBY, settings(Duration.ofSeconds(-1), 30, 7)));
    EventView second =
        until(one, DERBY, view -> !view.restoring() && view.epoch() != first.epoch());
    assertNotEquals(first.commitment(), second.commitment());
    assertEquals(false, second.isEnded(0, 0));
    assertEquals(7, second.settings().dials().totalActiveUsers());
  }

  @Test
  void nobodyIsCalledOnceTheEventHasClosed() {
    Events one = harness.gateway("one");
    QueueHarness.Loop loop = harness.loop(one);
    EventSettings halted = settings(Duration.ofHours(-2), 0, 5_000);
    await(one.create(DERBY, halted));
    join(loop, DERBY);
    String past = Instant.now().minusSeconds(60).toString();
    EventSettings closed =
        EventSettings.fromJson(
            settings(Duration.ofHours(-2), 600, 5_000)
                .toJson()
                .put("start", halted.toJson().getString("start"))
                .put("closesAt", past));
    assertEquals(2, version(await(one.replace(DERBY, closed, 1))));
    // The other event shows that whole ticks have passed.
    await(one.create("other", settings(Duration.ofSeconds(-1), 600, 5_000)));
    for (int called = 1; called <= 2; called++) {
      int expected = called;
      join(loop, "other");
      until(one, "other", view -> view.cutoff() == expected);
    }
    assertEquals(0, await(one.view(DERBY)).cutoff());
  }

  /** A way to Redis that can lose what is sent without closing anything. */
  private final class SilentWay {
    private final NetServer server = harness.vertx.createNetServer();
    private final List<NetSocket> open = new CopyOnWriteArrayList<>();
    private volatile boolean silent;

    SilentWay() {
      await(server.connectHandler(this::carry).listen(0, "127.0.0.1"));
    }

    URI uri() {
      return URI.create("redis://127.0.0.1:" + server.actualPort());
    }

    /** What is open stays open and says nothing more; new connections work. */
    void fallSilent() {
      open.forEach(socket -> socket.handler(lost -> {}));
    }

    /** New connections are taken and never answered. */
    void answerNobody() {
      silent = true;
    }

    void answerAgain() {
      silent = false;
    }

    private void carry(NetSocket fan) {
      if (silent) {
        return;
      }
      fan.pause();
      harness
          .vertx
          .createNetClient()
          .connect(harness.redis.port(), "127.0.0.1")
          .onSuccess(
              redis -> {
                fan.handler(redis::write);
                redis.handler(fan::write);
                fan.closeHandler(end -> redis.close());
                open.add(fan);
                fan.resume();
              });
    }
  }
}
