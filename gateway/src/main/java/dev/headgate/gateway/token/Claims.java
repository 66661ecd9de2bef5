package dev.headgate.gateway.token;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadFeature;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The claims of a token, read strictly: one JSON object, no member twice, numbers whole. Members of
 * any other form have a name and nothing else.
 */
final class Claims {
  private static final JsonFactory FACTORY =
      JsonFactory.builder().enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION).build();

  private static final Object OF_ANOTHER_FORM = new Object();

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
      Claims claims = members(parser);
      return parser.nextToken() == null ? claims : null;
    } catch (IOException malformed) {
      return null;
    }
  }

  private static Claims members(JsonParser parser) throws IOException {
    Map<String, Object> members = new HashMap<>(16);
    while (parser.nextToken() == JsonToken.FIELD_NAME) {
      String name = parser.currentName();
      Object value = value(parser, parser.nextToken());
      members.put(name, value == null ? OF_ANOTHER_FORM : value);
    }
    return new Claims(members);
  }

  /** The names of all members, of whatever form. */
  Set<String> names() {
    return members.keySet();
  }

  /** The members of a member that is an object; null where it is not. */
  @Nullable Claims object(String name) {
    return members.get(name) instanceof Claims object ? object : null;
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
    } else if (token == JsonToken.START_OBJECT) {
      return members(parser);
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
