package dev.headgate.gateway.forward;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is noted of the upstreams. */
class ForwardBackendsTest {
  private static final String PATH = "/events/derby/holds";

  @TempDir static Path keys;

  private Scene scene;
  private String admission;

  @BeforeEach
  void open() {
    scene = new Scene(keys);
    admission = "Headgate-Admission: " + scene.token("derby");
  }

  @AfterEach
  void close() {
    scene.close();
  }

  @Test
  void everyAnswerOnARouteWithAdmissionIsNotedAndNoOther() throws IOException {
    assertEquals(200, scene.get(PATH, admission).status());
    String hold = Scene.request("POST", PATH, admission, "Content-Length: 2");
    assertEquals(200, scene.exchange(hold + "{}").status());
    scene.answer = response -> response.setStatusCode(503).end();
    assertEquals(503, scene.exchange(Scene.request("DELETE", PATH, admission)).status());
    assertEquals(List.of("shop GET 200", "shop POST 200", "shop DELETE 503"), scene.backends.noted);
    assertEquals(401, scene.get(PATH).status());
    assertEquals(503, scene.get("/events/derby", admission).status());
    assertEquals(503, scene.get("/public/x").status());
    assertEquals(404, scene.get("/nothing").status());
    assertEquals(3, scene.backends.noted.size());
    assertTrue(scene.backends.millis.stream().allMatch(millis -> millis >= 0));
  }

  @Test
  void theTimeIsThatOfTheUpstreamAndNotOfASlowFan() throws IOException {
    scene.answer = response -> {};
    long sent = System.nanoTime();
    try (Wire wire = new Wire(scene.port)) {
      wire.send(Scene.request("POST", PATH, admission, "Content-Length: 4") + "{}");
      Awaitility.await().until(() -> scene.begun.get() == 1);
      Awaitility.await().until(() -> System.nanoTime() - sent > 300_000_000L);
      long rest = System.nanoTime();
      scene.answer = response -> response.end("ok");
      wire.send("  ");
      assertEquals("ok", wire.read(false).body());
      long tookMillis = (System.nanoTime() - rest) / 1_000_000;
      assertTrue(scene.backends.millis.get(0) <= tookMillis, scene.backends.millis + "");
    }
  }

  @Test
  void anUpstreamThatIsNotThereHangsOrBreaksOffDidNotAnswer() throws IOException {
    scene.answer = response -> {};
    assertEquals(504, scene.get(Scene.HASTY, admission).status());
    scene.answer = response -> response.reset().onFailure(gone -> {});
    assertEquals(502, scene.get(PATH, admission).status());
    int gateway = scene.gateway(Scene.config(List.of(), Map.of("shop", Scene.NOBODY)));
    assertEquals(502, Wire.exchange(gateway, Scene.request("GET", PATH, admission)).status());
    assertEquals(502, Wire.exchange(gateway, Scene.request("GET", "/public/x")).status());
    assertEquals(
        List.of("shop unanswered", "shop unanswered", "shop unanswered"), scene.backends.noted);
  }

  @Test
  void whatTheFanSpoilsIsNotTheUpstreamsFault() throws IOException {
    try (Wire wire = new Wire(scene.port)) {
      wire.send(Scene.request("POST", PATH, admission, "Content-Length: 4") + "{}");
      Awaitility.await().until(() -> scene.begun.get() == 1);
      wire.reset();
    }
    Awaitility.await().until(() -> scene.brokenOff.get() == 1);
    assertEquals(413, tooLarge());
    assertEquals(List.of(), scene.backends.noted);
  }

  private int tooLarge() throws IOException {
    long length = Scene.MAX_BODY + 1L;
    return scene
        .exchange(Scene.request("POST", PATH, admission, "Content-Length: " + length))
        .status();
  }
}
