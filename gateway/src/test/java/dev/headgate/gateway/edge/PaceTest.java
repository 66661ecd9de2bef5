package dev.headgate.gateway.edge;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.headgate.gateway.queue.ClaimAnswer;
import dev.headgate.gateway.queue.QueuePosition;
import dev.headgate.gateway.token.PlaceTicket;
import io.vertx.core.Future;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class PaceTest {
  private static final ScriptedView VIEW = new ScriptedView("derby");

  private static final long SECOND = 1_000_000_000L;

  private static PlaceTicket place(int arrival) {
    return new PlaceTicket("derby", 1_764_490_000_000L, 0, arrival, "fan");
  }

  @Test
  void onePlaceIsSlowedDownAndIsForgivenAfterTwoSeconds() {
    PollPace pace = new PollPace();
    for (int i = 0; i < PollPace.MOST_POLLS; i++) {
      assertTrue(pace.allows(place(1), i));
    }
    assertFalse(pace.allows(place(1), SECOND));
    assertTrue(pace.allows(place(1), 2 * SECOND));
  }

  @Test
  void nobodyPaysForAnothersHaste() {
    PollPace pace = new PollPace();
    for (int round = 0; round < PollPace.MOST_POLLS; round++) {
      for (int arrival = 0; arrival < 200_000; arrival++) {
        assertTrue(pace.allows(place(arrival), round), "arrival: " + arrival);
      }
    }
  }

  @Test
  void aSecondLaterTheStoreIsAskedAgain() {
    ScriptedQueue queue = new ScriptedQueue();
    AtomicLong now = new AtomicLong();
    ClaimCalls calls = new ClaimCalls(queue, now::get);
    QueuePosition position = new QueuePosition("derby", 1, 0, 5);
    queue.claim = Future.succeededFuture(new ClaimAnswer.MomentPlease());
    assertTrue(calls.claim(VIEW, position).result() instanceof ClaimAnswer.MomentPlease);
    queue.claim = Future.succeededFuture(new ClaimAnswer.TurnOver());
    now.set(SECOND - 1);
    assertTrue(calls.claim(VIEW, position).result() instanceof ClaimAnswer.MomentPlease);
    now.set(SECOND);
    assertTrue(calls.claim(VIEW, position).result() instanceof ClaimAnswer.TurnOver);
    assertEquals(2, queue.claims.size());
  }

  @Test
  void placesDoNotShareAnswers() {
    ScriptedQueue queue = new ScriptedQueue();
    ClaimCalls calls = new ClaimCalls(queue, () -> 0);
    for (int position = 0; position < 3; position++) {
      assertTrue(calls.claim(VIEW, new QueuePosition("derby", 1, 0, position)).succeeded());
    }
    assertEquals(3, queue.claims.size());
  }
}
