package dev.headgate.booking.http;

import dev.headgate.booking.hold.Hold;
import dev.headgate.booking.hold.Holds;
import dev.headgate.booking.http.Routes.Variables;
import dev.headgate.booking.http.ShopHttp.Counter;
import dev.headgate.booking.http.Visitors.Visitor;
import dev.headgate.booking.order.CheckoutAnswer;
import dev.headgate.booking.order.Order;
import dev.headgate.booking.order.Orders;
import dev.headgate.booking.order.TicketFaces;
import dev.headgate.booking.payment.BadSignatureException;
import dev.headgate.booking.payment.Notice;
import dev.headgate.booking.seat.Times;
import dev.headgate.booking.ticket.TicketFace;
import dev.headgate.booking.ticket.Tickets;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Paying for a hold, looking at what one bought, and what the processor says of it. */
final class OrderHandlers {
  private static final Logger LOG = LoggerFactory.getLogger(OrderHandlers.class);
  private static final int MAX_ID = 64;

  private final @Nullable Counter counter;
  private final Holds holds;
  private final Visitors visitors;
  private final InstantSource clock;

  OrderHandlers(ShopHttp.Services services, Visitors visitors) {
    this.counter = services.counter();
    this.holds = services.holds();
    this.visitors = visitors;
    this.clock = services.clock();
  }

  private Counter open() {
    if (counter == null) {
      throw new ProblemException(
          Problem.of(
              503, "payments-off", "Nothing can be paid for", "This shop only holds seats."));
    }
    return counter;
  }

  void checkout(Exchange exchange, Variables path) {
    Visitors.sameSite(exchange)
        .compose(sameSite -> visitors.caller(exchange))
        .compose(
            buyer ->
                exchange
                    .object(CheckoutBody.FIELDS)
                    .map(CheckoutBody::of)
                    .compose(body -> checkout(exchange, path.first(), buyer, body)))
        .map(Exchange.by(answer -> answer(exchange, answer)))
        .onFailure(exchange::failure);
  }

  private Future<CheckoutAnswer> checkout(
      Exchange exchange, String holdId, @Nullable Visitor buyer, CheckoutBody body) {
    String key = IdempotencyKey.required(exchange.lines("Idempotency-Key"));
    if (buyer == null || holdId.length() > MAX_ID) {
      return Future.succeededFuture(new CheckoutAnswer.UnknownHold());
    }
    Orders orders = open().orders();
    visitors.checkPace(buyer, exchange);
    Orders.Checkout wanted =
        new Orders.Checkout(
            holdId, buyer.customer(), key, body.paymentMethod(), body.email(), body.phone());
    return holds
        .find(holdId, buyer.customer())
        .compose(hold -> checkout(orders, wanted, buyer, hold));
  }

  /** The event's rules about its buyers hold here, too: the hold may be older than the session. */
  private Future<CheckoutAnswer> checkout(
      Orders orders, Orders.Checkout wanted, Visitor buyer, Optional<Hold> hold) {
    if (hold.isEmpty()) {
      return Future.succeededFuture(new CheckoutAnswer.UnknownHold());
    }
    visitors.checkRules(hold.get().event(), buyer);
    return orders.checkout(wanted);
  }

  private void answer(Exchange exchange, CheckoutAnswer answer) {
    if (answer instanceof CheckoutAnswer.Ordered ordered) {
      JsonObject json = new OrderJson(open().keys()).of(ordered.order());
      exchange.set("Location", json.getString("orderUrl")).json(ordered.isNew() ? 201 : 200, json);
      return;
    }
    if (answer instanceof CheckoutAnswer.InProgress progress) {
      exchange.set("Location", open().keys().path(progress.orderId())).set("Retry-After", "1");
    }
    exchange.problem(refusal(answer));
  }

  private static Problem refusal(CheckoutAnswer answer) {
    if (answer instanceof CheckoutAnswer.InProgress) {
      return Problem.of(
          409, "in-progress", "The payment is under way", "Do not pay again. Ask for the order.");
    }
    if (answer instanceof CheckoutAnswer.KeyReused) {
      return Problem.of(
          422, "key-reused", "The key was used for something else", "Use a new Idempotency-Key.");
    }
    if (answer instanceof CheckoutAnswer.HoldExpired expired) {
      return Problem.of(410, "hold-expired", "The hold has expired", "Choose your seats again.")
          .with("expiresAt", Times.written(expired.expiredAt()));
    }
    if (answer instanceof CheckoutAnswer.HoldReleased released) {
      return Problem.of(410, "hold-released", "The hold was given back", "Choose your seats again.")
          .with("endedAt", Times.written(released.releasedAt()));
    }
    return Problem.of(404, "unknown-hold", "No such hold", "Not one of yours.");
  }

  void own(Exchange exchange) {
    visitors
        .caller(exchange)
        .compose(
            owner ->
                // None would be said to somebody whose session is over, and who has some.
                owner == null
                    ? Future.<List<Order>>failedFuture(
                        new ProblemException(SessionHandlers.noSession()))
                    : open().orders().of(owner.customer()))
        .map(
            Exchange.by(
                orders -> {
                  JsonArray list = new JsonArray();
                  orders.forEach(order -> list.add(new OrderJson(open().keys()).of(order)));
                  exchange.json(200, new JsonObject().put("orders", list));
                }))
        .onFailure(exchange::failure);
  }

