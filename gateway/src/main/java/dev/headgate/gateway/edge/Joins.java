package dev.headgate.gateway.edge;

import dev.headgate.gateway.config.EventSettings.Mode;
import dev.headgate.gateway.http.Problem;
import dev.headgate.gateway.http.ProblemException;
import dev.headgate.gateway.queue.Entry;
import dev.headgate.gateway.queue.EventView;
import dev.headgate.gateway.queue.JoinAnswer;
import dev.headgate.gateway.queue.Phase;
import dev.headgate.gateway.queue.Queue;
import dev.headgate.gateway.queue.Standing;
import dev.headgate.gateway.token.Admission;
import dev.headgate.gateway.token.ChallengeFlaw;
import dev.headgate.gateway.token.EntryTicket;
import dev.headgate.gateway.token.EntryTickets;
import dev.headgate.gateway.token.PlaceTicket;
import dev.headgate.gateway.token.PlaceTickets;
import dev.headgate.gateway.token.SolutionCheck;
import dev.headgate.gateway.token.SolvedChallenge;
import io.vertx.core.Future;
import io.vertx.core.MultiMap;
import java.time.Instant;
import java.util.OptionalInt;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** {@code POST …/places}: asks for a place, or finds the one the fan has. */
final class Joins {

  private static final String ENTRY = "entry";
  private static final String KEY = "jkt";
  private static final String CHALLENGE = "challenge";

  /** The fields of the body. */
  static final Set<String> FIELDS = Set.of(ENTRY, KEY, CHALLENGE);

  private static final Standing CALLED = new Standing(Standing.State.CALLED, null);
  private static final Standing ADMITTED = new Standing(Standing.State.ADMITTED, null);

  private final EdgeShared shared;
  private final Queue queue;
  private final PlaceTickets mint;
  private final EntryTickets entries;
  private final InstantText instants;
  private final Work work;

  Joins(EdgeShared shared, EdgeParts parts, InstantText instants, Work work) {
    this.shared = shared;
    this.work = work;
    this.queue = parts.queue();
    this.mint = parts.tickets();
    this.entries = parts.entries();
    this.instants = instants;
  }

  /**
   * What the body says.
   *
   * @param entry an entry ticket, or null
   * @param thumbprint of the key that the place shall be bound to, or null
   * @param solution what is said to solve a challenge, or null
   */
  record Wish(@Nullable String entry, @Nullable String thumbprint, @Nullable String solution) {

    static Wish of(RequestBody.Posted posted) {
      return new Wish(posted.text(ENTRY), posted.text(KEY), posted.text(CHALLENGE));
    }

    /** The same where a form brings the entry in its address, as the fan's link did. */
    Wish orInvited(String byLink) {
      return entry != null || byLink.isEmpty() ? this : new Wish(byLink, thumbprint, solution);
    }
  }

  /**
   * Somebody who asks for a place: the request's headers, the event, and the key, the entry and the
   * solved challenge, or null for each.
   */
  private record Comer(
      MultiMap headers,
      EventView view,
      @Nullable String thumbprint,
      @Nullable EntryTicket entry,
      @Nullable SolvedChallenge solved) {

    /** The same once what they sent has been looked at. */
    Comer having(SolvedChallenge challenge) {
      return new Comer(headers, view, thumbprint, entry, challenge);
    }
  }

  Future<Reply> answer(MultiMap headers, EventView view, Wish wish) {
    FanKeys.check(wish.thumbprint());
    PlaceTicket held = shared.tickets().presented(headers, view.event()).ticket();
    Future<Reply> reply =
        held == null || held.epoch() < view.epoch() || !FanKeys.fits(held, wish.thumbprint(), view)
            ? join(headers, view, wish)
            : shared
                .places()
                .look(view, held)
                .compose(
                    place ->
                        place.standing().state() == Standing.State.OVER
                            ? join(headers, view, wish)
                            : Future.succeededFuture(same(headers, view, place)));
    return reply.onFailure(refused -> shared.meters().joined(EdgeMeters.Join.REFUSED));
  }

