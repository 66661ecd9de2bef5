package dev.headgate.booking.http;

import dev.headgate.booking.admission.Binding;
import dev.headgate.booking.hold.Hold;
import dev.headgate.booking.hold.HoldAnswer;
import dev.headgate.booking.hold.Holds;
import dev.headgate.booking.hold.Wish;
import dev.headgate.booking.http.Routes.Variables;
import dev.headgate.booking.http.Visitors.Visitor;
import dev.headgate.booking.map.SeatMaps;
import dev.headgate.booking.store.StoreException;
import dev.headgate.booking.telemetry.ShopMetrics;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Holding, looking at what one holds, and releasing it. */
final class HoldHandlers {
  private static final int MAX_ID = 64;

  private final Holds holds;
  private final SeatMaps maps;
  private final ShopMetrics metrics;
  private final Visitors visitors;
  private final ShopHttp.Till till;
  private final ShopHttp.@Nullable Counter counter;

  HoldHandlers(ShopHttp.Services services, Visitors visitors) {
    this.holds = services.holds();
    this.maps = services.maps();
    this.metrics = services.metrics();
    this.visitors = visitors;
    this.till = services.till();
    this.counter = services.counter();
  }

  void hold(Exchange exchange, Variables path) {
    String event = path.first();
    if (!maps.knows(event)) {
      exchange.problem(Problem.unknownEvent());
      return;
    }
    Visitors.sameSite(exchange)
        .compose(sameSite -> visitors.buyer(event, exchange))
        .compose(
            visitor ->
                exchange
                    .object(HoldBody.FIELDS)
                    .compose(body -> maps.card(event).map(card -> HoldBody.wish(body, card)))
                    .map(wish -> request(event, visitor, wish, exchange))
                    .compose(request -> hold(request, visitor, exchange)))
        .onFailure(exchange::failure);
  }

  private static Holds.Request request(
      String event, Visitor visitor, Wish wish, Exchange exchange) {
    String key = IdempotencyKey.optional(exchange.lines("Idempotency-Key"));
    return new Holds.Request(event, visitor.customer(), wish, key);
  }

  private Future<Void> hold(Holds.Request request, Visitor visitor, Exchange exchange) {
    long before = System.nanoTime();
    return holds
        .hold(request)
        .onFailure(failure -> measured(before, failed(failure), statusOf(failure)))
        .map(
            answer -> {
              if (answer instanceof HoldAnswer.Held held) {
                maps.changed(request.event());
                visitors.remember(visitor, exchange);
                measured(before, "held", 201);
                exchange
                    .set("Location", "/holds/" + held.hold().holdId())
                    .json(201, HoldJson.fresh(held.hold()));
              } else if (answer instanceof HoldAnswer.Again again) {
                visitors.remember(visitor, exchange);
                measured(before, "again", 200);
                exchange
                    .set("Location", "/holds/" + again.hold().holdId())
                    .json(200, HoldJson.stored(again.hold()));
              } else {
                refuse(answer, before, exchange);
              }
              return null;
            });
  }

  private void refuse(HoldAnswer answer, long before, Exchange exchange) {
    Problem problem = HoldJson.refusal(answer);
    measured(before, problem.code(), problem.status());
    if (answer instanceof HoldAnswer.Contention) {
      exchange.set("Retry-After", "1");
    }
    exchange.problem(problem);
  }

  private static String failed(Throwable failure) {
    return failure instanceof StoreException store ? store.kind().name() : "FAULT";
  }

  private static int statusOf(Throwable failure) {
    boolean business =
        failure instanceof StoreException store && store.kind() == StoreException.Kind.CONTENTION;
    return business ? 409 : 503;
  }

  private void measured(long beforeNanos, String outcome, int status) {
    long now = System.nanoTime();
    metrics.holdAnswered(outcome, Duration.ofNanos(now - beforeNanos), status, now);
  }

  void own(Exchange exchange, Variables path) {
    String event = path.first();
    if (!maps.knows(event)) {
      exchange.problem(Problem.unknownEvent());
      return;
    }
    visitors
        .visitor(event, exchange)
        .compose(
            visitor ->
                holds
                    .live(event, visitor.customer())
                    .map(Exchange.by(live -> list(live, event, visitor, exchange))))
        .onFailure(failure -> Pages.failure(exchange, failure));
  }

  private void list(Holds.Live live, String event, Visitor visitor, Exchange exchange) {
    exchange.set("Vary", "Accept");
    if (!live.holds().isEmpty()) {
      visitors.recall(visitor, exchange);
    }
    if (exchange.prefersHtml()) {
      exchange.html(200, Pages.holds(event, live.holds(), till, Reader.of(exchange)));
      return;
    }
    JsonObject own = HoldJson.live(event, live);
    Binding binding = visitor.binding();
    if (binding != null) {
      own.put("binding", HoldJson.binding(binding, visitor.sessionBinding()));
    }
    exchange.json(200, own);
  }

