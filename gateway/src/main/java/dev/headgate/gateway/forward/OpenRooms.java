package dev.headgate.gateway.forward;

import dev.headgate.gateway.config.EventSettings;
import dev.headgate.gateway.config.EventSettings.Dpop;
import dev.headgate.gateway.config.EventSettings.Mode;
import dev.headgate.gateway.config.Route;
import dev.headgate.gateway.http.Cookies;
import dev.headgate.gateway.http.EventCookies;
import dev.headgate.gateway.queue.EventView;
import dev.headgate.gateway.queue.JoinAnswer;
import dev.headgate.gateway.queue.Queue;
import dev.headgate.gateway.queue.QueuePosition;
import dev.headgate.gateway.queue.Standing;
import dev.headgate.gateway.token.Admission;
import dev.headgate.gateway.token.AdmissionTokens;
import dev.headgate.gateway.token.PlaceTicket;
import dev.headgate.gateway.token.PlaceTickets;
import io.vertx.core.Future;
import io.vertx.core.MultiMap;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Lets a browser straight into a room that is always on, while there is room and nobody waits. This
 * is the only GET that spends anything, so only a person who goes to a page of the shop makes it.
 */
final class OpenRooms {
  private static final Logger LOG = LoggerFactory.getLogger(OpenRooms.class);
  private static final long PATIENCE_MILLIS = 3_000;
  private static final String PLACE_HEADER = "Headgate-Place";
  // Of pages that are fetched before anybody has asked to see them; the last two by older browsers.
  private static final List<String> AHEAD_OF_TIME =
      List.of("Purpose", "Sec-Purpose", "X-Purpose", "X-Moz");

  private final Queue queue;
  private final PlaceTickets tickets;
  private final AdmissionTokens tokens;
  private final EventCookies cookies;

  OpenRooms(ForwardParts parts) {
    queue = parts.queue();
    tickets = parts.tickets();
    tokens = parts.tokens();
    cookies = EventCookies.of(parts.config());
  }

  /**
   * Who has come in.
   *
   * @param session the admission, on probation, and its token
   * @param cookies what gives the browser its place; the admission's own is not among them
   */
  record Entered(Renewals.Renewed session, List<String> cookies) {

    Verdict.Admitted admitted() {
      return new Verdict.Admitted(session.admission(), session.token(), true);
    }
  }

  /** Whether a request without admission is one that may go straight in. */
  static boolean mayTry(HttpServerRequest request, Route route, Gate.Asked asked) {
    EventView view = asked.view();
    // An answer that others share must carry nobody's admission.
    return view != null && !route.shared() && isOpen(view) && isGoingThere(request);
  }

  private static boolean isOpen(EventView view) {
    EventSettings settings = view.settings();
    boolean mayPass = settings.mode() != Mode.REJECT && settings.mode() != Mode.PASSTHROUGH;
    // Whoever needs a key, or has to solve a challenge, does so in the page's own join; a
    // navigation
    // cannot.
    boolean mayCome = mayPass && settings.dpop() == Dpop.OFF && settings.challenge() == null;
    return settings.start().always() && mayCome && !view.restoring();
  }

  private static boolean isGoingThere(HttpServerRequest request) {
    MultiMap headers = request.headers();
    return request.method().equals(HttpMethod.GET)
        && headers.getAll("Sec-Fetch-Mode").equals(List.of("navigate"))
        // A frame in somebody else's page is no person's doing, and keeps no cookie of ours.
        && (!headers.contains("Sec-Fetch-Dest")
            || headers.getAll("Sec-Fetch-Dest").equals(List.of("document")))
        && AHEAD_OF_TIME.stream().noneMatch(headers::contains)
        && !Refusals.awaitsBody(request);
  }

  /** Goes in, where that can be done now; never fails. Where it cannot, the page knows more. */
  Future<Optional<Entered>> enter(MultiMap headers, EventView view) {
    return Future.succeededFuture(heldPlace(headers, view))
        .compose(held -> isLive(held, view))
        .compose(live -> live ? Future.succeededFuture(Optional.empty()) : queue.pass(view.event()))
        .compose(inside -> inside.isEmpty() ? nobody() : sign(inside.get(), headers, view))
        .timeout(PATIENCE_MILLIS, TimeUnit.MILLISECONDS)
        .otherwise(
            failure -> {
              LOG.debug("nobody goes straight into {}: {}", view.event(), failure + "");
              return Optional.empty();
            });
  }

  private static Future<Optional<Entered>> nobody() {
    return Future.succeededFuture(Optional.empty());
  }

  /** The newest place the browser has; null when it has none of this life of the event. */
  private @Nullable PlaceTicket heldPlace(MultiMap headers, EventView view) {
    List<String> candidates = new ArrayList<>(headers.getAll(PLACE_HEADER));
    candidates.addAll(Cookies.values(headers, EventCookies.PLACE + view.event()));
    PlaceTicket newest = null;
    for (String candidate : candidates) {
      PlaceTicket read = tickets.read(view.event(), candidate.trim()).orElse(null);
      if (read != null && (newest == null || read.epoch() > newest.epoch())) {
        newest = read;
      }
    }
    return newest == null || newest.epoch() < view.epoch() ? null : newest;
  }

  // Somebody with a place waits for their turn or takes it, by the page.
  private Future<Boolean> isLive(@Nullable PlaceTicket held, EventView view) {
    if (held == null) {
      return Future.succeededFuture(false);
    }
    OptionalInt position =
        held.epoch() == view.epoch()
            ? view.positionOf(held.lane(), held.arrival())
            : OptionalInt.empty();
    if (position.isEmpty()) {
      return Future.succeededFuture(true);
    }
    QueuePosition at =
        new QueuePosition(held.event(), held.epoch(), held.lane(), position.getAsInt());
    return queue.look(view, at).map(standing -> standing.state() != Standing.State.OVER);
  }

  private Future<Optional<Entered>> sign(
      JoinAnswer.Inside inside, MultiMap headers, EventView view) {
    PlaceTicket place =
        tickets.newPlace(view.event(), inside.epoch(), inside.lane(), inside.arrival());
    Admission admission =
        new Admission(
            view.event(),
            inside.epoch(),
            inside.lane(),
            // Whoever comes after the start has the arrival number for a position.
            inside.arrival(),
            place.placeId(),
            inside.startSeconds(),
            inside.expiresSeconds());
    Instant closesAt = view.closesAt();
    Duration left = closesAt == null ? null : Duration.between(view.now(), closesAt);
    List<String> given = cookies.place(headers, view.event(), tickets.write(place), left);
    return tokens
        .sign(admission)
        .map(token -> Optional.of(new Entered(new Renewals.Renewed(admission, token), given)));
  }
}
