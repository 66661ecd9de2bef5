package dev.headgate.gateway.testing;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import io.vertx.core.json.JsonObject;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Flow;
import java.util.function.Predicate;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;

/** A client that reads server-sent events; it keeps all it was sent. */
public final class EventReader implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  /** The lines as they came, empty ones too. */
  public final List<String> lines = new CopyOnWriteArrayList<>();

  /** The events in order: {@code place} and {@code gone}, with their data. */
  public final List<Event> events = new CopyOnWriteArrayList<>();

  private final CompletableFuture<HttpResponse<Void>> response;
  private volatile Flow.@Nullable Subscription subscription;
  private volatile boolean ended;
  private volatile boolean broken;
  private String name = "";

  /** One event. */
  public record Event(String name, JsonObject data) {}

  private EventReader(HttpRequest request) {
    response =
        HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .build()
            .sendAsync(request, HttpResponse.BodyHandlers.fromLineSubscriber(new Lines()));
  }

  /** Asks for a stream; the headers are names and values in turn. */
  public static EventReader of(int port, String path, String... headers) {
    return new EventReader(
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
            .headers(headers)
            .build());
  }

  private final class Lines implements Flow.Subscriber<String> {
    @Override
    public void onSubscribe(Flow.Subscription subscribed) {
      subscription = subscribed;
      subscribed.request(Long.MAX_VALUE);
    }

    @Override
    public void onNext(String line) {
      lines.add(new String(line.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8));
      if (line.startsWith("event: ")) {
        name = line.substring(7);
      } else if (line.startsWith("data: ")) {
        events.add(new Event(name, new JsonObject(line.substring(6))));
      }
    }

    @Override
    public void onError(Throwable cause) {
      broken = true;
      ended = true;
    }

    @Override
    public void onComplete() {
      ended = true;
    }
  }

  /** The first place told. */
  @CanIgnoreReturnValue
  public JsonObject first() {
    return until(place -> true);
  }

  /** The first place told that is as asked. */
  @CanIgnoreReturnValue
  public JsonObject until(Predicate<JsonObject> asked) {
    return event("place", asked);
  }

  /** Why nothing more came. */
  public JsonObject gone() {
    return event("gone", problem -> true);
  }

  private JsonObject event(String name, Predicate<JsonObject> asked) {
    return Awaitility.await()
        .atMost(PATIENCE)
        .until(
            () ->
                events.stream()
                    .filter(event -> event.name().equals(name) && asked.test(event.data()))
                    .map(Event::data)
                    .findFirst()
                    .orElse(null),
            found -> found != null);
  }

  /** Waits until the stream has ended. */
  public void awaitEnd() {
    Awaitility.await().atMost(PATIENCE).until(() -> ended);
  }

  /** Whether the stream has ended. */
  public boolean hasEnded() {
    return ended;
  }

  /** Whether it was cut off, rather than brought to its end. */
  public boolean isBroken() {
    return broken;
  }

  /** Goes away without a word. */
  @Override
  public void close() {
    Flow.Subscription subscribed = subscription;
    if (subscribed != null) {
      subscribed.cancel();
    }
    boolean unused = response.cancel(true);
  }
}
