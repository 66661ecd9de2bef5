package dev.headgate.gateway.forward;

import dev.headgate.gateway.config.GatewayConfig;
import dev.headgate.gateway.config.Ways;
import io.vertx.core.Handler;
import io.vertx.core.http.HttpServerRequest;

/**
 * Handles every request of the fans' port that is not for the gateway itself: checks that it may
 * pass, and sends it on to the upstream its route names. One an event loop, used from it alone.
 *
 * <p>It answers each request it is given, and takes care of bodies itself: hand requests over in
 * the turn of the loop in which they came, or paused.
 */
public interface Forward extends Handler<HttpServerRequest> {

  /**
   * Builds the forwarder of the calling event loop.
   *
   * @throws IllegalArgumentException if a route or upstream cannot be used, naming it
   */
  static Forward over(ForwardParts parts) {
    return Forwarder.over(parts);
  }

  /**
   * Goes by other rules from the next request on; requests under way end by those they began with.
   * To be called on the loop.
   *
   * @throws IllegalArgumentException as {@link #check} does; the present rules then stay
   */
  void reconfigure(ForwardRules next);

  /**
   * Where the routes of a configuration lead.
   *
   * @throws IllegalArgumentException if a route cannot be used, naming it
   */
  static Ways ways(GatewayConfig config) {
    return new TriedWays(config);
  }

  /**
   * Whether a configuration can be gone by.
   *
   * @throws IllegalArgumentException if a route or upstream cannot be used, naming it
   */
  static void check(GatewayConfig config) {
    Forwarder.check(config);
  }
}
