package dev.headgate.quickstart;

import dev.headgate.quickstart.CrowdHttp.Answer;
import dev.headgate.quickstart.CrowdTally.Count;
import io.vertx.core.AsyncResult;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.json.JsonObject;
import io.vertx.core.parsetools.RecordParser;
import io.vertx.ext.web.client.HttpRequest;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.function.Consumer;

/**
 * One simulated fan in line: joins, waits as told, and comes or not. Everything happens on the
 * event loop of the crowd.
 */
final class SimulatedFan {
  private static final long AGAIN_MILLIS = 2_000;

  /** Answers that mean: not now. */
  private static final Set<Integer> LATER = Set.of(403, 429, 503);

  private final World world;
  private final FanHabits habits;
  private final URI places;
  private String ticket = "";
  private boolean gone;

  /**
   * What all fans share.
   *
   * @param fans the gateway's origin
   * @param sections what of the house is on sale
   * @param random for choices of the moment
   */
  record World(
      CrowdHttp http,
      URI fans,
      String event,
      List<String> sections,
      CrowdTally tally,
      Random random) {
    URI queue(String below) {
      return fans.resolve("/queue/" + event + "/" + below);
    }
  }

  SimulatedFan(World world, FanHabits habits) {
    this.world = world;
    this.habits = habits;
    this.places = world.queue("places");
  }

  /** Asks for a place, until there is one or no more. */
  void join() {
    ProvenJoin.ask(world.http(), places)
        .onComplete(answer -> next(answer, this::joined, this::join));
  }

  private void joined(Answer answer) {
    if (answer.status() != 201) {
      // Sold out, or over.
      world.tally().add(Count.WITHOUT, 1);
      return;
    }
    ticket = answer.body().getString("ticket");
    world.tally().add(Count.JOINED, 1);
    world.tally().add(Count.WAITING, 1);
    told(answer.body());
  }

  private void look() {
    if (!gone) {
      world
          .http()
          .get(world.queue("places/me"), this::withTicket)
          .onComplete(answer -> next(answer, this::looked, this::look));
    }
  }

  private void looked(Answer answer) {
    if (answer.status() == 200) {
      told(answer.body());
    } else {
      leaveLine(Count.WITHOUT);
    }
  }

  /** Does what the page would, now that it knows this. */
  private void told(JsonObject place) {
    String phase = place.getString("phase");
    switch (place.getString("state")) {
      case "waiting" -> {
        if (phase.equals("ended") || phase.equals("sold-out")) {
          leaveLine(Count.WITHOUT);
        } else if (habits.listens()) {
          listen(place.getInteger("pollAfterMillis"));
        } else {
          world.http().later(place.getInteger("pollAfterMillis"), this::look);
        }
      }
      case "called" -> called();
      default -> leaveLine(Count.WITHOUT);
    }
  }

  private void called() {
    if (habits.comes()) {
      world.http().later(habits.reactMillis(), this::come);
    } else {
      leaveLine(Count.ABSENT);
    }
  }

  /** Is told the place from now on; looks where there is no room for a listener. */
  private void listen(long pollMillis) {
    world
        .http()
        .open(world.queue("places/me/events"), Map.of("Headgate-Place", ticket))
        .onComplete(
            opened -> {
              if (opened.succeeded() && opened.result().statusCode() == 200) {
                hear(opened.result());
              } else {
                world.http().later(pollMillis, this::look);
              }
            });
  }

  private void hear(HttpClientResponse stream) {
    RecordParser lines = RecordParser.newDelimited("\n", line -> heard(stream, line));
    stream.handler(lines);
    stream.exceptionHandler(broken -> heardNoMore());
    stream.endHandler(ended -> heardNoMore());
  }

  private void heard(HttpClientResponse stream, Buffer line) {
    String text = line.toString();
    if (!text.startsWith("data:") || gone) {
      return;
    }
    JsonObject place = new JsonObject(text.substring("data:".length()));
    String phase = place.getString("phase");
    boolean waits = place.getString("state").equals("waiting");
    if (!waits || phase.equals("ended") || phase.equals("sold-out")) {
      stream.exceptionHandler(null).endHandler(null).handler(null);
      Future<Void> unused = stream.request().reset();
      told(place);
    }
  }

  private void heardNoMore() {
    if (!gone) {
      world.http().later(AGAIN_MILLIS, this::look);
    }
  }

  private void come() {
    world
        .http()
        .send(HttpMethod.POST, world.queue("admissions"), this::withTicket, new JsonObject())
        .onComplete(answer -> next(answer, this::came, this::come));
  }

  private void came(Answer answer) {
    switch (answer.status()) {
      case 200, 201 -> {
        leaveLine(Count.INSIDE);
        new SimulatedVisit(world, habits, answer.body().getString("token")).begin();
      }
      case 409 -> {
        // Not called after all: the rate has fallen meanwhile; or sold out, as the next look says.
        world.http().later(AGAIN_MILLIS, this::look);
      }
      default -> leaveLine(Count.WITHOUT);
    }
  }

  private void leaveLine(Count to) {
    if (!gone) {
      gone = true;
      world.tally().add(Count.WAITING, -1);
      world.tally().add(to, 1);
    }
  }

  /** Goes on with an answer, or tries again when it was none, or meant later. */
  private void next(AsyncResult<Answer> asked, Consumer<Answer> then, Runnable again) {
    int status = asked.failed() ? 0 : asked.result().status();
    if (LATER.contains(status)) {
      world.http().later(retryMillis(asked.result()), again);
    } else if (status == 0 || status >= 500) {
      world.tally().add(Count.ERRORS, 1);
      world.http().later(AGAIN_MILLIS, again);
    } else {
      then.accept(asked.result());
    }
  }

  private HttpRequest<Buffer> withTicket(HttpRequest<Buffer> request) {
    return request.putHeader("Headgate-Place", ticket);
  }

  private static long retryMillis(Answer answer) {
    String seconds = answer.headers().get("Retry-After");
    return seconds == null ? AGAIN_MILLIS : 1_000 * Long.parseLong(seconds);
  }
}