  void one(Exchange exchange, Variables path) {
    exchange.set("Vary", "Accept");
    readable(exchange, path.first())
        .map(Exchange.by(seen -> shown(exchange, seen)))
        .onFailure(failure -> Pages.failure(exchange, failure));
  }

  private void shown(Exchange exchange, Seen seen) {
    JsonObject order = new OrderJson(open().keys()).of(seen.order());
    if (!exchange.prefersHtml()) {
      exchange.json(200, order);
    } else if (seen.byProof()) {
      // The page asks for itself again and again, and its tickets are images: that takes the key.
      exchange.set("Location", order.getString("orderUrl")).empty(303);
    } else {
      exchange.html(200, OrderPage.of(order, Reader.of(exchange)));
    }
  }

  /** Back from a bank's page: that proves nothing, so the order says how it stands. */
  void back(Exchange exchange, Variables path) {
    String key = exchange.parameter("t");
    String order = path.first();
    if (key == null || order.length() > MAX_ID || !open().keys().fits(order, key)) {
      exchange.problem(unknown());
      return;
    }
    exchange.set("Location", open().keys().path(order)).empty(303);
  }

  void ticket(Exchange exchange, Variables path) {
    String file = path.values().get(1);
    int dot = file.lastIndexOf('.');
    String kind = dot < 0 ? "" : file.substring(dot);
    String ticketId = dot < 0 ? file : file.substring(0, dot);
    readable(exchange, path.first())
        .compose(seen -> printed(face(seen.order(), ticketId), kind))
        .map(
            Exchange.by(
                body ->
                    exchange
                        .set("Cache-Control", "private, no-store")
                        .end(200, typeOf(kind), body)))
        .onFailure(exchange::failure);
  }

  private static String typeOf(String kind) {
    return switch (kind) {
      case ".png" -> "image/png";
      case ".pdf" -> "application/pdf";
      default -> "text/plain; charset=utf-8";
    };
  }

  private Future<Buffer> printed(TicketFace face, String kind) {
    Tickets tickets = open().tickets();
    return switch (kind) {
      case ".png" -> open().vertx().executeBlocking(() -> Buffer.buffer(tickets.png(face)), false);
      case ".pdf" ->
          open().vertx().executeBlocking(() -> Buffer.buffer(tickets.pdf(List.of(face))), false);
      case ".txt" -> open().vertx().executeBlocking(() -> Buffer.buffer(tickets.text(face)), false);
      default -> Future.failedFuture(new ProblemException(Problem.notFound()));
    };
  }

  private static TicketFace face(Order order, String ticketId) {
    return TicketFaces.of(order).stream()
        .filter(face -> face.ticketId().equals(ticketId))
        .findFirst()
        .orElseThrow(() -> new ProblemException(Problem.notFound()));
  }

  /** An order, and whether it took a proof to read it. */
  private record Seen(Order order, boolean byProof) {}

  /** Somebody else's order and one that never was look the same. */
  private Future<Seen> readable(Exchange exchange, String orderId) {
    if (orderId.length() > MAX_ID) {
      return Future.failedFuture(new ProblemException(unknown()));
    }
    Counter at = open();
    String key = exchange.parameter("t");
    Future<Optional<Seen>> asked =
        key != null && at.keys().fits(orderId, key)
            ? at.orders().find(orderId).map(found -> found.map(order -> new Seen(order, false)))
            : visitors.caller(exchange).compose(owner -> ofOwner(orderId, owner));
    return asked.map(order -> order.orElseThrow(() -> new ProblemException(unknown())));
  }

  private Future<Optional<Seen>> ofOwner(String orderId, @Nullable Visitor owner) {
    return owner == null
        ? Future.succeededFuture(Optional.empty())
        : open()
            .orders()
            .find(orderId)
            .map(
                found ->
                    found
                        .filter(order -> order.customer().equals(owner.customer()))
                        .map(order -> new Seen(order, owner.hasKey())));
  }

  private static Problem unknown() {
    return Problem.of(404, "unknown-order", "No such order", "Not one of yours.");
  }

  void webhook(Exchange exchange) {
    exchange
        .bytes()
        .map(body -> verified(exchange, body))
        .compose(notice -> open().orders().notice(notice))
        .map(Exchange.by(stored -> exchange.json(200, new JsonObject().put("received", true))))
        .onFailure(exchange::failure);
  }

  private static Problem forged() {
    return Problem.of(400, "bad-signature", "Not the processor's word", "The signature is wrong.");
  }

  /** The processor goes on sending it for days, and the reconciler asks meanwhile. */
  private static Problem unreadable() {
    LOG.warn("a notice that the processor signed cannot be read");
    return Problem.of(
        400,
        "unreadable-notice",
        "Not understood",
        "It is signed, and says what is not known here.");
  }

  private Notice verified(Exchange exchange, byte[] body) {
    try {
      return open().processor().verify(body, exchange.lines("Stripe-Signature"), clock.instant());
    } catch (BadSignatureException refused) {
      throw new ProblemException(refused.isSigned() ? unreadable() : forged());
    }
  }
}
