package dev.headgate.gateway.edge;

import dev.headgate.gateway.http.Cookies;
import dev.headgate.gateway.queue.EventView;
import dev.headgate.gateway.queue.Queue;
import dev.headgate.gateway.queue.QueuePosition;
import dev.headgate.gateway.token.Admission;
import dev.headgate.gateway.token.AdmissionTokens;
import dev.headgate.gateway.token.PlaceTicket;
import io.vertx.core.Future;
import io.vertx.core.MultiMap;
import io.vertx.core.http.HttpHeaders;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.OptionalInt;
import java.util.Set;

/** {@code DELETE …/admissions/me}: ends the session of whoever asks, by ticket or by token. */
final class Leaves {

  private static final CharSequence ADMISSION = HttpHeaders.createOptimized("headgate-admission");
  private static final String BEARER = "bearer ";
  private static final String DPOP = "dpop ";
  // A client that sends more copies than this gains nothing by having them all checked.
  private static final int MOST_TOKENS = 8;

  private final EdgeShared shared;
  private final Queue queue;
  private final AdmissionTokens tokens;
  private final Claims claims;

  Leaves(EdgeShared shared, EdgeParts parts, Claims claims) {
    this.shared = shared;
    this.queue = parts.queue();
    this.tokens = parts.tokens();
    this.claims = claims;
  }

  Future<Reply> answer(MultiMap headers, EventView view) {
    List<Future<Void>> releases = new ArrayList<>();
    for (QueuePosition position : positions(headers, view)) {
      claims.forget(position);
      releases.add(queue.release(position));
    }
    Reply left = shared.cookies().withoutAdmission(Reply.empty(204), view.event());
    return Future.all(releases).map(left);
  }

  private Set<QueuePosition> positions(MultiMap headers, EventView view) {
    Set<QueuePosition> positions = new LinkedHashSet<>();
    long nowSeconds = view.now().getEpochSecond();
    for (String token : candidates(headers, view.event())) {
      tokens
          .verify(token, nowSeconds)
          .filter(admission -> admission.event().equals(view.event()))
          .map(Leaves::inQueue)
          .ifPresent(positions::add);
    }
    PlaceTicket ticket = shared.tickets().presented(headers, view.event()).ticket();
    if (ticket != null) {
      OptionalInt position = Place.positionOf(view, ticket);
      position.ifPresent(rank -> positions.add(Place.inQueue(ticket, rank)));
    }
    return positions;
  }

  private static List<String> candidates(MultiMap headers, String event) {
    List<String> found = new ArrayList<>(headers.getAll(ADMISSION));
    for (String authorization : headers.getAll(HttpHeaders.AUTHORIZATION)) {
      String lower = authorization.toLowerCase(Locale.ROOT);
      if (lower.startsWith(BEARER) || lower.startsWith(DPOP)) {
        found.add(authorization.substring(authorization.indexOf(' ')).trim());
      }
    }
    found.addAll(Cookies.values(headers, FanCookies.ADMISSION + event));
    return found.subList(0, Math.min(found.size(), MOST_TOKENS));
  }

  private static QueuePosition inQueue(Admission admission) {
    return new QueuePosition(
        admission.event(), admission.epoch(), admission.lane(), admission.position());
  }
}
