package dev.headgate.gateway.testing;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vertx.core.json.Json;
import io.vertx.core.json.JsonObject;
import io.vertx.json.schema.Draft;
import io.vertx.json.schema.JsonSchema;
import io.vertx.json.schema.JsonSchemaOptions;
import io.vertx.json.schema.OutputFormat;
import io.vertx.json.schema.OutputUnit;
import io.vertx.json.schema.Validator;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/** Holds answers that were given against openapi.yaml, and remembers which were. */
public final class DocumentedAnswers {
  private static final String FILE = "/dev/headgate/gateway/operator/openapi.yaml";
  private static final JsonSchemaOptions OPTIONS =
      new JsonSchemaOptions()
          .setDraft(Draft.DRAFT202012)
          .setBaseUri("https://headgate.example/")
          .setOutputFormat(OutputFormat.Basic);

  private static final JsonObject DOCUMENT = read();
  private static final Map<String, Validator> VALIDATORS = new ConcurrentHashMap<>();

  private final Set<String> given = ConcurrentHashMap.newKeySet();

  /**
   * An answer.
   *
   * @param method of the request
   * @param target of the request: its path, and the query if there was one
   * @param header the first value of a header of the answer; empty where there is none
   */
  public record Given(
      String method, String target, int status, UnaryOperator<String> header, String body) {

    String path() {
      return target.split("\\?", 2)[0];
    }

    @Override
    public String toString() {
      return method + " " + target + " -> " + status + " " + body;
    }
  }

  /** The document as it is written. */
  public static JsonObject document() {
    return DOCUMENT.copy();
  }

  /** Which answers have been checked: method, path of the document, status. */
  public Set<String> given() {
    return given;
  }

  /**
   * Fails where the document does not say that this may be answered. What it says nothing of at
   * all, an address or a method, has to be refused.
   */
  public void check(Given answer) {
    String path = pathOf(answer.path());
    JsonObject operation = path == null ? null : operation(path, answer.method());
    if (path == null || operation == null) {
      assertEquals(4, answer.status() / 100, () -> "no such operation: " + answer);
      return;
    }
    if (answer.status() == 500) {
      // Any address may say so, and a test that has it fail on purpose knows why.
      assertTrue(answer.body().contains("urn:headgate:problem:internal"), answer::toString);
      return;
    }
    JsonObject response =
        operation.getJsonObject("responses").getJsonObject(Integer.toString(answer.status()));
    assertNotNull(response, () -> "not documented: " + answer);
    checkHeaders(answer, resolved(response));
    checkContent(answer, resolved(response));
    given.add(answer.method() + " " + path + " " + answer.status());
  }

  private static void checkHeaders(Given answer, JsonObject response) {
    JsonObject headers = response.getJsonObject("headers", new JsonObject());
    for (String name : headers.fieldNames()) {
      if (resolved(headers.getJsonObject(name)).getBoolean("required", false)) {
        assertFalse(answer.header().apply(name).isEmpty(), () -> "no " + name + ": " + answer);
      }
    }
  }

  private static void checkContent(Given answer, JsonObject response) {
    if (answer.method().equals("HEAD")) {
      return;
    }
    JsonObject content = response.getJsonObject("content", new JsonObject());
    if (content.isEmpty()) {
      assertEquals("", answer.body(), () -> "content: " + answer);
      return;
    }
    String type = answer.header().apply("Content-Type").split(";", 2)[0].trim();
    JsonObject media = content.getJsonObject(type.toLowerCase(Locale.ROOT));
    assertNotNull(media, () -> "of a type that is not documented, " + type + ": " + answer);
    if (type.endsWith("json") && !type.contains("ndjson")) {
      OutputUnit outcome =
          validator(media.getJsonObject("schema")).validate(Json.decodeValue(answer.body()));
      assertTrue(outcome.getValid(), () -> answer + " is not as documented: " + faults(outcome));
    }
  }

  private static String faults(OutputUnit outcome) {
    List<OutputUnit> errors = outcome.getErrors();
    return errors == null
        ? ""
        : errors.stream()
            .map(error -> error.getInstanceLocation() + " " + error.getError())
            .toList()
            .toString();
  }

  // Of a copy, since the validator writes its own notes into the schemas that it is given.
  private static Validator validator(JsonObject schema) {
    return VALIDATORS.computeIfAbsent(
        schema.encode(),
        text ->
            Validator.create(
                JsonSchema.of(
                    new JsonObject(text)
                        .put("$id", "urn:headgate:schema:" + VALIDATORS.size())
                        .put("components", DOCUMENT.getJsonObject("components").copy())),
                OPTIONS));
  }

  /** The path of the document that an address has; of two that fit, the one with fewer unknowns. */
  private static @Nullable String pathOf(String address) {
    String[] segments = address.split("/", -1);
    return DOCUMENT.getJsonObject("paths").fieldNames().stream()
        .filter(path -> fits(path.split("/", -1), segments))
        .min(Comparator.comparingInt(path -> path.split("\\{", -1).length))
        .orElse(null);
  }

  private static boolean fits(String[] path, String[] segments) {
    if (path.length != segments.length) {
      return false;
    }
    for (int i = 0; i < path.length; i++) {
      boolean any = path[i].startsWith("{") && !segments[i].isEmpty() && !segments[i].equals("-");
      if (!any && !path[i].equals(segments[i])) {
        return false;
      }
    }
    return true;
  }

  private static @Nullable JsonObject operation(String path, String method) {
    JsonObject item = DOCUMENT.getJsonObject("paths").getJsonObject(path);
    JsonObject said = item.getJsonObject(method.toLowerCase(Locale.ROOT));
    return said == null && method.equals("HEAD") ? item.getJsonObject("get") : said;
  }

  /** What a part is, or what it refers to. */
  private static JsonObject resolved(JsonObject part) {
    String ref = part.getString("$ref");
    if (ref == null) {
      return part;
    }
    JsonObject found = DOCUMENT;
    for (String name : ref.substring("#/".length()).split("/", -1)) {
      found = found.getJsonObject(name);
    }
    return found;
  }

  private static JsonObject read() {
    try (InputStream yaml = DocumentedAnswers.class.getResourceAsStream(FILE)) {
      assertNotNull(yaml);
      return new JsonObject(
          Json.encode(new Load(LoadSettings.builder().build()).loadFromInputStream(yaml)));
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }
}
