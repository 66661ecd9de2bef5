package dev.headgate.quickstart;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.headgate.quickstart.Calls.Answer;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/** The admission key of the real demo is rotated by the real command while fans are inside. */
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
      Path keys = keysOf(demo);
      String first = kidOf(guests.get(0));
      AtomicBoolean over = new AtomicBoolean();
      List<Thread> visitors = new ArrayList<>();
      for (URI origin : List.of(demo.fans(), demo.shop())) {
        visitors.add(new Thread(() -> visitUntil(over, origin)));
      }
      visitors.forEach(Thread::start);
      try {
        awaitAnswers(20);
        keys(keys, 0, "new", "--alg", "ES256");
        await().atMost(PATIENCE).until(() -> published(demo).size() == 2);
        assertEquals(first, kidOf(Guest.queued(calls, demo.fans(), "derby")));
        // The key is new: this is for operators who know that nobody is refused by it.
        keys(keys, 1, "rotate");
        keys(keys, 0, "rotate", "--may-refuse-fans");
        await().atMost(PATIENCE).until(() -> signsUnderAnother(demo, first));
        assertNotEquals(first, kidOf(guests.get(guests.size() - 1)));
        awaitAnswers(40);
        keys(keys, 1, "retire");
        assertEquals(2, published(demo).size());
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
    return !kidOf(guest).equals(kid);
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

  private static void keys(Path folder, int exit, String... arguments) {
    List<String> all = new ArrayList<>(List.of("keys"));
    all.addAll(List.of(arguments));
    all.addAll(List.of("--keys", folder.toString()));
    CommandLine command = new CommandLine(new dev.headgate.gateway.Main());
    assertEquals(exit, command.execute(all.toArray(String[]::new)), all.toString());
  }

  private List<String> published(DemoProcess demo) {
    Answer answer = calls.get(demo.fans().resolve("/.well-known/jwks.json"));
    assertEquals("public, max-age=300", answer.header("Cache-Control"));
    return answer.json().getJsonArray("keys").stream()
        .map(key -> ((JsonObject) key).getString("kid"))
        .toList();
  }

  /** The demo's own folder, known by the key that the demo publishes. */
  private Path keysOf(DemoProcess demo) {
    String kid = published(demo).get(0);
    Path temporary = Path.of(System.getProperty("java.io.tmpdir"));
    try (DirectoryStream<Path> demos = Files.newDirectoryStream(temporary, "headgate-demo*")) {
      for (Path each : demos) {
        Path key = each.resolve("keys/admission.jwk");
        if (Files.exists(key) && Files.readString(key).contains(kid)) {
          return each.resolve("keys");
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    throw new AssertionError("no folder with the key " + kid);
  }

  private static String kidOf(Guest guest) {
    String head = guest.token().substring(0, guest.token().indexOf('.'));
    byte[] json = Base64.getUrlDecoder().decode(head);
    return new JsonObject(new String(json, StandardCharsets.UTF_8)).getString("kid");
  }
}