  void one(Exchange exchange, Variables path) {
    exchange.set("Vary", "Accept");
    owned(
            exchange,
            path.first(),
            (holdId, owner) -> holds.find(holdId, owner.customer()).map(found -> own(found, owner)))
        .compose(own -> shown(exchange, own))
        .onFailure(failure -> Pages.failure(exchange, failure));
  }

  /** A hold and whose it is. */
  private record Own(Hold hold, Visitor owner) {}

  private static Optional<Own> own(Optional<Hold> found, Visitor owner) {
    return found.map(hold -> new Own(hold, owner));
  }

  private Future<Void> shown(Exchange exchange, Own own) {
    if (exchange.prefersHtml()) {
      return page(exchange, own);
    }
    Hold hold = own.hold();
    if (isGone(hold)) {
      exchange.problem(HoldJson.gone(hold));
    } else {
      exchange.json(200, HoldJson.stored(hold));
    }
    return Future.succeededFuture();
  }

  private static boolean isGone(Hold hold) {
    return !hold.isLive() && (hold.isExpired() || hold.status().equals("released"));
  }

  /** A hold that somebody paid for, or tried to, goes on as an order. */
  private Future<Void> page(Exchange exchange, Own own) {
    Hold hold = own.hold();
    if (hold.isLive()) {
      return payment(exchange, own);
    }
    return order(own)
        .compose(
            order -> {
              if (order.isPresent()) {
                exchange.set("Location", order.get()).empty(303);
                return Future.succeededFuture();
              }
              if (isGone(hold)) {
                exchange.html(410, PaymentPage.gone(hold, Reader.of(exchange)));
                return Future.succeededFuture();
              }
              return payment(exchange, own);
            });
  }

  private Future<Void> payment(Exchange exchange, Own own) {
    Binding binding = own.owner().binding();
    return maps.card(own.hold().event())
        .map(
            Exchange.by(
                card -> {
                  Reader reader = Reader.of(exchange);
                  exchange.html(200, PaymentPage.of(own.hold(), card, till, binding, reader));
                }))
        .mapEmpty();
  }

  /** The address of the order made of this hold. */
  private Future<Optional<String>> order(Own own) {
    ShopHttp.Counter open = counter;
    if (open == null) {
      return Future.succeededFuture(Optional.empty());
    }
    return open.orders()
        .of(own.owner().customer())
        .map(
            orders ->
                orders.stream()
                    .filter(order -> order.holdId().equals(own.hold().holdId()))
                    .map(order -> open.keys().path(order.orderId()))
                    .findFirst());
  }

  void release(Exchange exchange, Variables path) {
    Visitors.sameSite(exchange)
        .compose(sameSite -> release(exchange, path.first()))
        .map(
            Exchange.by(
                before -> {
                  if (before.isLive()) {
                    maps.changed(before.event());
                  }
                  if (before.isLive() || before.status().equals("released")) {
                    exchange.empty(204);
                  } else if (before.isExpired()) {
                    exchange.problem(HoldJson.gone(before));
                  } else {
                    exchange.problem(HoldJson.beingBought(before));
                  }
                }))
        .onFailure(exchange::failure);
  }

  void extend(Exchange exchange, Variables path) {
    Visitors.sameSite(exchange)
        .compose(sameSite -> extend(exchange, path.first()))
        .map(
            Exchange.by(
                extension -> {
                  Hold hold = extension.hold();
                  if (extension.given()) {
                    exchange.json(200, HoldJson.stored(hold));
                  } else if (hold.isLive()) {
                    exchange.problem(HoldJson.notExtended(extension));
                  } else if (hold.isExpired() || hold.status().equals("released")) {
                    exchange.problem(HoldJson.gone(hold));
                  } else {
                    exchange.problem(HoldJson.beingBought(hold));
                  }
                }))
        .onFailure(exchange::failure);
  }

  private Future<Hold> release(Exchange exchange, String holdId) {
    return owned(exchange, holdId, (id, owner) -> holds.release(id, owner.customer()));
  }

  private Future<Holds.Extension> extend(Exchange exchange, String holdId) {
    return owned(exchange, holdId, (id, owner) -> holds.extend(id, owner.customer()));
  }

  /** What to do with somebody's hold. */
  private interface Action<T> {
    Future<Optional<T>> run(String holdId, Visitor owner);
  }

  /** Somebody else's hold and one that never was look the same. */
  private <T> Future<T> owned(Exchange exchange, String holdId, Action<T> action) {
    return visitors
        .caller(exchange)
        .compose(
            owner ->
                owner == null || holdId.length() > MAX_ID
                    ? Future.succeededFuture(Optional.<T>empty())
                    : action.run(holdId, owner))
        .map(
            hold ->
                hold.orElseThrow(
                    () ->
                        new ProblemException(
                            Problem.of(404, "unknown-hold", "No such hold", "Not one of yours."))));
  }
}
