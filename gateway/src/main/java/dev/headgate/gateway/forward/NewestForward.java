package dev.headgate.gateway.forward;

import io.vertx.core.http.HttpServerRequest;

/** Gives each request to the forwarder of the newest configuration, which keeps it to its end. */
final class NewestForward implements Forward {
  private Forwarder newest;

  NewestForward(Forwarder first) {
    newest = first;
  }

  @Override
  public void handle(HttpServerRequest request) {
    newest.handle(request);
  }

  @Override
  public void reconfigure(ForwardRules next) {
    newest = newest.under(next);
  }
}
