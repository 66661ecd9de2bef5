package dev.headgate.quickstart;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.headgate.quickstart.Calls.Answer;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** An app that does what docs/mobile.md shows gets the answers that docs/mobile.md shows. */
@Tag("soak")
class MobileGuideIT {
  private static final Path PAGE = Path.of("..", "docs", "mobile.md");
  private static final String HOLDS = "another fan holds ";
  private static final String LASTS = "sessions last ";

  private final Calls calls = new Calls();

  @Test
  void everythingThatTheGuideForAppsShowsIsSo() throws IOException {
    List<Guide.Step> steps = Guide.steps(Files.readAllLines(PAGE));
    assertTrue(steps.size() > 40, "the page is read whole: " + steps.size());
    try (DemoProcess demo = DemoProcess.start("--on-sale-in", "3600")) {
      AppFan fan = new AppFan(demo.fans());
      for (Guide.Step step : steps) {
        if (step instanceof Guide.Exchange exchange) {
          fan.runs(exchange);
        } else if (step instanceof Guide.Direction direction) {
          happens(direction.words(), demo);
        }
      }
    }
  }

  private void happens(String words, DemoProcess demo) {
    if (words.equals("the sale begins")) {
      begins(demo);
    } else if (words.startsWith(HOLDS)) {
      holds(words.substring(HOLDS.length()), demo);
    } else if (words.startsWith(LASTS)) {
      JsonObject dials = new JsonObject().put("sessionDuration", words.substring(LASTS.length()));
      operates("PATCH", "/dials", dials, demo, "*");
    } else {
      throw new AssertionError(words + " (expected: something that can be made to happen)");
    }
  }

  /** The start is moved, and the sale not timed: whatever the machine, nobody is late for it. */
  private void begins(DemoProcess demo) {
    JsonObject event =
        calls
            .get(demo.operators().resolve("/api/events/derby"), "Authorization", bearer(demo))
            .json();
    JsonObject settings =
        event.getJsonObject("settings").put("start", Instant.now().plusSeconds(1).toString());
    operates("PUT", "", settings, demo, "\"" + event.getLong("version") + "\"");
  }

  private void holds(String seat, DemoProcess demo) {
    Guest guest = Guest.queued(calls, demo.fans(), "derby");
    URI holds = demo.fans().resolve("/events/derby/holds");
    String body = new JsonObject().put("seats", new JsonArray().add(seat)).encode();
    Answer held = calls.send("POST", holds, body, "Headgate-Admission", guest.token());
    assertEquals(201, held.status(), held::toString);
  }

  private void operates(
      String method, String path, JsonObject body, DemoProcess demo, String version) {
    URI address = demo.operators().resolve("/api/events/derby" + path);
    String[] headers = {"Authorization", bearer(demo), "If-Match", version};
    Answer done = calls.send(method, address, body.encode(), headers);
    assertEquals(200, done.status(), done::toString);
  }

  private static String bearer(DemoProcess demo) {
    return "Bearer " + demo.operatorToken();
  }
}
