package dev.headgate.quickstart;

import static org.awaitility.Awaitility.await;

import dev.headgate.quickstart.Guide.Exchange;
import dev.headgate.quickstart.Guide.Request;
import dev.headgate.quickstart.Guide.Shown;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.awaitility.core.ConditionTimeoutException;
import org.jspecify.annotations.Nullable;

/** A fan with an app that does what documentation shows, and keeps what answers say. */
final class AppFan {
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final Duration PAUSE = Duration.ofSeconds(1);
  private static final Pattern NAME = Pattern.compile("\\{([A-Za-z]+(?:-[A-Za-z]+)*)\\}");
  private static final String PROOF = "{proof}";
  private static final String EVENTS = "text/event-stream";

  private final HttpClient client =
      HttpClient.newBuilder()
          .version(HttpClient.Version.HTTP_1_1)
          .connectTimeout(Duration.ofSeconds(60))
          .build();
  private final URI origin;
  private final PhoneKey key = new PhoneKey();
  private final Map<String, String> known = new HashMap<>();

  AppFan(URI origin) {
    this.origin = origin;
    known.put("jkt", key.thumbprint());
  }

  /** An answer, with as much of its body as was waited for. */
  private record Answer(int status, HttpResponse<InputStream> response, String body) {
    String header(String name) {
      return response.headers().firstValue(name).orElse("");
    }

    boolean isJson() {
      return header("Content-Type").matches("application/(problem\\+)?json");
    }

    @Override
    public String toString() {
      return status + " " + (body.length() > 2_000 ? body.substring(0, 2_000) : body);
    }
  }

  /**
   * Sends a request and compares the answer. What spends nothing is asked for again until it is
   * answered so; anything else only after 429, when it is told to.
   *
   * @throws AssertionError when the answer is another one
   */
  void runs(Exchange exchange) {
    Request request = exchange.request();
    Shown shown = filled(exchange.answer());
    String[] last = {"no answer"};
    try {
      await()
          .atMost(PATIENCE)
          .pollDelay(Duration.ZERO)
          .pollInterval(PAUSE)
          .until(() -> isAnswered(request, shown, last));
    } catch (ConditionTimeoutException late) {
      throw new AssertionError(last[0], late);
    }
  }

  private boolean isAnswered(Request request, Shown shown, String[] last) {
    Answer answer = send(request, shown);
    String different = difference(shown, answer);
    if (different == null) {
      learn(answer);
      return true;
    }
    last[0] =
        "line %d, %s %s: %s; %s"
            .formatted(request.line(), request.method(), request.target(), different, answer);
    if (!request.method().equals("GET") && answer.status() != 429) {
      throw new AssertionError(last[0]);
    }
    return false;
  }

  private Answer send(Request request, Shown shown) {
    URI address = origin.resolve(filled(request.target()));
    String body = filled(request.body());
    BodyPublisher publisher =
        body.isEmpty() ? BodyPublishers.noBody() : BodyPublishers.ofString(body);
    HttpRequest.Builder sent =
        HttpRequest.newBuilder(address).timeout(PATIENCE).method(request.method(), publisher);
    request
        .headers()
        .forEach(
            (name, value) ->
                sent.header(name, value.equals(PROOF) ? proof(request, address) : filled(value)));
    try {
      HttpResponse<InputStream> response = client.send(sent.build(), BodyHandlers.ofInputStream());
      try (InputStream in = response.body()) {
        return new Answer(response.statusCode(), response, body(shown, response, in));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  /** Of a stream as many lines as are shown, since it does not end. */
  private static String body(Shown shown, HttpResponse<InputStream> response, InputStream in)
      throws IOException {
    if (!response.headers().firstValue("Content-Type").orElse("").equals(EVENTS)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
    BufferedReader lines = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8));
    return lines
        .lines()
        .filter(line -> !line.isEmpty() && !line.startsWith(":"))
        .limit(shown.body().lines().count())
        .collect(Collectors.joining("\n"));
  }

  /** A proof names what says who somebody is, at an address of an event the admission. */
  private String proof(Request request, URI address) {
    boolean ofEvent = request.target().startsWith("/events/");
    String named = ofEvent ? "Headgate-Admission" : "Shop-Session";
    String credential = request.headers().get(named);
    return key.proof(request.method(), address, credential == null ? null : filled(credential));
  }

  private @Nullable String difference(Shown shown, Answer answer) {
    if (shown.status() != answer.status()) {
      return answer.status() + " (expected: " + shown.status() + ")";
    }
    for (Map.Entry<String, String> header : shown.headers().entrySet()) {
      String found = answer.header(header.getKey());
      if (!Likeness.isLike(header.getValue(), found)) {
        return header.getKey() + ": '" + found + "' (expected: like " + header.getValue() + ")";
      }
    }
    if (shown.body().isEmpty()) {
      return null;
    }
    if (answer.isJson()) {
      return Likeness.difference(new JsonObject(shown.body()), new JsonObject(answer.body()));
    }
    return answer.header("Content-Type").equals(EVENTS)
        ? events(shown.body(), answer.body())
        : text(shown.body(), answer.body());
  }

  private static @Nullable String text(String shown, String found) {
    return Likeness.isLike(shown, found) ? null : "another text (expected: like " + shown + ")";
  }

  private static @Nullable String events(String shown, String told) {
    String[] wanted = shown.split("\n", -1);
    String[] found = told.split("\n", -1);
    if (found.length < wanted.length) {
      return "the stream ends after " + told;
    }
    for (int i = 0; i < wanted.length; i++) {
      boolean data = wanted[i].startsWith("data: ") && found[i].startsWith("data: ");
      String different =
          data
              ? Likeness.difference(
                  new JsonObject(wanted[i].substring(6)), new JsonObject(found[i].substring(6)))
              : text(wanted[i], found[i]);
      if (different != null) {
        return different;
      }
    }
    return null;
  }

  private Shown filled(Shown shown) {
    Map<String, String> headers = new HashMap<>(shown.headers());
    headers.replaceAll((name, value) -> filled(value));
    return new Shown(shown.status(), headers, filled(shown.body()));
  }

  /** The text with what was told before in place of its names. */
  private String filled(String text) {
    return NAME.matcher(text).replaceAll(name -> Matcher.quoteReplacement(told(name)));
  }

  private String told(MatchResult name) {
    String value = known.get(name.group(1).toLowerCase(Locale.ROOT));
    if (value == null) {
      throw new AssertionError(name.group() + ": nothing has told it yet");
    }
    return value;
  }

  /** Of a name that an answer has several times, the first one counts. */
  private void learn(Answer answer) {
    Map<String, String> told = new HashMap<>();
    answer.response().headers().map().forEach((name, values) -> told.put(name, values.get(0)));
    if (answer.isJson()) {
      learn(new JsonObject(answer.body()), told);
    }
    told.forEach((name, value) -> known.put(name.toLowerCase(Locale.ROOT), value));
  }

  private static void learn(JsonObject object, Map<String, String> told) {
    object.forEach(
        member -> {
          Object value = member.getValue();
          if (value instanceof JsonObject inner) {
            learn(inner, told);
          } else if (value instanceof JsonArray list) {
            list.stream()
                .filter(JsonObject.class::isInstance)
                .forEach(each -> learn((JsonObject) each, told));
          } else if (value != null) {
            String unused = told.putIfAbsent(member.getKey(), value.toString());
          }
        });
  }
}
