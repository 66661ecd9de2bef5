package dev.headgate.booking;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Somebody who listens to the changes of an event's seats. */
final class Listening implements AutoCloseable {
  final List<Event> events = new CopyOnWriteArrayList<>();
  final CompletableFuture<Void> ended = new CompletableFuture<>();
  private final HttpResponse<Stream<String>> response;
  private final Stream<String> lines;

  /** One event of the stream. */
  record Event(String type, String id, String data) {
    JsonObject json() {
      return new JsonObject(data);
    }

    List<String> changes() {
      List<String> changes = new ArrayList<>();
      JsonArray all = json().getJsonArray("changes");
      for (int i = 0; i < all.size(); i++) {
        changes.add(
            all.getJsonObject(i).getString("id") + " " + all.getJsonObject(i).getString("state"));
      }
      return changes;
    }

    Map<String, Integer> free() {
      Map<String, Integer> free = new HashMap<>();
      JsonArray all = json().getJsonArray("sections");
      for (int i = 0; i < all.size(); i++) {
        free.put(all.getJsonObject(i).getString("id"), all.getJsonObject(i).getInteger("free"));
      }
      return free;
    }
  }

  private Listening(HttpResponse<Stream<String>> response) {
    this.response = response;
    this.lines = response.body();
    Thread reader = new Thread(this::read, "listening");
    reader.setDaemon(true);
    reader.start();
  }

  static Listening to(TestShop shop, String event, String token, @Nullable String lastId) {
    var request = shop.request("/events/" + event + "/seats/events", token);
    if (lastId != null) {
      request.header("Last-Event-ID", lastId);
    }
    return new Listening(shop.client.sendAsync(request.build(), BodyHandlers.ofLines()).join());
  }

  int status() {
    return response.statusCode();
  }

  String header(String name) {
    return response.headers().firstValue(name).orElse("");
  }

  /** The last one that is no heartbeat. */
  Event last() {
    List<Event> said = events.stream().filter(event -> !event.type().equals("comment")).toList();
    return said.get(said.size() - 1);
  }

  /** Every change told so far, the newest of each seat. */
  Map<String, String> told() {
    Map<String, String> states = new HashMap<>();
    for (Event event : events) {
      if (event.type().equals("seats")) {
        for (String change : event.changes()) {
          states.put(change.split(" ", 2)[0], change.split(" ", 2)[1]);
        }
      }
    }
    return states;
  }

  private void read() {
    Map<String, String> fields = new HashMap<>();
    try {
      lines.forEach(line -> take(line, fields));
    } catch (RuntimeException broken) {
      // Told below: the connection is gone.
    }
    ended.complete(null);
  }

  private void take(String line, Map<String, String> fields) {
    if (!line.isEmpty()) {
      int colon = line.indexOf(':');
      fields.put(line.substring(0, colon), line.substring(colon + 1).strip());
    } else if (!fields.isEmpty()) {
      events.add(
          new Event(
              fields.getOrDefault("event", "comment"),
              fields.getOrDefault("id", ""),
              fields.getOrDefault("data", "")));
      fields.clear();
    }
  }

  @Override
  public void close() {
    lines.close();
  }
}
