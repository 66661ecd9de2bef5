package dev.headgate.booking.http;

import dev.headgate.booking.hold.Hold;
import dev.headgate.booking.hold.HoldAnswer;
import dev.headgate.booking.hold.Holds;
import dev.headgate.booking.map.EventCard;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/**
 * The shop's own pages over a hold and an order that a test sets: in every state, and with every
 * answer to paying, also those that a real sale shows once in a thousand.
 */
public final class PagesOnShow implements AutoCloseable {
  private static final String TICKET = "data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAA=";

  private static final EventCard CARD =
      new EventCard(
          "derby", "Derby <1>", "Headgate Arena", null, null, 4_500L, 9_500L, 8, List.of());

  /** Answers to {@code POST /holds/…/checkout} in turn; status 0 closes the connection instead. */
  public record Answer(int status, String type, String location) {}

  private final Vertx vertx = Vertx.vertx();
  private final HttpServer server;
  private final Queue<Answer> answers = new ConcurrentLinkedQueue<>();
  private final List<String> keys = new CopyOnWriteArrayList<>();
  private final List<String> bodies = new CopyOnWriteArrayList<>();
  private volatile Hold hold = hold("active", Duration.ofMinutes(10));
  private volatile Problem refusal = Problem.notFound();
  private volatile JsonObject order = order("pending_payment");

  private PagesOnShow() {
    server =
        vertx
            .createHttpServer()
            .requestHandler(this::answer)
            .listen(0, "127.0.0.1")
            .toCompletionStage()
            .toCompletableFuture()
            .join();
  }

  /** On a free port. */
  public static PagesOnShow open() {
    return new PagesOnShow();
  }

  public URI origin() {
    return URI.create("http://127.0.0.1:" + server.actualPort());
  }

  /** From now on the hold stands so. */
  public void holdIs(String status, Duration left) {
    hold = hold(status, left);
  }

  /** From now on the order stands so. */
  public void orderIs(JsonObject other) {
    order = other;
  }

  /** From now on seats are refused for leaving these single. */
  public void leavesSingle(String... seats) {
    refusal = HoldJson.refusal(new HoldAnswer.SingleSeatLeft(List.of(seats), List.of()));
  }

  /** From now on seats are refused for having so many holds. */
  public void allowsHolds(int most) {
    refusal = HoldJson.refusal(new HoldAnswer.TooManyHolds(most, most));
  }

  public void willAnswer(Answer... next) {
    answers.addAll(List.of(next));
  }

  /** The keys of all requests to pay, in order. */
  public List<String> keys() {
    return keys;
  }

  /** Their bodies. */
  public List<String> bodies() {
    return bodies;
  }

  /** An order in this state, as the shop would tell it. */
  public static JsonObject order(String status) {
    JsonArray seats = new JsonArray();
    JsonArray tickets = new JsonArray();
    for (String seat : List.of("A-3", "A-4")) {
      seats.add(
          new JsonObject()
              .put("id", seat)
              .put("section", "A")
              .put("ticketType", "premium")
              .put("priceCents", 9_500));
      if (status.equals("confirmed")) {
        tickets.add(
            new JsonObject()
                .put("id", "t" + seat)
                .put("seat", seat)
                .put("png", TICKET)
                .put("pdf", "/orders/o1/tickets/t" + seat + ".pdf?t=k"));
      }
    }
    return new JsonObject()
        .put("orderId", "o1")
        .put("event", "derby")
        .put("title", "Derby <1>")
        .put("venue", "Headgate Arena")
        .put("status", status)
        .put("reason", "x")
        .put("message", "What the shop says & means.")
        .put("amountCents", 19_000)
        .put("currency", "eur")
        .put("seats", seats)
        .put("tickets", tickets)
        .put("redirectUrl", null)
        .put("declineCode", status.equals("failed") ? "insufficient_funds" : null)
        .put("refundDueCents", status.equals("refund_due") ? 19_000 : 0)
        .put("refundedCents", status.equals("refunded") ? 19_000 : 0)
        .put("pollAfterMillis", 500);
  }

  private static Hold hold(String status, Duration left) {
    Instant now = Instant.now();
    return new Hold(
        "h1",
        "derby",
        status,
        List.of(
            new Hold.HeldSeat("A-3", 9_500, "premium"), new Hold.HeldSeat("A-4", 9_500, "premium")),
        19_000,
        now,
        now.plus(left),
        null,
        new Hold.MoreTime(0, false),
        now);
  }

