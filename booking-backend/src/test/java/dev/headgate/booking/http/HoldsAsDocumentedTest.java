package dev.headgate.booking.http;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.headgate.booking.hold.Hold;
import dev.headgate.booking.hold.Holds;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/** What the shop writes of a hold, and what the document of the whole says that it writes. */
class HoldsAsDocumentedTest {
  private static final Path DOCUMENT =
      Path.of("../gateway/src/main/resources/dev/headgate/gateway/operator/openapi.yaml");
  private static final Instant NOW = Instant.parse("2026-12-01T10:00:00Z");
  private static final Hold HOLD =
      new Hold(
          "h1",
          "derby",
          "active",
          List.of(new Hold.HeldSeat("A-1", 4_900, "adult")),
          4_900,
          NOW,
          NOW.plusSeconds(480),
          null,
          new Hold.MoreTime(120, true),
          NOW);

  private final JsonObject schemas = schemas();

  private static JsonObject schemas() {
    try {
      Object read =
          new Load(LoadSettings.builder().build()).loadFromString(Files.readString(DOCUMENT));
      return new JsonObject(Map.of("read", read))
          .getJsonObject("read")
          .getJsonObject("components")
          .getJsonObject("schemas");
    } catch (IOException gone) {
      throw new AssertionError(gone);
    }
  }

  private void checkFields(JsonObject written, String... documented) {
    TreeSet<String> properties = new TreeSet<>();
    TreeSet<String> required = new TreeSet<>();
    for (String name : documented) {
      JsonObject schema = schemas.getJsonObject(name);
      properties.addAll(schema.getJsonObject("properties").fieldNames());
      schema.getJsonArray("required").forEach(field -> required.add(String.valueOf(field)));
    }
    TreeSet<String> fields = new TreeSet<>(written.fieldNames());
    required.removeAll(fields);
    assertEquals(List.of(), List.copyOf(required), "required, and not written");
    fields.removeAll(properties);
    assertEquals(List.of(), List.copyOf(fields), "written, and not documented");
  }

  @Test
  void aHoldHasTheFieldsThatAreDocumentedOfIt() {
    checkFields(HoldJson.fresh(HOLD), "Hold");
    checkFields(HoldJson.stored(HOLD), "Hold", "StoredHold");
    checkFields(HoldJson.fresh(HOLD).getJsonArray("seats").getJsonObject(0), "HeldSeat");
  }

  @Test
  void theListOfHoldsHasTheFieldsThatAreDocumentedOfIt() {
    JsonObject list = HoldJson.live("derby", new Holds.Live(List.of(HOLD), NOW));
    checkFields(list, "Holds");
    checkFields(list.getJsonArray("holds").getJsonObject(0), "Hold", "StoredHold");
  }
}
