package dev.headgate.booking.json;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import java.io.IOException;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads one JSON object: nothing after it, no member twice, nothing deeper than it needs. */
public final class StrictJson {
  private static final int MAX_DEPTH = 16;
  private static final int MAX_DIGITS = 64;

  private static final JsonFactory FACTORY =
      JsonFactory.builder()
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .streamReadConstraints(
              StreamReadConstraints.builder()
                  .maxNestingDepth(MAX_DEPTH)
                  .maxNumberLength(MAX_DIGITS)
                  .build())
          .build();

  private StrictJson() {}

  /** The text is not one well-formed JSON object, or names a member twice. */
  public static final class MalformedException extends Exception {
    private static final long serialVersionUID = 1L;

    MalformedException(String reason) {
      super(reason, null, false, false);
    }
  }

  /**
   * The object: strings, booleans, nulls, lists and maps; whole numbers are Long, or BigInteger
   * beyond 63 bits, and a number written with a point or an exponent is always a Double.
   *
   * @throws MalformedException when the text is anything else
   */
  public static Map<String, @Nullable Object> object(byte[] utf8) throws MalformedException {
    try (JsonParser parser = FACTORY.createParser(utf8)) {
      if (parser.nextToken() != JsonToken.START_OBJECT) {
        throw new MalformedException("not one JSON object");
      }
      Map<String, @Nullable Object> object = objectAt(parser);
      if (parser.nextToken() != null) {
        throw new MalformedException("more than one JSON value");
      }
      return object;
    } catch (IOException malformed) {
      throw new MalformedException("not well-formed, or a member is named twice");
    }
  }

  private static @Nullable Object value(JsonParser parser, @Nullable JsonToken token)
      throws IOException {
    if (token == null) {
      throw new IOException("ends early");
    }
    return switch (token) {
      case START_OBJECT -> objectAt(parser);
      case START_ARRAY -> listAt(parser);
      case VALUE_STRING -> parser.getText();
      case VALUE_TRUE -> true;
      case VALUE_FALSE -> false;
      case VALUE_NUMBER_INT -> whole(parser.getBigIntegerValue());
      case VALUE_NUMBER_FLOAT -> parser.getDoubleValue();
      default -> null;
    };
  }

  private static Map<String, @Nullable Object> objectAt(JsonParser parser) throws IOException {
    Map<String, @Nullable Object> object = new LinkedHashMap<>();
    while (parser.nextToken() == JsonToken.FIELD_NAME) {
      String name = parser.currentName();
      object.put(name, value(parser, parser.nextToken()));
    }
    return object;
  }

  private static List<@Nullable Object> listAt(JsonParser parser) throws IOException {
    List<@Nullable Object> list = new ArrayList<>();
    JsonToken token = parser.nextToken();
    while (token != JsonToken.END_ARRAY) {
      list.add(value(parser, token));
      token = parser.nextToken();
    }
    return list;
  }

  private static Object whole(BigInteger number) {
    return number.bitLength() < Long.SIZE ? (Object) number.longValue() : number;
  }
}
