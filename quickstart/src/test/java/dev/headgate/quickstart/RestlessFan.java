package dev.headgate.quickstart;

import dev.headgate.quickstart.CrowdHttp.Answer;
import dev.headgate.quickstart.CrowdLog.Admission;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.web.client.HttpRequest;
import java.net.URI;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One fan with a habit, who goes on at another gateway when theirs is gone or silent, and joins
 * again when the turn is over. Everything it does runs on the one loop of the crowd's network.
 */
final class RestlessFan {
  /** How a fan waits and comes. */
  enum Habit {
    STEADY(true),
    /** Looks and claims far too often. */
    HAMMERING(true),
    /** Comes when already counted as a no-show. */
    LATE(true),
    /** Comes when the turn is over. */
    ASLEEP(true),
    /** Never looks. */
    ABSENT(false),
    /** Looks twice and goes away. */
    IMPATIENT(false);

    final boolean stays;

    Habit(boolean stays) {
      this.stays = stays;
    }
  }

  private static final long AGAIN_MILLIS = 250;
  private static final long AFTER_FAILURE_MILLIS = 2_000;
  private static final long HAMMER_MILLIS = 50;
  private static final long LATE_MILLIS = 9_000;
  private static final long ASLEEP_MILLIS = 25_000;
  private static final long VISIT_MILLIS = 3_000;

  /** What fans have in common. */
  record World(CrowdHttp http, List<URI> gateways, String event, EngineLog log) {}

  private final World world;
  private final boolean leaves;
  private volatile Habit habit;
  private int at;
  private int looks;
  private EngineLog.@Nullable Place place;
  private volatile String last = "nothing";
  private volatile boolean in;

  /**
   * A fan.
   *
   * @param at the gateway to begin at
   * @param leaves whether the session is ended after a few seconds
   */
  RestlessFan(World world, int at, Habit habit, boolean leaves) {
    this.world = world;
    this.at = at;
    this.habit = habit;
    this.leaves = leaves;
  }

  /** Whether it stays until it has been let in, and has not been. */
  boolean misses() {
    return habit.stays && !in;
  }

  @Override
  public String toString() {
    EngineLog.Place held = place;
    return last + " of " + habit + (held == null ? "" : ", positions " + held.positions);
  }

  void join() {
    send(HttpMethod.POST, "/places", this::joined, this::joinLost);
  }

  private void joinLost() {
    world.log().lostJoins.incrementAndGet();
    join();
  }

  private void joined(Answer answer) {
    if (answer.status() != 201) {
      unexpected("join", answer, this::join);
      return;
    }
    JsonObject document = answer.body();
    EngineLog.Place mine =
        new EngineLog.Place(
            document.getString("ticket"),
            new JoinOrder.Joined(
                document.getInteger("arrival"), answer.sentNanos(), answer.answeredNanos()));
    place = mine;
    world.log().places.add(mine);
    world.log().joined.incrementAndGet();
    if (habit != Habit.ABSENT) {
      seen(document);
    }
  }

  private void look() {
    if (habit == Habit.IMPATIENT && ++looks > 2) {
      return;
    }
    send(HttpMethod.GET, "/places/me", this::looked, this::look);
  }

  private void looked(Answer answer) {
    boolean hasty = habit == Habit.HAMMERING && answer.status() == 429;
    if (hasty) {
      later(HAMMER_MILLIS, this::claim);
    } else if (answer.status() == 200) {
      seen(answer.body());
    } else {
      unexpected("look", answer, this::look);
    }
  }

  private void seen(JsonObject document) {
    world.log().told.incrementAndGet();
    note(document);
    switch (document.getString("state")) {
      case "waiting" -> waits(document);
      case "called" -> called(document);
      case "admitted" -> claim();
      case "over" -> joinAgain();
      default -> world.log().surprise("a state: " + document.getString("state"));
    }
  }

  /** Whatever a document says of this place, wherever it stands. */
  private void note(JsonObject document) {
    Integer position = document.getInteger("position");
    if (position != null) {
      mine().positions.add(position);
    }
    String ends = document.getString("turnEndsAt");
    if (ends != null) {
      mine().turnEndsAtMillis = Instant.parse(ends).toEpochMilli();
    }
  }

  private void waits(JsonObject document) {
    if (habit == Habit.HAMMERING) {
      later(HAMMER_MILLIS, this::claim);
    } else {
      later(document.getLong("pollAfterMillis"), this::look);
    }
  }

  private void called(JsonObject document) {
    int position = document.getInteger("position");
    world.log().called.add(new EngineLog.Called(position, System.currentTimeMillis()));
    switch (habit) {
      case LATE -> later(LATE_MILLIS, this::claim);
      case ASLEEP -> later(ASLEEP_MILLIS, this::claim);
      case STEADY, HAMMERING -> claim();
      case ABSENT, IMPATIENT -> habit = Habit.ABSENT; // The page is closed.
    }
  }

