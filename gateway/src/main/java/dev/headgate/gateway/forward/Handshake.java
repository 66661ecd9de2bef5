package dev.headgate.gateway.forward;

import dev.headgate.gateway.http.Problem;
import dev.headgate.gateway.trace.Span;
import dev.headgate.gateway.trace.Spans;
import io.vertx.core.AsyncResult;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A request to make a connection a WebSocket, until the upstream agrees; then a {@link Tunnel}
 * takes over. What the upstream says instead goes to the fan like any answer.
 */
final class Handshake extends Vigil.Watched implements Departure.Waiting, Delivery.Ending {
  private static final int SWITCHING = 101;

  private final Carrier carrier;
  private final Passage passage;
  private final HttpServerRequest fan;
  private final Departure departure;
  private final long startedNanos = System.nanoTime();
  private @Nullable HttpClientRequest upstream;
  private @Nullable Delivery delivery;
  private boolean over;

  Handshake(Carrier carrier, Passage passage) {
    this.carrier = carrier;
    this.passage = passage;
    this.fan = passage.request();
    this.departure = new Departure(carrier.parts(), passage, this);
  }

  void start() {
    if (fan.response().closed()) {
      over = true;
      return;
    }
    fan.resume();
    fan.response().closeHandler(closed -> giveUp());
    fan.response().exceptionHandler(gone -> giveUp());
    carrier.parts().vigil().add(this);
    departure.dial();
  }

  @Override
  public void dialled(HttpClientRequest request) {
    if (over) {
      request.reset();
      return;
    }
    upstream = request;
    carrier.parts().headers().write(fan.headers(), request.headers(), passage);
    departure.trace(request.headers());
    request
        .putHeader(HttpHeaders.CONNECTION, HttpHeaders.UPGRADE)
        .putHeader(HttpHeaders.UPGRADE, HttpHeaders.WEBSOCKET);
    request.connect().onComplete(this::answered);
  }

  @Override
  public void undialled(Problem problem, String why) {
    if (!over) {
      end();
      carrier.noteUnanswered(passage, why);
      refuse(problem);
    }
  }

  private void answered(AsyncResult<HttpClientResponse> answer) {
    if (over) {
      return;
    }
    if (answer.failed()) {
      fail(Departure.unavailable(), answer.cause().getClass().getSimpleName());
      return;
    }
    int status = answer.result().statusCode();
    long took = System.nanoTime() - startedNanos;
    departure.answered(status, took);
    carrier.note(passage, status, TimeUnit.NANOSECONDS.toMillis(took));
    passOn(() -> head(answer.result()));
  }

  private void head(HttpClientResponse answer) {
    if (answer.statusCode() == SWITCHING) {
      answer.netSocket().pause();
      carrier.head(passage, answer, () -> switchOver(answer));
    } else {
      // Asked for a tunnel, our client has nothing to say where the answer ends but its connection.
      Refusals.announceEnd(fan);
      carrier.head(passage, answer, () -> passOn(() -> refused(answer)));
    }
  }

  private void passOn(Runnable answering) {
    try {
      answering.run();
    } catch (IllegalArgumentException unsendable) {
      fan.response().headers().clear();
      fail(Departure.unavailable(), "an answer that cannot be passed on");
    }
  }

  // Not reset: what was to be a tunnel carries no further request, whatever came of it.
  private void letGo() {
    if (upstream != null) {
      upstream.connection().close().onFailure(gone -> {});
    }
  }

  private void refused(HttpClientResponse answer) {
    if (!over) {
      delivery = new Delivery(fan, answer, carrier.trailers(), this);
      delivery.start();
    }
  }

  private void switchOver(HttpClientResponse answer) {
    if (over) {
      return;
    }
    fan.response()
        .putHeader(HttpHeaders.CONNECTION, HttpHeaders.UPGRADE)
        .putHeader(HttpHeaders.UPGRADE, HttpHeaders.WEBSOCKET);
    end();
    // Who has the bare connection is heard of no more.
    Span span = Spans.of(fan);
    span.answered(SWITCHING);
    span.end();
    fan.toNetSocket()
        .onSuccess(
            socket ->
                new Tunnel(
                        socket,
                        answer.netSocket(),
                        passage.route().limits().idle(),
                        carrier.parts().sessions().guard(passage))
                    .open(carrier.parts().vigil()))
        .onFailure(gone -> answer.netSocket().close());
  }

  private void fail(Problem problem, String why) {
    end();
    letGo();
    departure.failed(why);
    carrier.noteUnanswered(passage, why);
    refuse(problem);
  }

  private void refuse(Problem problem) {
    if (Refusals.isOpen(fan.response())) {
      CorsAnswers.onOwnAnswer(fan, passage.route());
      carrier.parts().refusals().problem(fan, problem);
    }
  }

  private void giveUp() {
    if (!over) {
      end();
      departure.abandoned();
      letGo();
    }
  }

  @Override
  public void delivered() {
    end();
    letGo();
    Refusals.dropRest(fan);
  }

  @Override
  public void brokenOff() {
    end();
    fan.connection().close();
  }

  @Override
  void look(long nowNanos) {
    if (delivery != null) {
      delivery.flushHead();
      if (nowNanos - delivery.movedNanos() > passage.route().limits().idle().toNanos()) {
        giveUp();
        fan.connection().close();
      }
    } else if (nowNanos - startedNanos > passage.route().limits().answerWithin().toNanos()) {
      fail(Departure.timedOut(), "no answer in time");
    }
  }

  private void end() {
    over = true;
    carrier.parts().vigil().remove(this);
  }
}
