package dev.headgate.quickstart;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.PlaywrightException;
import com.microsoft.playwright.Route;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * What a page is told in place of the server's answers, for states that take long to come about.
 */
final class ToldPlace {
  /** The tickets that its requests had in their header. */
  final List<String> tickets = new CopyOnWriteArrayList<>();

  /** What its looks said of the languages that are read. */
  final List<String> languages = new CopyOnWriteArrayList<>();

  /** How often its turn was claimed. */
  final AtomicInteger claims = new AtomicInteger();

  /** How often the public status was asked for. */
  final AtomicInteger asked = new AtomicInteger();

  private volatile JsonObject place;
  private volatile JsonObject status = new JsonObject();
  private volatile Answer joined;
  private volatile @Nullable Answer claimed;
  private volatile boolean left;
  private volatile Duration ahead = Duration.ZERO;
  private volatile boolean knownByCookie = true;
  private final boolean streams;

  /** An answer. */
  record Answer(int status, JsonObject body) {}

  private ToldPlace(JsonObject place, boolean streams) {
    this.place = place;
    this.streams = streams;
    this.joined = new Answer(201, place.copy().put("ticket", "hgp1.told"));
  }

  /** A place at an event whose phase this is, where streams find no room. */
  static ToldPlace in(String phase, String state) {
    return new ToldPlace(place(phase, state), false);
  }

  /** The same; what changes is told by one stream after another, of one event each. */
  static ToldPlace streamed(String phase, String state) {
    return new ToldPlace(place(phase, state), true);
  }

  private static JsonObject place(String phase, String state) {
    return new JsonObject()
        .put("event", "derby")
        .put("epoch", 1_764_490_000_000L)
        .put("phase", phase)
        .put("state", state)
        .put("arrival", 1_233)
        .putNull("position")
        .putNull("ahead")
        .putNull("estimate")
        .putNull("turnEndsAt")
        .put("pollAfterMillis", 2_000)
        .putNull("message")
        .put("onSaleAt", Instant.now().plusSeconds(754).toString())
        .put("serverTime", Instant.now().toString());
  }

  @CanIgnoreReturnValue
  ToldPlace with(String field, @Nullable Object value) {
    JsonObject next = place.copy().put(field, value);
    place = next;
    joined = new Answer(201, next.copy().put("ticket", "hgp1.told"));
    return this;
  }

  ToldPlace inLine(int position, int ahead) {
    return with("position", position)
        .with("ahead", ahead)
        .with("onSaleAt", Instant.now().minusSeconds(300).toString())
        .with(
            "estimate",
            new JsonObject().put("seconds", 1_500).put("low", 1_260).put("high", 1_900));
  }

  /** The place as a stream would tell it now. */
  String json() {
    return now(place).encode();
  }

  @CanIgnoreReturnValue
  ToldPlace status(String field, Object value) {
    status = status.copy().put(field, value);
    return this;
  }

  /** A join that is refused. */
  @CanIgnoreReturnValue
  ToldPlace refused(int code, String problem, String member, String value) {
    JsonObject body =
        new JsonObject()
            .put("type", "urn:headgate:problem:" + problem)
            .put("title", problem)
            .put("detail", "The organiser says so.")
            .put(member, value);
    joined = new Answer(code, body);
    return this;
  }

  /** A claim that is refused; the others are let in, to no address of the shop's. */
  void claimRefused(int code, String problem) {
    JsonObject body = new JsonObject().put("type", "urn:headgate:problem:" + problem);
    claimed = new Answer(code, body.put("detail", "Only programs read this detail."));
  }

  /** As if so much time had passed at the server. */
  void later(Duration slept) {
    ahead = slept;
  }

  private String serverTime() {
    return Instant.now().plus(ahead).toString();
  }

  /** As in a browser that keeps no cookies. */
  ToldPlace withoutCookies() {
    knownByCookie = false;
    return this;
  }

  /** Stands between a page and its server. */
  void to(Page tab) {
    tab.route("**/queue/derby/status", this::status);
    tab.route("**/queue/derby/admissions", this::claim);
    tab.route("**/queue/derby/places", route -> answer(route, joined.status(), now(joined.body())));
    tab.route("**/queue/derby/places/me", this::look);
    tab.route("**/queue/derby/places/me/events", this::stream);
  }

  private void status(Route route) {
    asked.incrementAndGet();
    answer(route, 200, statusNow());
  }

  private void claim(Route route) {
    claims.incrementAndGet();
    Answer refusal = claimed;
    if (refusal == null) {
      answer(route, 201, new JsonObject().put("token", "told").putNull("resume"));
    } else {
      answer(route, refusal.status(), refusal.body());
    }
  }

  private void look(Route route) {
    languages.add(route.request().headers().getOrDefault("accept-language", ""));
    String ticket = route.request().headers().get("headgate-place");
    if (ticket != null) {
      tickets.add(ticket);
    }
    if (ticket == null && !knownByCookie) {
      answer(route, 401, new JsonObject().put("type", "urn:headgate:problem:no-place"));
    } else {
      answer(route, 200, now(place));
    }
  }

  private void stream(Route route) {
    if (streams) {
      fulfill(
          route,
          new Route.FulfillOptions()
              .setStatus(200)
              .setContentType("text/event-stream")
              .setBody("event: place\ndata: " + now(place).encode() + "\n\n"));
    } else {
      // Of the refusals one that browsers are known to call an error.
      answer(route, 429, new JsonObject().put("type", "urn:headgate:problem:slow-down"));
    }
  }

  private JsonObject now(JsonObject body) {
    return body.copy().put("serverTime", serverTime());
  }

  private JsonObject statusNow() {
    return new JsonObject()
        .put("event", "derby")
        .put("mode", "random-then-fifo")
        .put("phase", place.getString("phase"))
        .put("serverTime", serverTime())
        .mergeIn(status);
  }

  private void answer(Route route, int status, JsonObject body) {
    fulfill(
        route,
        new Route.FulfillOptions()
            .setStatus(status)
            .setContentType(status < 400 ? "application/json" : "application/problem+json")
            .setBody(body.encode()));
  }

  /** The tab goes, and all of its browser: whatever they still ask is left without an answer. */
  void leave(Page tab) {
    left = true;
    // A request that is answered from here while the context closes would wait for it in vain.
    tab.context().pages().forEach(Page::unrouteAll);
    tab.context().close();
  }

  private void fulfill(Route route, Route.FulfillOptions answer) {
    try {
      route.fulfill(answer);
    } catch (PlaywrightException unheard) {
      if (!left) {
        throw unheard;
      }
    }
  }
}