  private void claim() {
    long sent = System.currentTimeMillis();
    send(
        HttpMethod.POST,
        "/admissions",
        answer -> claimed(answer, sent),
        () -> {
          mine().unanswered++;
          claim();
        });
  }

  private void claimed(Answer answer, long sent) {
    switch (answer.code()) {
      case "200", "201" -> admitted(answer);
      case "moment-please" -> atDoor(answer, sent);
      case "turn-over" -> turnOver();
      case "not-your-turn" -> tooEarly(answer);
      default -> unexpected("claim", answer, this::claim);
    }
  }

  private void admitted(Answer answer) {
    JsonObject claims = Admission.of(0, answer.body().getString("token")).claims();
    mine().admission = new EngineLog.Admission(claims, at, System.currentTimeMillis());
    in = true;
    world.log().admitted(at);
    if (leaves) {
      later(VISIT_MILLIS, this::leave);
    }
  }

  private void atDoor(Answer answer, long sent) {
    JsonObject document = answer.body().getJsonObject("place");
    note(document);
    // Waiting while the order is not computed here; admitted while it cannot be signed.
    boolean called = "called".equals(document.getString("state"));
    // Whoever hammers is given answers that are a second old.
    if (called && habit != Habit.HAMMERING) {
      world.log().atDoor.incrementAndGet();
      mine().tries.add(new EngineLog.Try(sent, System.currentTimeMillis()));
    }
    later(habit == Habit.HAMMERING ? HAMMER_MILLIS : retryMillis(answer), this::claim);
  }

  private void turnOver() {
    if (System.currentTimeMillis() < mine().turnEndsAtMillis) {
      world.log().surprise("a turn was over before its end: " + mine().positions);
    }
    joinAgain();
  }

  private void joinAgain() {
    if (!habit.stays) {
      habit = Habit.ABSENT; // Nobody is there to ask for another place.
      return;
    }
    world.log().turnsLost.incrementAndGet();
    habit = Habit.STEADY;
    join();
  }

  private void tooEarly(Answer answer) {
    note(answer.body().getJsonObject("place"));
    if (habit == Habit.HAMMERING) {
      later(HAMMER_MILLIS, this::look);
    } else {
      unexpected("called, then", answer, this::look);
    }
  }

  private void leave() {
    mine().leftMillis = Math.min(mine().leftMillis, System.currentTimeMillis());
    send(
        HttpMethod.DELETE,
        "/admissions/me",
        answer -> {
          if (answer.status() != 204) {
            unexpected("leave", answer, this::leave);
          }
        },
        this::leave);
  }

  private EngineLog.Place mine() {
    EngineLog.Place held = place;
    if (held == null) {
      throw new IllegalStateException("has not joined");
    }
    return held;
  }

  private void unexpected(String what, Answer answer, Runnable again) {
    if (answer.status() >= 500) {
      world.log().failed(new EngineLog.Failure(at, answer.status(), what + ": " + answer.code()));
    } else {
      world.log().surprise(what + ": " + answer.status() + " " + answer.json());
    }
    later(AFTER_FAILURE_MILLIS, again);
  }

  private void later(long millis, Runnable action) {
    world.http().later(millis, () -> noted(action));
  }

  /** A fan that trips over something is to be seen. */
  private void noted(Runnable action) {
    try {
      action.run();
    } catch (RuntimeException e) {
      world.log().surprise(e.toString());
    }
  }

  private void send(HttpMethod method, String path, Consumer<Answer> then, Runnable again) {
    URI address = world.gateways().get(at).resolve("/queue/" + world.event() + path);
    last = method + " " + address + " at " + Instant.now();
    Future<Answer> unused =
        world
            .http()
            .send(method, address, this::withTicket, null)
            .onSuccess(
                answer -> {
                  last = last + " answered " + answer.code() + " at " + Instant.now();
                  noted(() -> then.accept(answer));
                })
            .onFailure(
                gone -> {
                  last = last + " failed at " + Instant.now();
                  moveOn(again);
                });
  }

  private void moveOn(Runnable again) {
    at = (at + 1) % world.gateways().size();
    world.log().moves.incrementAndGet();
    later(AGAIN_MILLIS, again);
  }

  private HttpRequest<Buffer> withTicket(HttpRequest<Buffer> request) {
    EngineLog.Place held = place;
    return held == null ? request : request.putHeader("Headgate-Place", held.ticket);
  }

  private static long retryMillis(Answer answer) {
    return TimeUnit.SECONDS.toMillis(Long.parseLong(answer.headers().get("Retry-After")));
  }
}
