package dev.headgate.quickstart;

import dev.headgate.gateway.config.GatewayConfig;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.json.JsonObject;
import java.net.URI;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Three programs of a few lines that answer what the demo asks while it starts. */
final class FakePrograms implements Programs {
  final List<ShopPlan> shops = new CopyOnWriteArrayList<>();
  final List<GatewayConfig> gateways = new CopyOnWriteArrayList<>();
  final List<URI> webhooks = new CopyOnWriteArrayList<>();
  final List<JsonObject> settings = new CopyOnWriteArrayList<>();
  final List<String> authorizations = new CopyOnWriteArrayList<>();
  final List<String> stopped = new CopyOnWriteArrayList<>();

  private final int createStatus;

  FakePrograms(int createStatus) {
    this.createStatus = createStatus;
  }

  @Override
  public Future<Running> startProcessor(PaymentSecrets secrets, URI target) {
    webhooks.add(target);
    Vertx vertx = Vertx.vertx();
    return listen(vertx, 0).map(server -> new Fake(vertx, "processor", server.actualPort()));
  }

  @Override
  public Future<Running> startShop(ShopPlan plan) {
    shops.add(plan);
    Vertx vertx = Vertx.vertx();
    return listen(vertx, plan.port()).map(server -> new Fake(vertx, "shop", server.actualPort()));
  }

  @Override
  public Future<Running> startGateway(GatewayConfig config) {
    gateways.add(config);
    Vertx vertx = Vertx.vertx();
    return listen(vertx, config.port())
        .compose(fans -> listen(vertx, config.operatorPort()))
        .map(operators -> new Fake(vertx, "gateway", config.port()));
  }

  private Future<HttpServer> listen(Vertx vertx, int port) {
    return vertx.createHttpServer().requestHandler(this::answer).listen(port, "127.0.0.1");
  }

  private void answer(HttpServerRequest request) {
    if (!request.method().name().equals("PUT")) {
      request.response().end();
      return;
    }
    authorizations.add(request.getHeader("Authorization"));
    request
        .body()
        .map(Buffer::toJsonObject)
        .onSuccess(settings::add)
        .onSuccess(body -> request.response().setStatusCode(createStatus).end());
  }

  private final class Fake implements Running {
    private final Vertx vertx;
    private final String name;
    private final int port;

    Fake(Vertx vertx, String name, int port) {
      this.vertx = vertx;
      this.name = name;
      this.port = port;
    }

    @Override
    public int port() {
      return port;
    }

    @Override
    public Future<Void> stop() {
      stopped.add(name);
      return vertx.close();
    }
  }
}
