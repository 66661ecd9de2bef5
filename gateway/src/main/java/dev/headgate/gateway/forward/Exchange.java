package dev.headgate.gateway.forward;

import dev.headgate.gateway.config.RouteLimits;
import dev.headgate.gateway.http.BrokenBody;
import dev.headgate.gateway.http.Problem;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.vertx.core.AsyncResult;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpVersion;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * One request on its way to an upstream, and its answer on the way back. Whatever comes first ends
 * it: the whole answer, either side breaking off, or the end of the patience with it.
 */
final class Exchange extends Vigil.Watched
    implements FanBody.Fate, Delivery.Ending, Departure.Waiting {

  private static final String EVENT_STREAM = "text/event-stream";
  private static final long SURELY_READ_BYTES = 64 * 1024;

  private enum Stage {
    DIALLING,
    ASKING,
    ANSWERING,
    OVER
  }

  private final Carrier carrier;
  private final Passage passage;
  private final HttpServerRequest fan;
  private final RouteLimits limits;
  private final @Nullable FanBody body;
  private final Departure departure;
  private Stage stage = Stage.DIALLING;
  private long sinceNanos;
  private @Nullable HttpClientRequest upstream;
  private @Nullable Delivery delivery;
  private @Nullable SessionGuard guard;
  private boolean last;

  Exchange(Carrier carrier, Passage passage, @Nullable FanBody body) {
    this.carrier = carrier;
    this.passage = passage;
    this.fan = passage.request();
    this.limits = passage.route().limits();
    this.body = body;
    this.departure = new Departure(carrier.parts(), passage, this);
  }

  void start() {
    // Who has gone while it was decided is told no more, and is not heard from again.
    if (fan.response().closed()) {
      stage = Stage.OVER;
      return;
    }
    sinceNanos = System.nanoTime();
    fan.response().closeHandler(closed -> fanGone());
    fan.response().exceptionHandler(this::fanFailed);
    carrier.parts().vigil().add(this);
    departure.dial();
  }

  @Override
  public void dialled(HttpClientRequest request) {
    if (stage != Stage.DIALLING) {
      request.reset();
      return;
    }
    if (body != null && body.broken()) {
      request.reset();
      broken();
      return;
    }
    upstream = request;
    stage = Stage.ASKING;
    sinceNanos = System.nanoTime();
    request.response().onComplete(this::answered);
    carrier.parts().headers().write(fan.headers(), request.headers(), passage);
    departure.trace(request.headers());
    if (body != null) {
      body.sendTo(request, this);
      return;
    }
    if (fan.headers().contains(HttpHeaders.CONTENT_LENGTH)) {
      request.putHeader(HttpHeaders.CONTENT_LENGTH, "0");
    }
    request.end();
  }

  @Override
  public void undialled(Problem problem, String why) {
    if (stage == Stage.DIALLING) {
      over();
      carrier.noteUnanswered(passage, why);
      refuse(problem);
    }
  }

  private void answered(AsyncResult<HttpClientResponse> answer) {
    if (stage != Stage.ASKING) {
      return;
    }
    // Nobody asked for a change of protocols here.
    if (answer.succeeded() && answer.result().statusCode() >= 200) {
      passOn(() -> answer(answer.result()));
    } else {
      String kind = answer.succeeded() ? "101" : answer.cause().getClass().getSimpleName();
      unanswered(kind);
    }
  }

  private void passOn(Runnable answering) {
    try {
      answering.run();
    } catch (IllegalArgumentException unsendable) {
      // What has been copied of it, a length above all, is not true of the answer in its place.
      fan.response().headers().clear();
      unanswered("an answer that cannot be passed on");
    }
  }

  private void answer(HttpClientResponse answer) {
    stage = Stage.ANSWERING;
    // In this order: while the body still passes it was asked just now, and no time is negative.
    long asked = askedNanos();
    long took = System.nanoTime() - asked;
    departure.answered(answer.statusCode(), took);
    carrier.note(passage, answer.statusCode(), TimeUnit.NANOSECONDS.toMillis(took));
    carrier.head(passage, answer, () -> passOn(() -> deliver(answer)));
  }

  // What every code is called anyway is not repeated: a phrase of its own costs a status of its
  // own.
  private void phrase(HttpClientResponse answer) {
    String phrase = answer.statusMessage();
    if (fan.version() == HttpVersion.HTTP_1_1
        && phrase != null
        && !phrase.equals(HttpResponseStatus.valueOf(answer.statusCode()).reasonPhrase())) {
      fan.response().setStatusMessage(phrase);
    }
  }

  private void deliver(HttpClientResponse answer) {
    if (stage != Stage.ANSWERING) {
      return;
    }
    phrase(answer);
    Delivery next = new Delivery(fan, answer, carrier.trailers(), this);
    delivery = next;
    last = (body != null && !body.passed()) || next.endsWithConnection();
    if (last) {
      Refusals.announceEnd(fan);
    }
    next.start();
    if (stage == Stage.ANSWERING && isEventStream(answer)) {
      next.flushHead();
      guard = carrier.parts().sessions().guard(passage);
    }
  }

  private static boolean isEventStream(HttpClientResponse answer) {
    String type = answer.headers().get(HttpHeaders.CONTENT_TYPE);
    return type != null && type.regionMatches(true, 0, EVENT_STREAM, 0, EVENT_STREAM.length());
  }

  /** Since when the upstream has had the whole request. */
  private long askedNanos() {
    if (body == null) {
      return sinceNanos;
    }
    return body.passed() ? body.movedNanos() : System.nanoTime();
  }

  private void unanswered(String why) {
    over();
    resetUpstream();
    // A fan's broken body may end the sending before the body itself hears of it.
    if (body != null && body.broken()) {
      departure.abandoned();
      breakOff();
      return;
    }
    if (isBlamed()) {
      departure.failed(why);
      carrier.noteUnanswered(passage, why);
    } else {
      departure.abandoned();
      carrier.noteHungUp(passage);
    }
    refuse(Departure.unavailable());
  }

  /**
   * Whether a server that hangs up without an answer does so for a reason of its own. Who sends
   * more than it cares to read has it hang up too, and must not get it ejected; and of a long body
   * it cannot be known how much was read, since the systems between hold megabytes.
   */
  private boolean isBlamed() {
    return body == null || (body.passed() && body.bytes() <= SURELY_READ_BYTES);
  }

  private void timedOut() {
    over();
    resetUpstream();
    departure.failed("no answer in time");
    carrier.noteUnanswered(passage, "no answer in time");
    refuse(Departure.timedOut());
  }

  private void refuse(Problem problem) {
    if (Refusals.isOpen(fan.response())) {
      carrier.giveEntry(passage);
      CorsAnswers.onOwnAnswer(fan, passage.route());
      carrier.parts().refusals().problem(fan, problem);
    }
  }

  @Override
  public void tooLarge(long maxBytes) {
    refuseBody(Problem.tooLarge(maxBytes), false);
  }

  @Override
  public void broken() {
    refuseBody(BrokenBody.problem(), true);
  }

  private void refuseBody(Problem problem, boolean unreadable) {
    if (stage == Stage.OVER) {
      return;
    }
    boolean answering = stage == Stage.ANSWERING;
    over();
    resetUpstream();
    departure.abandoned();
    if (answering) {
      breakOff();
      return;
    }
    carrier.parts().outcomes().refused();
    refuse(problem);
    if (unreadable) {
      close();
    }
  }

  // Over HTTP/1.1 everything but the end of the connection is a body that cannot be read on.
  private void fanFailed(Throwable failure) {
    if (body != null && !body.passed() && BrokenBody.isToldBy(fan, failure)) {
      broken();
    } else {
      fanGone();
    }
  }

  /** The fan has gone, and nobody needs the answer. */
  private void fanGone() {
    if (stage != Stage.OVER) {
      over();
      resetUpstream();
      departure.abandoned();
    }
  }

  @Override
  public void delivered() {
    over();
    // Where the answer did not wait for the whole body, nobody waits for the rest of it.
    if (isHalfSent()) {
      resetUpstream();
    }
    if (last) {
      Refusals.dropRest(fan);
    }
  }

  @Override
  public void brokenOff() {
    over();
    carrier.parts().outcomes().upstreamFailed();
    breakOff();
  }

  @Override
  void look(long nowNanos) {
    switch (stage) {
      case DIALLING -> {
        if (nowNanos - sinceNanos > limits.answerWithin().toNanos()) {
          timedOut();
        }
      }
      case ASKING -> lookAsking(nowNanos);
      case ANSWERING -> lookAnswering(nowNanos);
      case OVER -> {}
    }
  }

  private void lookAsking(long nowNanos) {
    if (body == null || body.passed()) {
      if (nowNanos - askedNanos() > limits.answerWithin().toNanos()) {
        timedOut();
      }
    } else if (nowNanos - body.movedNanos() > limits.idle().toNanos()) {
      if (body.held()) {
        timedOut();
      } else {
        refuseBody(
            Problem.of(408, "request-timeout", "The body did not come", "Nothing came any more."),
            true);
      }
    }
  }

  private void lookAnswering(long nowNanos) {
    if (delivery == null || fan.response().ended()) {
      return;
    }
    delivery.flushHead();
    if (nowNanos - delivery.movedNanos() > limits.idle().toNanos()) {
      brokenOff();
      resetUpstream();
    } else if (guard != null && guard.isOver(nowNanos)) {
      endStream(delivery);
    }
  }

  // A browser's event source comes back by itself, and is then told that an admission is needed.
  private void endStream(Delivery stream) {
    stream.stop();
    over();
    resetUpstream();
    fan.response().end();
    if (last) {
      Refusals.dropRest(fan);
    }
  }

  private boolean isHalfSent() {
    return body != null && !body.sent();
  }

  private void resetUpstream() {
    if (upstream == null) {
      return;
    }
    if (isHalfSent()) {
      // Once the answer is whole, a reset gives the connection back with half a request on it, and
      // the next one would be read as the rest of that.
      upstream.connection().close().onFailure(gone -> {});
    } else {
      upstream.reset();
    }
  }

  private void over() {
    stage = Stage.OVER;
    carrier.parts().vigil().remove(this);
    if (delivery != null) {
      delivery.stop();
    }
    if (body != null) {
      body.stop();
    }
  }

  /** Ends what has begun in a way that nobody takes for a whole answer. */
  private void breakOff() {
    if (fan.version() == HttpVersion.HTTP_2) {
      fan.response().reset(2);
    } else {
      close();
    }
  }

  private void close() {
    fan.connection().close();
  }
}
