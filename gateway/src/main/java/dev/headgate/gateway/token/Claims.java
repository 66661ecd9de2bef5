package dev.headgate.gateway.token;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadFeature;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The claims of a token, read strictly: one flat JSON object, no member twice, numbers whole.
 * Members of any other form are as good as absent.
 */
final class Claims {
  private static final JsonFactory FACTORY =
      JsonFactory.builder().enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION).build();

  private final Map<String, Object> members;

  private Claims(Map<String, Object> members) {
    this.members = members;
  }

  /** The claims, or null when the bytes are no such object. */
  static @Nullable Claims parse(byte[] json) {
    try (JsonParser parser = FACTORY.createParser(json)) {
      if (parser.nextToken() != JsonToken.START_OBJECT) {
        return null;
      }
      Map<String, Object> members = new HashMap<>(16);
      while (parser.nextToken() == JsonToken.FIELD_NAME) {
        String name = parser.currentName();
        Object value = value(parser, parser.nextToken());
        if (value != null) {
          members.put(name, value);
        }
      }
      return parser.nextToken() == null ? new Claims(members) : null;
    } catch (IOException malformed) {
      return null;
    }
  }

  @Nullable String text(String name) {
    return members.get(name) instanceof String text ? text : null;
  }

  /** A whole number that is not negative, or -1. */
  long number(String name) {
    return members.get(name) instanceof Long number && number >= 0 ? number : -1;
  }

  private static @Nullable Object value(JsonParser parser, @Nullable JsonToken token)
      throws IOException {
    if (token == JsonToken.VALUE_STRING) {
      return parser.getText();
    } else if (token == JsonToken.VALUE_NUMBER_INT) {
      return parser.getNumberType() == JsonParser.NumberType.BIG_INTEGER
          ? null
          : (Object) parser.getLongValue();
    } else if (token == JsonToken.START_ARRAY) {
      return only(parser);
    }
    parser.skipChildren();
    return null;
  }

  // An audience may come as an array of one.
  private static @Nullable Object only(JsonParser parser) throws IOException {
    String first = parser.nextToken() == JsonToken.VALUE_STRING ? parser.getText() : null;
    int elements = 0;
    while (parser.currentToken() != null && parser.currentToken() != JsonToken.END_ARRAY) {
      parser.skipChildren();
      elements++;
      if (parser.nextToken() == null) {
        break;
      }
    }
    return elements == 1 && first != null ? new One(first) : null;
  }

  /** The text of a claim that is a string, or an array of one string. */
  @Nullable String textOrOnlyElement(String name) {
    Object value = members.get(name);
    return value instanceof One one ? one.text() : text(name);
  }

  private record One(String text) {}
}
