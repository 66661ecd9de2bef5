package dev.headgate.gateway.edge;

import dev.headgate.gateway.http.AcceptLanguage;
import dev.headgate.gateway.http.Problem;
import dev.headgate.gateway.queue.EventView;
import dev.headgate.gateway.queue.Standing;
import dev.headgate.gateway.queue.UnknownEventException;
import dev.headgate.gateway.token.PlaceTicket;
import io.vertx.core.AsyncResult;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerResponse;
import org.jspecify.annotations.Nullable;

/**
 * One fan's stream of their place. Each event is the whole place, and none is made while the last
 * one is on its way, so that who reads slowly misses some and is never sent old ones. Belongs to
 * the loop of its connection.
 */
final class PlaceStream {
  /** Proxies and browsers take a connection that is silent for longer to be dead. */
  private static final int BEAT_VISITS = 15;

  private static final Buffer BEAT = Buffer.buffer(":\n\n");

  /** For clients that come back by themselves, where coming back changes nothing. */
  private static final String NOT_SOON = "retry: 30000\n";

  private final PlaceStreams loop;
  private final HttpServerResponse response;
  private final PlaceTicket ticket;
  private final AcceptLanguage wanted;
  private @Nullable ShownPlace shown;
  private int silentVisits;
  private boolean busy;
  private boolean over;

  PlaceStream(
      PlaceStreams loop, HttpServerResponse response, PlaceTicket ticket, AcceptLanguage wanted) {
    this.loop = loop;
    this.response = response;
    this.ticket = ticket;
    this.wanted = wanted;
  }

  PlaceTicket ticket() {
    return ticket;
  }

  /** The loop that it belongs to. */
  PlaceStreams loop() {
    return loop;
  }

  /** Whether it is at its end, so that its loop can forget it. */
  boolean isOver() {
    return over;
  }

  /** Looks at the place once a second, and tells of it where it shows otherwise than before. */
  void visit() {
    silentVisits++;
    if (busy || over) {
      return;
    }
    busy = true;
    Future<EventView> view = loop.places().view(ticket.event());
    view.onComplete(this::seen);
  }

  private void seen(AsyncResult<EventView> event) {
    if (event.succeeded()) {
      tell(event.result());
    } else if (event.cause() instanceof UnknownEventException) {
      end(Problem.unknownEvent());
    } else {
      nothingNew(); // The store is away; what was told last still stands.
    }
  }

  private void tell(EventView view) {
    if (ticket.epoch() < view.epoch()) {
      end(Refusals.queueReset());
    } else {
      loop.places().look(view, ticket).onComplete(place -> looked(view, place));
    }
  }

  private void looked(EventView view, AsyncResult<Place> looked) {
    if (over) {
      return;
    }
    if (looked.failed() || isForgotten(looked.result())) {
      nothingNew();
      return;
    }
    Place place = looked.result();
    if (place.standing().state() == Standing.State.WAITING) {
      view.seen(PlaceStreams.VISIT_MILLIS);
    }
    Said said = Said.of(view, wanted);
    ShownPlace next = ShownPlace.of(view, place, said);
    if (next.equals(shown)) {
      nothingNew();
    } else {
      shown = next;
      show(loop.json().of(view, place, said), next.isLast());
    }
  }

  /** Nobody inside is called again: with the store away, a call is all that is remembered. */
  private boolean isForgotten(Place place) {
    ShownPlace before = shown;
    return before != null
        && before.standing().state() == Standing.State.ADMITTED
        && place.standing().state() == Standing.State.CALLED;
  }

  private void show(Buffer place, boolean last) {
    Buffer event =
        Buffer.buffer(place.length() + 48)
            .appendString(last ? NOT_SOON : "")
            .appendString("event: place\ndata: ")
            .appendBuffer(place)
            .appendString("\n\n");
    if (last) {
      endWith(event);
    } else {
      write(event);
    }
  }

  private void nothingNew() {
    if (silentVisits >= BEAT_VISITS && !over) {
      write(BEAT);
    } else {
      busy = false;
    }
  }

  private void write(Buffer event) {
    silentVisits = 0;
    response.write(event).onComplete(this::written);
  }

  private void written(AsyncResult<Void> sent) {
    busy = false;
    if (sent.failed()) {
      stop();
    }
  }

  /** Says why nothing more comes, and ends. */
  void end(Problem why) {
    if (!over) {
      String data = why.toJson().encode();
      endWith(Buffer.buffer(NOT_SOON + "event: gone\ndata: " + data + "\n\n"));
    }
  }

  /** Ends without a word: whoever follows may come back at once, to another gateway. */
  void end() {
    endWith(Buffer.buffer());
  }

  private void endWith(Buffer event) {
    if (!over) {
      stop();
      response.end(event).onFailure(gone -> {});
    }
  }

  /** Its client has gone, or has been told everything. */
  void stop() {
    if (!over) {
      over = true;
      loop.forget(this);
    }
  }
}
