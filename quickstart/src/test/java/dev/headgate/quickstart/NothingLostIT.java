package dev.headgate.quickstart;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.headgate.quickstart.Calls.Answer;
import io.vertx.core.json.JsonObject;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Ten thousand requests of fans who are inside, while their tokens are renewed, the key is rotated
 * and some of them are thrown out.
 */
@Tag("soak")
class NothingLostIT {
  private static final int REQUESTS = 10_000;
  private static final int VISITORS = 24;
  private static final int THROWN_OUT = 4;
  private static final Duration PATIENCE = Duration.ofMinutes(4);

  private final Calls calls = new Calls();
  private final Queue<String> faults = new ConcurrentLinkedQueue<>();
  private final AtomicInteger answers = new AtomicInteger();
  private final AtomicInteger renewals = new AtomicInteger();

  @Test
  void noRequestIsLostBetweenRotationRenewalAndRevocation() throws Exception {
    try (DemoProcess demo = DemoProcess.start("--on-sale-in", "2", "--rate", "3000")) {
      shortSessions(demo);
      DemoKeys keys = new DemoKeys(calls, demo);
      URI seats = demo.fans().resolve("/events/derby/seats");
      List<Visitor> visitors = new ArrayList<>();
      try {
        for (int i = 0; i < VISITORS; i++) {
          Visitor visitor = new Visitor(Guest.queued(calls, demo.fans(), "derby").token(), seats);
          visitors.add(visitor);
          // At once: whoever does not come is over before everybody is in.
          visitor.start();
        }
        keys.command(0, "new");
        await().atMost(PATIENCE).until(() -> keys.published().size() == 2);
        awaitAnswers(REQUESTS / 4);
        keys.command(0, "rotate", "--may-refuse-fans");
        visitors.subList(0, THROWN_OUT).forEach(visitor -> visitor.throwOut(demo));
        awaitAnswers(REQUESTS);
        await().atMost(PATIENCE).until(() -> renewals.get() >= 2 * VISITORS);
      } finally {
        visitors.forEach(Visitor::leave);
        for (Visitor visitor : visitors) {
          visitor.join();
        }
      }
      assertTrue(faults.isEmpty(), () -> faults.size() + " of " + answers + ": " + faults.peek());
      long out = visitors.stream().filter(visitor -> visitor.refused).count();
      assertEquals(THROWN_OUT, out);
    }
  }

  private void awaitAnswers(int count) {
    await().atMost(PATIENCE).until(() -> answers.get() >= count || !faults.isEmpty());
  }

  /** So that every session is renewed again and again. */
  private void shortSessions(DemoProcess demo) {
    JsonObject dials = new JsonObject().put("sessionDuration", "PT15S").put("maxSession", "PT10M");
    URI address = demo.operators().resolve("/api/events/derby/dials");
    Answer answer =
        calls.send(
            "PATCH", address, dials.encode(), "Authorization", "Bearer " + demo.operatorToken());
    assertEquals(200, answer.status(), answer.body());
  }

  /** A fan who asks for the map again and again, with the newest token. */
  private final class Visitor extends Thread {
    private final URI seats;
    private final AtomicBoolean left = new AtomicBoolean();
    private volatile String token;
    private volatile boolean goes;
    private volatile boolean refused;
    private String version = "\"none\"";

    Visitor(String token, URI seats) {
      this.token = token;
      this.seats = seats;
    }

    @Override
    public void run() {
      try {
        while (!left.get() && !refused) {
          visit();
        }
      } catch (CompletionException lost) {
        faults.add(lost + "");
      }
    }

    private void visit() {
      Answer answer =
          calls.get(
              seats,
              "Headgate-Admission",
              token,
              "If-None-Match",
              version,
              "Accept",
              "application/json");
      answers.incrementAndGet();
      refused = answer.status() == 401 && answer.code().equals("admission-invalid") && goes;
      if (answer.status() == 200 || answer.status() == 304) {
        keep(answer);
      } else if (!refused) {
        faults.add(answer.status() + " " + answer.body());
      }
    }

    private void keep(Answer answer) {
      String renewed = answer.response().headers().firstValue("Headgate-Admission").orElse("");
      if (!renewed.isEmpty()) {
        token = renewed;
        renewals.incrementAndGet();
      }
      version = answer.response().headers().firstValue("ETag").orElse(version);
    }

    void throwOut(DemoProcess demo) {
      goes = true;
      String session = "/api/events/derby/sessions/" + DemoKeys.sessionOf(token);
      Answer answer =
          calls.send(
              "DELETE",
              demo.operators().resolve(session),
              "",
              "Authorization",
              "Bearer " + demo.operatorToken());
      assertEquals(204, answer.status(), answer.body());
      await().atMost(Duration.ofSeconds(60)).until(() -> !isAlive());
    }

    void leave() {
      left.set(true);
    }
  }
}
