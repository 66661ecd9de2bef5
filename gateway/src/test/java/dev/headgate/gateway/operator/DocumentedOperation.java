package dev.headgate.gateway.operator;

import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * One operation of the document that operators are served.
 *
 * @param path as the document has it
 * @param verb the method, in capitals
 * @param item what the document says of the path
 * @param json what it says of the operation
 */
record DocumentedOperation(String path, String verb, JsonObject item, JsonObject json) {
  private static final Set<String> METHODS =
      Set.of("get", "head", "put", "post", "patch", "delete", "options", "trace");

  /** All of them. */
  static List<DocumentedOperation> in(JsonObject document) {
    List<DocumentedOperation> all = new ArrayList<>();
    JsonObject paths = document.getJsonObject("paths");
    for (String path : paths.fieldNames()) {
      JsonObject item = paths.getJsonObject(path);
      for (String name : item.fieldNames()) {
        if (METHODS.contains(name)) {
          String verb = name.toUpperCase(Locale.ROOT);
          all.add(new DocumentedOperation(path, verb, item, item.getJsonObject(name)));
        }
      }
    }
    return all;
  }

  /** Whether it is on the operators' listener. */
  boolean isOperators() {
    return item.getJsonArray("servers") != null
        && item.getJsonArray("servers").getJsonObject(0).getString("url").endsWith(":8090");
  }

  boolean takesToken() {
    return path.startsWith("/api/");
  }

  /** Whether it is about who is signed in. */
  boolean isOfSessions() {
    return path.startsWith("/session");
  }

  boolean reads() {
    return verb.equals("GET") || verb.equals("HEAD");
  }

  /** Its address for an event, and a session, and a file, that never was. */
  String address(String event) {
    return path.replace("{event}", event)
        .replace("{sessionId}", "x")
        .replace("{place}", "x")
        .replace("{version}", "x")
        .replace("{file}", "x");
  }

  @Override
  public String toString() {
    return verb + " " + path;
  }
}
