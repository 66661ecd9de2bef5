package dev.headgate.gateway.operator;

import dev.headgate.gateway.queue.Events;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.web.RoutingContext;

/** The public document of an event's draw with its address, to be published and printed. */
final class DrawReads {
  private final Vertx vertx;
  private final Events events;
  private final PublicDraws draws;

  DrawReads(Vertx vertx, Events events, PublicDraws draws) {
    this.vertx = vertx;
    this.events = events;
    this.draws = draws;
  }

  /** Answers it. */
  Future<Void> read(RoutingContext ctx) {
    return events
        .view(EventId.of(ctx))
        .compose(
            view -> {
              String address = draws.address(view);
              JsonObject document = draws.document().apply(view).toJsonObject();
              return vertx
                  .executeBlocking(() -> draws.code().apply(address), false)
                  .map(
                      code ->
                          new JsonObject()
                              .put("url", address)
                              .put("svg", code)
                              .put("title", view.settings().title())
                              .put("document", document));
            })
        .compose(answer -> EventDocument.send(ctx.response(), 200, answer));
  }
}
