package dev.headgate.gateway.edge;

import dev.headgate.gateway.http.AnswerHeaders;
import dev.headgate.gateway.http.ProblemException;
import dev.headgate.gateway.queue.EventView;
import dev.headgate.gateway.token.PlaceTicket;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * {@code GET …/places/me/events}: the streams of one event loop. One timer visits each of them once
 * a second, a tenth of them at a time, so that no request waits behind all of them.
 */
final class PlaceStreams {
  /** How often each stream is visited. */
  static final int VISIT_MILLIS = 1_000;

  private static final int ROUNDS = 10;
  private static final CharSequence EVENT_STREAM = HttpHeaders.createOptimized("text/event-stream");
  private static final CharSequence AS_IT_COMES =
      HttpHeaders.createOptimized("no-store, no-transform");
  private static final CharSequence BUFFERING = HttpHeaders.createOptimized("x-accel-buffering");
  private static final CharSequence NO = HttpHeaders.createOptimized("no");

  private final EdgeShared shared;
  private final PollPace pace;
  private final StreamRoom room;
  private final Vertx vertx;
  private final List<List<PlaceStream>> rounds = new ArrayList<>(ROUNDS);
  private int round;
  private int open;
  private @Nullable Context context;
  private @Nullable Long timer;
  private boolean closed;

  PlaceStreams(EdgeShared shared, PollPace pace, EdgeParts parts) {
    this.shared = shared;
    this.pace = pace;
    this.room = parts.streams();
    this.vertx = parts.vertx();
    for (int i = 0; i < ROUNDS; i++) {
      rounds.add(new ArrayList<>());
    }
  }

  Places places() {
    return shared.places();
  }

  PlaceJson json() {
    return shared.json();
  }

  /** Answers with a stream that lasts as long as the place and its client. */
  Future<Void> open(HttpServerRequest request, EventView view) {
    PlaceTicket ticket =
        Places.ofThisEpoch(
            view, shared.tickets().presented(request.headers(), view.event()).orRefuse());
    if (!pace.allows(ticket, shared.nanoTime().getAsLong())) {
      throw new ProblemException(Refusals.slowDown());
    }
    HttpServerResponse response = request.response();
    if (response.closed()) {
      return Future.succeededFuture();
    }
    if (request.method().equals(HttpMethod.HEAD)) {
      withHeaders(response).end().onFailure(gone -> {});
      return Future.succeededFuture();
    }
    context = vertx.getOrCreateContext(); // Known before any other loop can meet the stream.
    PlaceStream stream =
        new PlaceStream(this, response, ticket, FittingMessage.wanted(request.headers()));
    makeRoom(room.enter(stream));
    withHeaders(response).setChunked(true);
    // A kilobyte or two that nobody reads any more, and that would be kept for hours.
    request.headers().clear();
    response.closeHandler(gone -> stream.stop()).exceptionHandler(broken -> stream.stop());
    follow(stream);
    return Future.succeededFuture();
  }

  private static HttpServerResponse withHeaders(HttpServerResponse response) {
    AnswerHeaders.onAny(response.headers());
    return response
        .putHeader(HttpHeaders.CONTENT_TYPE, EVENT_STREAM)
        .putHeader(HttpHeaders.CACHE_CONTROL, AS_IT_COMES)
        // Proxies of nginx's kind would hold events back until a buffer is full.
        .putHeader(BUFFERING, NO);
  }

  private static void makeRoom(@Nullable PlaceStream loser) {
    if (loser != null) {
      loser.loop().onLoop(() -> loser.end(Refusals.followedElsewhere()));
    }
  }

  /** Runs it on the loop that these streams belong to, which may be another one's. */
  private void onLoop(Runnable work) {
    Context home = context;
    if (home != null) {
      home.runOnContext(turn -> work.run());
    }
  }

  private void follow(PlaceStream stream) {
    open++;
    if (closed) {
      stream.end();
      return;
    }
    if (timer == null) {
      timer = vertx.setPeriodic(VISIT_MILLIS / ROUNDS, due -> visitSome());
    }
    rounds.get(round).add(stream); // Its round has just been, so that it comes again in a second.
    stream.visit();
  }

  private void visitSome() {
    round = (round + 1) % ROUNDS;
    List<PlaceStream> due = rounds.get(round);
    // Those that ended since are dropped here, all in one pass.
    due.removeIf(PlaceStream::isOver);
    for (int i = 0; i < due.size(); i++) {
      due.get(i).visit();
    }
  }

  /** Called once a stream, at its end. */
  void forget(PlaceStream stream) {
    room.leave(stream);
    open--;
    if (open == 0 && timer != null) {
      vertx.cancelTimer(timer);
      timer = null;
      rounds.forEach(List::clear);
    }
  }

  /** Ends all of them: the gateway stops. */
  void close() {
    closed = true;
    for (List<PlaceStream> some : rounds) {
      List.copyOf(some).forEach(PlaceStream::end);
    }
  }
}
