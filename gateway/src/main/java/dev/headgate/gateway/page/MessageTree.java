package dev.headgate.gateway.page;

import com.ibm.icu.text.MessagePattern;
import com.ibm.icu.text.MessagePattern.ArgType;
import com.ibm.icu.text.MessagePattern.Part;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.Set;

/**
 * A message as the page's script takes it: a text, or a list of texts and arguments. An argument is
 * a list of its name, its kind and what that needs: the style of a date or a time, or the messages
 * of a plural or a choice by their case. {@code #} is the number it stands for.
 */
final class MessageTree {
  private static final Set<String> STYLES = Set.of("short", "medium", "long", "full");

  private final MessagePattern pattern;
  private int at;

  private MessageTree(String message) {
    pattern = new MessagePattern(message);
  }

  /**
   * Reads one.
   *
   * @throws IllegalArgumentException when it is no message, or has what the script knows nothing of
   */
  static Object of(String message) {
    return new MessageTree(message).message("");
  }

  /** The message that begins here; afterwards {@code at} is behind its end. */
  private Object message(String counted) {
    JsonArray parts = new JsonArray();
    StringBuilder text = new StringBuilder();
    int from = pattern.getPart(at++).getLimit();
    while (true) {
      Part part = pattern.getPart(at);
      text.append(pattern.getPatternString(), from, part.getIndex());
      from = part.getLimit();
      switch (part.getType()) {
        case MSG_LIMIT -> {
          at++;
          return finished(parts, text);
        }
        case ARG_START -> {
          int end = pattern.getLimitPartIndex(at);
          from = pattern.getPart(end).getLimit();
          flush(parts, text).add(argument(counted));
          at = end;
        }
        case REPLACE_NUMBER -> flush(parts, text).add(new JsonArray().add(counted).add("number"));
        default -> {} // Syntax that is left out, or would be added for a stricter reader.
      }
      at++;
    }
  }

  private static Object finished(JsonArray parts, StringBuilder text) {
    return parts.isEmpty() ? text.toString() : flush(parts, text);
  }

  private static JsonArray flush(JsonArray parts, StringBuilder text) {
    if (!text.isEmpty()) {
      parts.add(text.toString());
      text.setLength(0);
    }
    return parts;
  }

  private JsonArray argument(String counted) {
    ArgType type = pattern.getPart(at++).getArgType();
    Part name = pattern.getPart(at++);
    if (name.getType() != Part.Type.ARG_NAME) {
      throw unknown("a number for a name");
    }
    String called = pattern.getSubstring(name);
    JsonArray argument = new JsonArray().add(called);
    return switch (type) {
      case NONE -> argument;
      case SIMPLE -> simple(argument);
      case PLURAL -> argument.add("plural").add(cases(called));
      case SELECT -> argument.add("select").add(cases(counted));
      default -> throw unknown(type.toString());
    };
  }

  private JsonArray simple(JsonArray argument) {
    String kind = pattern.getSubstring(pattern.getPart(at++));
    Part style = pattern.getPart(at);
    boolean styled = style.getType() == Part.Type.ARG_STYLE;
    String how = styled ? pattern.getSubstring(style).strip() : "";
    boolean timed = kind.equals("date") || kind.equals("time");
    if (timed && STYLES.contains(how)) {
      return argument.add(kind).add(how);
    }
    if (kind.equals("number") && !styled) {
      return argument.add(kind);
    }
    throw unknown(kind + " " + how);
  }

  private JsonObject cases(String counted) {
    if (pattern.getPluralOffset(at) != 0) {
      throw unknown("offset");
    }
    JsonObject cases = new JsonObject();
    while (pattern.getPart(at).getType() == Part.Type.ARG_SELECTOR) {
      String selector = pattern.getSubstring(pattern.getPart(at++));
      if (pattern.getPart(at).getType().hasNumericValue()) {
        at++; // The number of =1, which the selector says, too.
      }
      cases.put(selector, message(counted));
    }
    return cases;
  }

  private IllegalArgumentException unknown(String what) {
    return new IllegalArgumentException(
        "nothing the page's script knows: " + what + " in: " + pattern.getPatternString());
  }
}
