package dev.headgate.gateway.operator;

import io.vertx.core.Vertx;
import io.vertx.ext.web.Router;

/** The operator's HTTP: events and their dials under {@code /api}, health and metrics beside it. */
public interface OperatorApi {

  /** The routes, as a request handler for one HTTP server; one instance an event loop. */
  static Router over(Vertx vertx, OperatorParts parts) {
    OperatorRoutes routes = new OperatorRoutes(vertx, parts);
    return routes.router();
  }
}