  /** The same hold at this moment. */
  private Hold held() {
    Hold then = hold;
    return new Hold(
        then.holdId(),
        then.event(),
        then.status(),
        then.seats(),
        then.totalCents(),
        then.createdAt(),
        then.expiresAt(),
        null,
        then.moreTime(),
        Instant.now());
  }

  private void answer(HttpServerRequest request) {
    Exchange exchange = new Exchange(request, status -> {});
    String path = exchange.path();
    if (path.startsWith("/events/-/")) {
      new Assets().send(exchange, new Routes.Variables(List.of(path.substring(10))));
    } else if (path.endsWith("/checkout")) {
      request.body().onSuccess(body -> checkout(request, body, answers.poll()));
    } else if (path.equals("/events/derby/seats")) {
      showSeats(exchange);
    } else if (path.equals("/events/derby/holds") && exchange.method().name().equals("POST")) {
      exchange.problem(refusal);
    } else if (path.equals("/events/derby/holds")) {
      exchange.json(200, HoldJson.live("derby", new Holds.Live(List.of(), Instant.now())));
    } else if (path.startsWith("/holds/")) {
      showHold(exchange);
    } else if (path.startsWith("/orders/") && exchange.prefersHtml()) {
      exchange.html(200, OrderPage.of(order, Reader.of(exchange)));
    } else if (path.startsWith("/orders/")) {
      exchange.json(200, order);
    } else {
      exchange.html(200, Pages.message("Somewhere else", path, null, Reader.of(exchange)));
    }
  }

  private void checkout(HttpServerRequest request, Buffer body, @Nullable Answer next) {
    keys.add(request.getHeader("Idempotency-Key"));
    bodies.add(body.toString());
    if (next == null) {
      return; // as if it took for ever
    }
    if (next.status() == 0) {
      request.connection().close().onFailure(gone -> {});
      return;
    }
    JsonObject json =
        new JsonObject().put("type", "urn:headgate:problem:" + next.type()).put("orderUrl", null);
    if (next.status() < 300) {
      json.put("orderUrl", next.location());
    }
    request
        .response()
        .setStatusCode(next.status())
        .putHeader("Content-Type", "application/json")
        .putHeader("Retry-After", "1")
        .putHeader("Location", next.location())
        .end(json.encode())
        .onFailure(gone -> {});
  }

  private void showHold(Exchange exchange) {
    Hold now = held();
    Reader reader = Reader.of(exchange);
    boolean gone = now.isExpired() || now.status().equals("released");
    if (exchange.method().name().equals("DELETE")) {
      exchange.empty(204);
    } else if (exchange.prefersHtml()) {
      exchange.html(gone ? 410 : 200, gone ? PaymentPage.gone(now, reader) : page(now, reader));
    } else if (gone) {
      exchange.problem(HoldJson.gone(now));
    } else {
      exchange.json(200, HoldJson.stored(now));
    }
  }

  /** A row of four free seats. */
  private static void showSeats(Exchange exchange) {
    if (exchange.prefersHtml()) {
      exchange.html(
          200,
          Pages.seats(
              CARD, "eur", new Visitors.Entrant("fan", null, Instant.now()), Reader.of(exchange)));
      return;
    }
    JsonArray seats = new JsonArray();
    for (int i = 1; i <= 4; i++) {
      seats.add(
          new JsonObject()
              .put("id", "A-" + i)
              .put("state", "available")
              .put("priceCents", 9_500)
              .put("ticketType", "premium"));
    }
    JsonArray rows = new JsonArray().add(new JsonObject().put("row", "A").put("seats", seats));
    JsonObject section =
        new JsonObject().put("id", "A").put("name", "Section A").put("free", 4).put("rows", rows);
    exchange.json(200, new JsonObject().put("sections", new JsonArray().add(section)));
  }

  private static String page(Hold now, Reader reader) {
    return PaymentPage.of(
        now,
        CARD,
        new ShopHttp.Till(ShopHttp.Cards.TEST, Map.of("derby", "eur"), Map.of()),
        null,
        reader);
  }

  @Override
  public void close() {
    Object unused = vertx.close().toCompletionStage().toCompletableFuture().join();
  }
}