  private Reply same(MultiMap headers, EventView view, Place place) {
    shared.meters().joined(EdgeMeters.Join.SAME);
    Said said = Said.of(view, headers);
    Reply reply = Reply.json(200, shared.json().of(view, place, said));
    // Whoever sends the ticket by hand may be a browser that does not have it as a cookie yet.
    return FanTickets.isInHeader(headers)
        ? shared.cookies().place(reply, headers, view, mint.write(place.ticket()))
        : reply;
  }

  private Future<Reply> join(MultiMap headers, EventView view, Wish wish) {
    String key = wish.thumbprint();
    if (key == null && FanKeys.areRequired(view)) {
      return Future.failedFuture(new ProblemException(Refusals.keyRequired()));
    }
    String presented = wish.entry();
    EntryTicket entry = presented == null ? null : entry(view, presented);
    if (presented != null && entry == null) {
      return Future.failedFuture(new ProblemException(Refusals.entryInvalid()));
    }
    if (view.restoring()) {
      return Future.failedFuture(new ProblemException(Problem.restoring()));
    }
    return prove(new Comer(headers, view, key, entry, null), wish.solution());
  }

  /** Before the store is asked, which is spared whoever has solved nothing. */
  private Future<Reply> prove(Comer comer, @Nullable String solution) {
    SolutionCheck checked = work.check(comer.view(), solution);
    if (checked instanceof SolutionCheck.Bad bad) {
      JoinAnswer closed = closed(comer.view());
      return Future.failedFuture(
          new ProblemException(
              closed == null ? unproven(comer.view(), bad.flaw()) : refusal(comer.view(), closed)));
    }
    return ask(checked instanceof SolutionCheck.Good good ? comer.having(good.solved()) : comer);
  }

  /** Why nobody can join now, as far as it is known here: then it is no use to solve anything. */
  private static @Nullable JoinAnswer closed(EventView view) {
    Instant opensAt = view.settings().opensAt();
    if (opensAt != null && view.now().isBefore(opensAt)) {
      return new JoinAnswer.NotOpen(opensAt);
    }
    if (view.phase() == Phase.ENDED) {
      return new JoinAnswer.Ended();
    }
    if (view.settings().mode() == Mode.REJECT) {
      return new JoinAnswer.Rejected();
    }
    return view.phase() == Phase.SOLD_OUT ? new JoinAnswer.SoldOut() : null;
  }

  private Problem unproven(EventView view, ChallengeFlaw flaw) {
    shared.meters().unsolved(flaw);
    return Refusals.challengeRequired(view.event(), flaw);
  }

  /** The entry, if it is good for a lane that the event has. */
  private @Nullable EntryTicket entry(EventView view, String presented) {
    int lanes = view.settings().lanesByNumber().size();
    return entries
        .read(view.event(), presented, view.now())
        .filter(entry -> entry.lane() > 0 && entry.lane() < lanes)
        .orElse(null);
  }

  private Future<Reply> ask(Comer comer) {
    String event = comer.view().event();
    EntryTicket entry = comer.entry();
    Future<JoinAnswer> place =
        entry == null
            ? queue.join(event, comer.solved())
            : queue.enter(event, new Entry(entry.lane(), entry.id()), comer.solved());
    return place.compose(answer -> reply(comer, answer));
  }

  private Future<Reply> reply(Comer comer, JoinAnswer answer) {
    boolean given = answer instanceof JoinAnswer.Joined || answer instanceof JoinAnswer.Inside;
    if (given && comer.solved() != null) {
      shared.meters().solved();
    }
    if (answer instanceof JoinAnswer.Joined joined) {
      return joined(comer, joined);
    }
    if (answer instanceof JoinAnswer.Inside inside) {
      return inside(comer, inside);
    }
    throw new ProblemException(refusal(comer.view(), answer));
  }

  private Future<Reply> joined(Comer comer, JoinAnswer.Joined joined) {
    shared.meters().joined(EdgeMeters.Join.NEW);
    PlaceTicket ticket = ticket(comer, joined);
    return standing(comer, ticket, joined).map(place -> created(comer, place));
  }

