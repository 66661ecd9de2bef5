package dev.headgate.quickstart;

import dev.headgate.quickstart.CrowdHttp.Answer;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.web.client.HttpRequest;
import java.net.URI;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A simulated fan, who asks what the queue page asks, when it would. */
final class Fan {
  /** What a fan does when called. */
  enum Habit {
    PROMPT,
    /** Comes when already counted as a no-show. */
    LATE,
    ABSENT
  }

  private static final long LATE_MILLIS = 8_000;

  private final CrowdHttp http;
  private final URI places;
  private final URI admissions;
  private final CrowdLog log;
  private volatile Habit habit = Habit.ABSENT;
  private volatile @Nullable Answer joined;
  private volatile int position = -1;
  private volatile CrowdLog.@Nullable Admission admission;

  Fan(CrowdHttp http, URI fans, CrowdLog log) {
    URI queue = fans.resolve("/queue/derby/");
    this.http = http;
    this.places = queue.resolve("places");
    this.admissions = queue.resolve("admissions");
    this.log = log;
  }

  /** Asks for a place; a refusal changes nothing. */
  Future<Answer> join() {
    return ProvenJoin.ask(http, places)
        .onSuccess(
            answer -> {
              if (answer.status() == 201) {
                joined = answer;
              }
            });
  }

  Answer joined() {
    Answer answer = joined;
    if (answer == null) {
      throw new AssertionError("has not joined");
    }
    return answer;
  }

  int arrival() {
    return joined().body().getInteger("arrival");
  }

  /** As last told; -1 while unknown. */
  int position() {
    return position;
  }

  Habit habit() {
    return habit;
  }

  CrowdLog.@Nullable Admission admission() {
    return admission;
  }

  /** Looks once. */
  Future<Answer> look() {
    URI mine = URI.create(places + "/me");
    return http.get(mine, this::withTicket).onSuccess(this::remember);
  }

  /** Tries once to take the turn. */
  Future<Answer> claim() {
    return http.send(HttpMethod.POST, admissions, this::withTicket, new JsonObject())
        .onSuccess(
            answer -> {
              if (answer.status() == 201) {
                admitted(answer);
              }
            });
  }

  /** Looks and comes by itself from now on, until inside. */
  void live(Habit wanted) {
    habit = wanted;
    goOn();
  }

  private void goOn() {
    Future<Answer> unused =
        look().onSuccess(this::looked).onFailure(failure -> log.fault("look: " + failure));
  }

  private void looked(Answer answer) {
    if (answer.status() == 503) {
      http.later(retryMillis(answer), this::goOn);
      return;
    }
    if (answer.status() != 200) {
      log.fault("look: " + answer.status() + " " + answer.json());
      return;
    }
    switch (answer.body().getString("state")) {
      case "waiting" -> http.later(answer.body().getInteger("pollAfterMillis"), this::goOn);
      case "called" -> called();
      default -> log.fault("position " + position + " found itself " + answer.body());
    }
  }

  private void called() {
    if (habit == Habit.PROMPT) {
      come();
    } else if (habit == Habit.LATE) {
      http.later(LATE_MILLIS, this::come);
    }
  }

  private void come() {
    Future<Answer> unused =
        claim()
            .onSuccess(
                answer -> {
                  if (answer.status() == 429 || answer.status() == 503) {
                    http.later(retryMillis(answer), this::come);
                  } else if (answer.status() != 201) {
                    log.fault("called, then " + answer.status() + " " + answer.json());
                  }
                })
            .onFailure(failure -> log.fault("claim: " + failure));
  }

  private void remember(Answer answer) {
    Integer told = answer.status() == 200 ? answer.body().getInteger("position") : null;
    if (told == null) {
      return;
    }
    if (position >= 0 && position != told) {
      log.fault("position " + position + " became " + told);
    }
    position = told;
    log.saw(told, answer);
  }

  private void admitted(Answer answer) {
    CrowdLog.Admission mine = CrowdLog.Admission.of(position, answer.body().getString("token"));
    if (admission != null) {
      log.fault("position " + position + " was let in twice");
    }
    admission = mine;
    log.admitted(mine);
  }

  private HttpRequest<Buffer> withTicket(HttpRequest<Buffer> request) {
    return request.putHeader("Headgate-Place", joined().body().getString("ticket"));
  }

  private static long retryMillis(Answer answer) {
    return TimeUnit.SECONDS.toMillis(Long.parseLong(answer.headers().get("Retry-After")));
  }
}
