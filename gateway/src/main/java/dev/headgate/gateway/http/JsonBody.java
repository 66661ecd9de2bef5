package dev.headgate.gateway.http;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Reads JSON bodies strictly: one object, no duplicate members, no member nobody knows. */
public final class JsonBody {

  /** The largest body our own endpoints read. */
  public static final int MAX_BYTES = 64 * 1024;

  private static final JsonFactory FACTORY =
      JsonFactory.builder()
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .streamReadConstraints(StreamReadConstraints.builder().maxNestingDepth(32).build())
          .build();

  private JsonBody() {}

  /** The one object in the body; an empty body is an empty object. */
  public static JsonObject object(Buffer body) {
    if (body.length() > MAX_BYTES) {
      throw new ProblemException(Problem.tooLarge(MAX_BYTES));
    }
    if (body.length() == 0) {
      return new JsonObject();
    }
    if (!mayBeUtf8(body)) {
      throw bad("The body must be UTF-8.");
    }
    try (JsonParser parser = FACTORY.createParser(body.getBytes())) {
      Object value = value(parser, parser.nextToken());
      if (!(value instanceof JsonObject object) || parser.nextToken() != null) {
        throw bad("The body must be one JSON object.");
      }
      return object;
    } catch (IOException | NumberFormatException malformed) {
      throw bad("The body is not well-formed JSON, or names a member twice.");
    }
  }

  // The parser takes UTF-16 and UTF-32 as well, which whoever stands in front of us may not.
  private static boolean mayBeUtf8(Buffer body) {
    for (int i = 0; i < Math.min(4, body.length()); i++) {
      int each = body.getUnsignedByte(i);
      if (each == 0 || each >= 0xfe) {
        return false;
      }
    }
    return true;
  }

  /** Refuses members that are not among those known, naming each. */
  public static void onlyMembers(JsonObject object, Set<String> known) {
    Set<String> unknown = new TreeSet<>(object.fieldNames());
    unknown.removeAll(known);
    if (!unknown.isEmpty()) {
      throw new ProblemException(
          Problem.badRequest("Unknown fields: " + String.join(", ", unknown) + ".")
              .with("unknown", new JsonArray(unknown.stream().toList())));
    }
  }

  private static @Nullable Object value(JsonParser parser, @Nullable JsonToken token)
      throws IOException {
    if (token == null) {
      throw bad("The body must be one JSON object.");
    }
    return switch (token) {
      case START_OBJECT -> objectAt(parser);
      case START_ARRAY -> arrayAt(parser);
      case VALUE_STRING -> parser.getText();
      case VALUE_TRUE -> true;
      case VALUE_FALSE -> false;
      case VALUE_NUMBER_INT -> whole(parser.getBigIntegerValue());
      case VALUE_NUMBER_FLOAT -> decimal(parser.getDecimalValue());
      default -> null;
    };
  }

  private static JsonObject objectAt(JsonParser parser) throws IOException {
    JsonObject object = new JsonObject();
    while (parser.nextToken() != JsonToken.END_OBJECT) {
      String name = parser.currentName();
      object.put(name, value(parser, parser.nextToken()));
    }
    return object;
  }

  private static JsonArray arrayAt(JsonParser parser) throws IOException {
    JsonArray array = new JsonArray();
    JsonToken token = parser.nextToken();
    while (token != JsonToken.END_ARRAY) {
      array.add(value(parser, token));
      token = parser.nextToken();
    }
    return array;
  }

  private static Object whole(BigInteger number) {
    return number.bitLength() < 64 ? (Object) number.longValue() : number;
  }

  private static Object decimal(BigDecimal number) {
    return number.doubleValue();
  }

  private static ProblemException bad(String detail) {
    return new ProblemException(Problem.badRequest(detail));
  }
}