  private PlaceTicket ticket(Comer comer, JoinAnswer.Joined joined) {
    EntryTicket entry = comer.entry();
    PlaceTicket place =
        entry == null
            ? mint.newPlace(comer.view().event(), joined.epoch(), joined.lane(), joined.arrival())
            : entries.place(entry, joined.epoch(), joined.arrival());
    return comer.thumbprint() == null ? place : place.boundTo(comer.thumbprint());
  }

  /** A new place has at most been called; the one of an entry may have been taken up long ago. */
  private Future<Place> standing(Comer comer, PlaceTicket ticket, JoinAnswer.Joined joined) {
    EventView view = comer.view();
    Place waiting = Place.waiting(ticket, Place.positionOf(view, ticket));
    Place fresh = joined.called() ? new Place(ticket, waiting.position(), CALLED) : waiting;
    if (comer.entry() == null) {
      return Future.succeededFuture(fresh);
    }
    return shared
        .places()
        .look(view, ticket)
        // The view may be older than the call.
        .map(place -> place.standing().state() == Standing.State.WAITING ? fresh : place)
        .otherwise(fresh);
  }

  private Reply created(Comer comer, Place place) {
    String written = mint.write(place.ticket());
    EventView view = comer.view();
    Said said = Said.of(view, comer.headers());
    Reply reply = Reply.json(201, shared.json().withTicket(view, place, said, written));
    return shared.cookies().place(reply, comer.headers(), view, written);
  }

  private Future<Reply> inside(Comer comer, JoinAnswer.Inside inside) {
    shared.meters().joined(EdgeMeters.Join.INSIDE);
    EventView view = comer.view();
    JoinAnswer.Joined joined =
        new JoinAnswer.Joined(inside.epoch(), inside.lane(), inside.arrival(), true);
    // A room that is always on draws nobody: whoever comes stands where they arrived.
    Place place = new Place(ticket(comer, joined), OptionalInt.of(inside.arrival()), ADMITTED);
    Reply reply = created(comer, place);
    return shared.signing().gate().isFull()
        ? Future.succeededFuture(reply) // The session stands; its token comes with the claim.
        : shared
            .signing()
            .sign(view, admission(place, inside))
            .map(signed -> with(view, reply, signed));
  }

  private Reply with(EventView view, Reply reply, Signing.Signed signed) {
    Reply whole =
        new Reply(
            reply.status(),
            reply.headers(),
            PlaceJson.withAdmission(reply.body(), signed.document()));
    return shared.cookies().alsoAdmission(whole, view, signed.cookie());
  }

  private static Admission admission(Place place, JoinAnswer.Inside inside) {
    PlaceTicket ticket = place.ticket();
    return new Admission(
        ticket.event(),
        ticket.epoch(),
        ticket.lane(),
        inside.arrival(),
        ticket.placeId(),
        inside.startSeconds(),
        inside.expiresSeconds(),
        ticket.keyThumbprint());
  }

  private Problem refusal(EventView view, JoinAnswer answer) {
    if (answer instanceof JoinAnswer.ChallengeRequired required) {
      return unproven(view, required.flaw());
    }
    if (answer instanceof JoinAnswer.NotOpen closed) {
      String opensAt = instants.text(closed.opensAt());
      return Problem.of(403, "not-open", "Not open yet", "The queue opens at " + opensAt + ".")
          .with("opensAt", opensAt);
    }
    if (answer instanceof JoinAnswer.Ended) {
      return Problem.of(410, "ended", "The event is over", "Nobody can join any more.");
    }
    if (answer instanceof JoinAnswer.QueueFull) {
      return Problem.of(429, "queue-full", "The queue is full", "Every place has been handed out.");
    }
    if (answer instanceof JoinAnswer.SoldOut) {
      return Refusals.soldOut();
    }
    if (answer instanceof JoinAnswer.NoLane) {
      return Refusals.entryInvalid();
    }
    return answer instanceof JoinAnswer.Rejected ? Refusals.rejected() : Problem.restoring();
  }
}
