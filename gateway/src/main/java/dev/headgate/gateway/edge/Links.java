package dev.headgate.gateway.edge;

import dev.headgate.gateway.http.ProblemException;
import dev.headgate.gateway.queue.EventView;
import dev.headgate.gateway.token.PlaceTicket;
import dev.headgate.gateway.token.PlaceTickets;
import io.vertx.core.Future;
import io.vertx.core.MultiMap;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;

/**
 * {@code POST …/places/me/link}: what another device takes a place up with. The ticket is in the
 * link's fragment, which browsers send to no server, so that no log and no referrer has it; opening
 * the link spends nothing.
 */
final class Links {
  private final EdgeShared shared;
  private final PollPace pace;
  private final PlaceTickets mint;
  private final Vertx vertx;
  private final String origin;

  Links(EdgeShared shared, PollPace pace, EdgeParts parts) {
    this.shared = shared;
    this.pace = pace;
    this.mint = parts.tickets();
    this.vertx = parts.vertx();
    this.origin = parts.config().publicOrigin().toString();
  }

  Future<Reply> answer(MultiMap headers, EventView view) {
    PlaceTicket ticket =
        Places.ofThisEpoch(view, shared.tickets().presented(headers, view.event()).orRefuse());
    if (!pace.allows(ticket, shared.nanoTime().getAsLong())) {
      throw new ProblemException(Refusals.slowDown());
    }
    if (ticket.keyThumbprint() != null || FanKeys.areRequired(view)) {
      throw new ProblemException(Refusals.boundPlace());
    }
    String url = origin + "/queue/" + view.event() + "#place=" + mint.write(ticket);
    return vertx
        .executeBlocking(() -> SvgQrCode.of(url)) // Some milliseconds.
        .map(svg -> Reply.json(200, new JsonObject().put("url", url).put("svg", svg).toBuffer()));
  }
}
