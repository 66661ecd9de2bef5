package dev.headgate.quickstart;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.headgate.quickstart.Calls.Answer;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The admission key of the real demo is rotated by the real command while fans are inside. */
@Tag("soak")
class KeyRotationIT {
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private final Calls calls = new Calls();
  private final Queue<String> faults = new ConcurrentLinkedQueue<>();
  private final List<Guest> guests = new CopyOnWriteArrayList<>();
  private final AtomicInteger answers = new AtomicInteger();

  @Test
  void aRotationUnderRequestsRefusesNobodyAtTheGatewayOrTheShop() throws Exception {
    try (DemoProcess demo = DemoProcess.start("--on-sale-in", "2", "--rate", "1200")) {
      guests.add(Guest.queued(calls, demo.fans(), "derby"));
      DemoKeys keys = new DemoKeys(calls, demo);
      String first = DemoKeys.kidOf(guests.get(0).token());
      AtomicBoolean over = new AtomicBoolean();
      List<Thread> visitors = new ArrayList<>();
      for (URI origin : List.of(demo.fans(), demo.shop())) {
        visitors.add(new Thread(() -> visitUntil(over, origin)));
      }
      visitors.forEach(Thread::start);
      try {
        awaitAnswers(20);
        keys.command(0, "new", "--alg", "ES256");
        await().atMost(PATIENCE).until(() -> keys.published().size() == 2);
        assertEquals(first, DemoKeys.kidOf(Guest.queued(calls, demo.fans(), "derby").token()));
        // The key is new: this is for operators who know that nobody is refused by it.
        keys.command(1, "rotate");
        keys.command(0, "rotate", "--may-refuse-fans");
        await().atMost(PATIENCE).until(() -> signsUnderAnother(demo, first));
        assertNotEquals(first, DemoKeys.kidOf(guests.get(guests.size() - 1).token()));
        awaitAnswers(40);
        keys.command(1, "retire");
        assertEquals(2, keys.published().size());
      } finally {
        over.set(true);
        for (Thread visitor : visitors) {
          visitor.join();
        }
      }
      assertTrue(faults.isEmpty(), () -> faults.size() + " of " + answers + ": " + faults.peek());
    }
  }

  private boolean signsUnderAnother(DemoProcess demo, String kid) {
    Guest guest = Guest.queued(calls, demo.fans(), "derby");
    guests.add(guest);
    return !DemoKeys.kidOf(guest.token()).equals(kid);
  }

  /** So many more answers, to everybody who is inside. */
  private void awaitAnswers(int more) {
    int before = answers.get();
    await().atMost(PATIENCE).until(() -> answers.get() >= before + more);
  }

  private void visitUntil(AtomicBoolean over, URI origin) {
    URI seats = origin.resolve("/events/derby/seats");
    while (!over.get()) {
      for (Guest guest : guests) {
        Answer answer =
            calls.get(seats, "Headgate-Admission", guest.token(), "Accept", "application/json");
        answers.incrementAndGet();
        if (answer.status() != 200) {
          faults.add(seats + ": " + answer.status() + " " + answer.code());
        }
      }
    }
  }
}
