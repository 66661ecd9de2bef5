package dev.headgate.payment.simulator;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import java.net.URI;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicReference;

/**
 * A payment processor for tests and demonstrations: the used part of Stripe's API over HTTP, signed
 * webhooks, and whatever can go wrong on request. What it knows is in memory and ends with it.
 *
 * @see <a href="https://docs.stripe.com/api/payment_intents">Stripe's PaymentIntents</a>
 */
public final class Simulator {
  private final HttpServer server;
  private final String host;
  private final Books books;
  private final Dice dice;
  private final Webhooks webhooks;

  private Simulator(HttpServer server, Parts parts, Books books, Webhooks webhooks) {
    this.server = server;
    this.host = parts.settings().host();
    this.dice = parts.dice();
    this.books = books;
    this.webhooks = webhooks;
  }

  /** Starts one on a Vert.x that stays the caller's. Fails where the port is taken. */
  public static Future<Simulator> start(Vertx vertx, SimulatorSettings settings) {
    Parts parts = new Parts(vertx, settings, InstantSource.system(), new Dice());
    AtomicReference<URI> origin = new AtomicReference<>(URI.create("http://" + settings.host()));
    IntentJson writer = new IntentJson(origin::get);
    Books books = new Books();
    Webhooks webhooks = new Webhooks(vertx, settings, parts.clock());
    Announcements announcements = new Announcements(parts, webhooks, writer);
    Processor processor = new Processor(parts, books, announcements, writer);
    Api api = new Api(parts, processor, writer);
    SimPages pages = new SimPages(books, parts.dice(), new ActionPage(books, processor));
    return vertx
        .createHttpServer(new HttpServerOptions().setHost(settings.host()).setPort(settings.port()))
        .requestHandler(
            request -> (Api.pathOf(request).startsWith(Api.PREFIX) ? api : pages).handle(request))
        .listen()
        .map(server -> new Simulator(server, parts, books, webhooks))
        .onSuccess(ready -> origin.set(settings.origin().orElse(ready.apiBase())))
        .onFailure(taken -> webhooks.close().onFailure(already -> {}));
  }

  /** What everything in it is built with. */
  record Parts(Vertx vertx, SimulatorSettings settings, InstantSource clock, Dice dice) {}

  /** Where it listens. */
  public int port() {
    return server.actualPort();
  }

  /** What a client of Stripe's is given in place of {@code https://api.stripe.com}. */
  public URI apiBase() {
    return URI.create("http://" + host + ":" + port());
  }

  /** Sends webhooks there from now on, those that nobody has taken yet included. */
  public void webhooksTo(URI target) {
    webhooks.sendTo(target);
  }

  /** From now on goes wrong like this. */
  public void faults(Faults faults) {
    dice.set(faults);
  }

  /** What was really paid, whatever anybody was told. */
  public Ledger ledger() {
    return books.ledger();
  }

  /** Stops answering and sending. */
  public Future<Void> close() {
    return webhooks.close().eventually(server::close);
  }
}
