package dev.headgate.gateway.queue;

import static dev.headgate.gateway.queue.QueueHarness.await;
import static dev.headgate.gateway.queue.QueueHarness.join;
import static dev.headgate.gateway.queue.QueueHarness.settings;
import static dev.headgate.gateway.queue.QueueHarness.until;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import dev.headgate.gateway.config.EventSettings;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import io.vertx.redis.client.Command;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The lives of sessions and how they are counted, on a real Redis. */
final class QueueSessionsTest extends OneGatewayOnRedis {
  private static final int PAYMENT_GRACE = 900;

  private long epoch;

  @BeforeEach
  void callTwoHundred() {
    create("PT1M", "PT2M");
  }

  private void create(String session, String longest) {
    JsonObject json = settings(Duration.ofSeconds(-1), 60_000, 5_000).toJson();
    json.getJsonObject("dials").put("sessionDuration", session).put("maxSession", longest);
    await(events.create(DERBY, EventSettings.fromJson(json)));
    for (int i = 0; i < 200; i++) {
      join(loop, DERBY);
    }
    epoch = until(events, DERBY, view -> view.cutoff() == 200).epoch();
  }

  private QueuePosition at(int position) {
    return new QueuePosition(DERBY, epoch, 0, position);
  }

  @CanIgnoreReturnValue
  private ClaimAnswer.Admitted admit(int position) {
    ClaimAnswer answer = loop.get(queue -> queue.claim(at(position)));
    return assertInstanceOf(ClaimAnswer.Admitted.class, answer);
  }

  private RenewAnswer.Renewed renewed(Future<RenewAnswer> answer) {
    return assertInstanceOf(RenewAnswer.Renewed.class, await(answer));
  }

  /** Moves a session's start back, as if so many seconds had passed. */
  private void age(int position, long seconds) {
    String member = "0." + position;
    for (String set : List.of(":started", ":active")) {
      double at = Double.parseDouble(harness.redis(Command.ZSCORE, HASH + set, member).toString());
      harness.redis(Command.ZADD, HASH + set, Long.toString((long) at - seconds), member);
    }
  }

  @Test
  void aRenewalNeverGoesPastTheLongestSessionAndNeverBackwards() {
    ClaimAnswer.Admitted in = admit(3);
    assertEquals(60, in.expiresSeconds() - in.startSeconds());
    age(3, 50);
    RenewAnswer.Renewed slid = renewed(loop.on(queue -> queue.renew(at(3))));
    assertTrue(slid.expiresSeconds() - slid.startSeconds() >= 110);
    age(3, 40);
    RenewAnswer.Renewed last = renewed(loop.on(queue -> queue.renew(at(3))));
    assertEquals(120, last.expiresSeconds() - last.startSeconds());
    assertEquals(last, renewed(loop.on(queue -> queue.renew(at(3)))));
  }

  @Test
  void anExtensionCarriesAPaymentPastTheLongestSessionByFifteenMinutesAtMost() {
    admit(3);
    age(3, 55);
    RenewAnswer.Renewed paying = renewed(loop.on(queue -> queue.extend(at(3), 300)));
    assertTrue(paying.expiresSeconds() - paying.startSeconds() >= 355);
    assertEquals(paying, renewed(loop.on(queue -> queue.renew(at(3)))), "no renewal cuts it");
    assertEquals(paying, renewed(loop.on(queue -> queue.extend(at(3), 5))), "nor a shorter one");
    RenewAnswer.Renewed most = renewed(loop.on(queue -> queue.extend(at(3), 86_400)));
    assertEquals(120 + PAYMENT_GRACE, most.expiresSeconds() - most.startSeconds());
  }

  @Test
  void aSessionThatIsOverCannotBeExtended() {
    admit(3);
    await(loop.on(queue -> queue.release(at(3))));
    assertInstanceOf(
        RenewAnswer.Gone.class, loop.<RenewAnswer>get(queue -> queue.extend(at(3), 300)));
    assertInstanceOf(
        RenewAnswer.Gone.class, loop.<RenewAnswer>get(queue -> queue.extend(at(4), 300)));
  }

  @Test
  void aRevokedSessionIsListedAtEveryGatewayAndItsPlaceIsOver() {
    admit(3);
    Events second = harness.gateway("two");
    until(second, DERBY, view -> view.active() == 1);
    await(events.revoke(at(3)));
    until(second, DERBY, view -> view.isEnded(0, 3));
    assertTrue(await(events.view(DERBY)).isEnded(0, 3));
    assertInstanceOf(
        ClaimAnswer.TurnOver.class, loop.<ClaimAnswer>get(queue -> queue.claim(at(3))));
    await(events.revoke(at(3)));
    await(events.revoke(at(150)));
    assertEquals(0, await(events.view(DERBY)).active());
  }

  @Test
  void aSessionThatEndsHereIsKnownToHaveEndedAtOnceInThisLifeAlone() {
    admit(3);
    EventView before = await(events.view(DERBY));
    await(loop.on(queue -> queue.release(at(3))));
    assertTrue(before.isEnded(0, 3), "the very view that was there before");
    admit(4);
    await(events.reset(DERBY, null));
    await(loop.on(queue -> queue.release(at(4))));
    EventView after = until(events, DERBY, view -> view.epoch() > before.epoch());
    assertFalse(after.isEnded(0, 3));
    assertFalse(after.isEnded(0, 4));
  }

  @Test
  void theCountOfThoseInsideStaysExactWhileSessionsComeGoAndAreExtended() {
    List<Future<?>> claims = new ArrayList<>();
    for (int position = 0; position < 200; position++) {
      QueuePosition at = at(position);
      claims.add(loop.on(queue -> queue.claim(at)));
      claims.add(loop.on(queue -> queue.claim(at)));
    }
    claims.forEach(QueueHarness::await);
    List<Future<?>> calls = new ArrayList<>();
    for (int position = 0; position < 200; position++) {
      QueuePosition at = at(position);
      if (position % 5 == 0) {
        calls.add(loop.on(queue -> queue.extend(at, 300)));
      }
      if (position % 3 == 0) {
        calls.add(loop.on(queue -> queue.release(at)));
        calls.add(loop.on(queue -> queue.release(at)));
      }
      if (position % 7 == 0) {
        calls.add(events.revoke(at));
      }
      calls.add(loop.on(queue -> queue.claim(at)));
    }
    calls.forEach(QueueHarness::await);
    int expected = 0;
    for (int position = 0; position < 200; position++) {
      expected += position % 3 != 0 && position % 7 != 0 ? 1 : 0;
    }
    int inside = expected;
    assertEquals(inside, until(events, DERBY, view -> view.active() == inside).active());
    assertEquals(
        Integer.toString(inside), harness.redis(Command.ZCARD, HASH + ":started").toString());
  }

  @Test
  void aChangedSessionLengthHoldsForThoseWhoComeAndCutsNobodyShort() {
    ClaimAnswer.Admitted before = admit(0);
    EventView view = await(events.view(DERBY));
    JsonObject json = view.settings().toJson();
    json.getJsonObject("dials").put("sessionDuration", "PT10S").put("maxSession", "PT10S");
    await(events.replace(DERBY, EventSettings.fromJson(json), view.version()));
    ClaimAnswer.Admitted after = admit(1);
    assertEquals(10, after.expiresSeconds() - after.startSeconds());
    RenewAnswer.Renewed kept = renewed(loop.on(queue -> queue.renew(at(0))));
    assertEquals(before.expiresSeconds(), kept.expiresSeconds());
  }
}
