package dev.headgate.gateway.remote;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadFeature;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** JSON as plain values: maps, lists, texts, numbers, booleans and null. */
final class Json {
  // The parser by itself: what maps values to objects takes longer to load than a request takes.
  private static final JsonFactory FACTORY =
      JsonFactory.builder().enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION).build();

  private Json() {}

  /**
   * The value of a text.
   *
   * @throws IllegalArgumentException when the text is no JSON
   */
  static @Nullable Object read(String text) {
    try (JsonParser parser = FACTORY.createParser(text)) {
      JsonToken first = parser.nextToken();
      Object value = value(parser, first);
      if (first == null || parser.nextToken() != null) {
        throw new IllegalArgumentException("not one JSON value");
      }
      return value;
    } catch (JsonProcessingException malformed) {
      throw new IllegalArgumentException(malformed.getOriginalMessage(), malformed);
    } catch (IOException impossible) {
      throw new UncheckedIOException(impossible);
    }
  }

  /** The same JSON, with nothing in it that would steer a terminal. */
  static String unseenEscaped(String json) {
    StringBuilder safe = new StringBuilder(json.length());
    json.codePoints()
        .forEach(
            each -> {
              boolean space = each == '\n' || each == '\r' || each == '\t';
              if (space || !Node.isControl(each)) {
                safe.appendCodePoint(each);
              } else {
                for (char half : Character.toChars(each)) {
                  safe.append("\\u%04x".formatted((int) half));
                }
              }
            });
    return safe.toString();
  }

  static String write(@Nullable Object value) {
    StringWriter text = new StringWriter();
    try (JsonGenerator generator = FACTORY.createGenerator(text)) {
      write(generator, value);
    } catch (IOException impossible) {
      throw new UncheckedIOException(impossible);
    }
    return text.toString();
  }

  private static @Nullable Object value(JsonParser parser, @Nullable JsonToken token)
      throws IOException {
    if (token == null) {
      return null;
    }
    return switch (token) {
      case START_OBJECT -> object(parser);
      case START_ARRAY -> array(parser);
      case VALUE_STRING -> parser.getText();
      case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> parser.getNumberValue();
      case VALUE_TRUE -> true;
      case VALUE_FALSE -> false;
      default -> null;
    };
  }

  private static Map<String, @Nullable Object> object(JsonParser parser) throws IOException {
    Map<String, @Nullable Object> object = new LinkedHashMap<>();
    while (parser.nextToken() != JsonToken.END_OBJECT) {
      String name = parser.currentName();
      object.put(name, value(parser, parser.nextToken()));
    }
    return object;
  }

  private static List<@Nullable Object> array(JsonParser parser) throws IOException {
    List<@Nullable Object> array = new ArrayList<>();
    for (JsonToken next = parser.nextToken();
        next != JsonToken.END_ARRAY;
        next = parser.nextToken()) {
      array.add(value(parser, next));
    }
    return array;
  }

  private static void write(JsonGenerator to, @Nullable Object value) throws IOException {
    if (value == null) {
      to.writeNull();
    } else if (value instanceof Map<?, ?> object) {
      to.writeStartObject();
      for (Map.Entry<?, ?> field : object.entrySet()) {
        to.writeFieldName(String.valueOf(field.getKey()));
        write(to, field.getValue());
      }
      to.writeEndObject();
    } else if (value instanceof List<?> array) {
      to.writeStartArray();
      for (Object each : array) {
        write(to, each);
      }
      to.writeEndArray();
    } else if (value instanceof Number number) {
      to.writeNumber(number.toString());
    } else if (value instanceof Boolean flag) {
      to.writeBoolean(flag);
    } else {
      to.writeString(value.toString());
    }
  }
}
