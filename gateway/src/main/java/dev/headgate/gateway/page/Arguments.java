package dev.headgate.gateway.page;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.Map;
import java.util.TreeMap;

/** What a message says the values of, by name: numbers, moments, texts, or one of several cases. */
final class Arguments {
  private final Map<String, String> kinds = new TreeMap<>();

  private Arguments() {}

  /**
   * Those of a message.
   *
   * @throws IllegalArgumentException when it is none, or has what the page's script knows not
   */
  static Arguments of(String message) {
    Arguments arguments = new Arguments();
    arguments.inMessage(MessageTree.of(message));
    return arguments;
  }

  /** Whether a message with those can be said where one with these is. */
  boolean allow(Arguments others) {
    return others.kinds.entrySet().stream()
        .allMatch(
            other -> {
              String kind = kinds.getOrDefault(other.getKey(), "");
              return kind.equals(other.getValue())
                  || (kind.equals("number") && other.getValue().equals("text"));
            });
  }

  boolean isEmpty() {
    return kinds.isEmpty();
  }

  private void inMessage(Object message) {
    if (message instanceof JsonArray parts) {
      for (Object part : parts) {
        if (part instanceof JsonArray argument) {
          inArgument(argument);
        }
      }
    }
  }

  private void inArgument(JsonArray argument) {
    String kind = argument.size() > 1 ? argument.getString(1) : "text";
    String named = argument.getString(0);
    switch (kind) {
      case "plural", "number" -> kinds.put(named, "number");
      case "date", "time" -> kinds.put(named, "moment");
      default -> kinds.putIfAbsent(named, kind);
    }
    if (argument.size() > 2 && argument.getValue(2) instanceof JsonObject cases) {
      cases.forEach(one -> inMessage(one.getValue()));
    }
  }

  @Override
  public String toString() {
    return kinds.isEmpty() ? "no values" : "the values " + kinds;
  }
}
