package dev.headgate.gateway.edge;

import dev.headgate.gateway.config.EventSettings.Dpop;
import dev.headgate.gateway.http.ProblemException;
import dev.headgate.gateway.queue.EventView;
import dev.headgate.gateway.token.PlaceTicket;
import dev.headgate.gateway.token.Proofs;
import io.vertx.core.Future;
import io.vertx.core.MultiMap;
import io.vertx.core.http.HttpMethod;
import java.net.URI;
import org.jspecify.annotations.Nullable;

/** The keys that places are bound to: named at the join, proven when the turn is taken. */
final class FanKeys {

  private static final Future<Proofs.Answer> NOT_NEEDED =
      Future.succeededFuture(Proofs.Answer.PROVEN);
  private static final Future<Proofs.Answer> NO_KEY = Future.succeededFuture(Proofs.Answer.MISSING);

  private final Proofs proofs;
  private final String origin;

  /**
   * @param publicOrigin what fans' addresses begin with: a proof names one of them
   */
  FanKeys(Proofs proofs, URI publicOrigin) {
    this.proofs = proofs;
    this.origin = publicOrigin.toString();
  }

  /** Whether the event gives places to holders of keys only. */
  static boolean areRequired(EventView view) {
    return view.settings().dpop() == Dpop.REQUIRED;
  }

  /** Whether it takes the proof of a key to take the turn of a place. */
  static boolean areNeeded(EventView view, PlaceTicket ticket) {
    return ticket.keyThumbprint() != null || areRequired(view);
  }

  /** Ends a request that names something else than a thumbprint. */
  static void check(@Nullable String thumbprint) {
    if (thumbprint != null && !Proofs.isThumbprint(thumbprint)) {
      throw new ProblemException(Refusals.malformedThumbprint());
    }
  }

  /**
   * Whether a place can be taken up by the holder of this key. A place of somebody who had another
   * key, or of an event that wants keys and had not wanted them before, is of no use to them.
   *
   * @param thumbprint what the request names; null leaves open who asks
   */
  static boolean fits(PlaceTicket ticket, @Nullable String thumbprint, EventView view) {
    if (thumbprint == null || thumbprint.equals(ticket.keyThumbprint())) {
      return true;
    }
    return ticket.keyThumbprint() == null && !areRequired(view);
  }

  /** Whether a request proves that it comes from the holder of the ticket's key. Never fails. */
  Future<Proofs.Answer> prove(MultiMap headers, EventView view, PlaceTicket ticket) {
    String thumbprint = ticket.keyThumbprint();
    if (thumbprint == null) {
      return areRequired(view) ? NO_KEY : NOT_NEEDED;
    }
    Proofs.Wanted wanted =
        new Proofs.Wanted(
            thumbprint,
            HttpMethod.POST.name(),
            origin + "/queue/" + view.event() + "/admissions",
            view.now().getEpochSecond());
    return proofs.take(headers.getAll("DPoP"), wanted);
  }
}
