package dev.headgate.gateway.forward;

import dev.headgate.gateway.bypass.Passes;
import dev.headgate.gateway.config.GatewayConfig;
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
   * Goes by another configuration from the next request on; requests under way end by the one they
   * began with. To be called on the loop. Of the configuration only what may be reloaded is looked
   * at: upstreams, routes, trusted proxies, limits.
   *
   * @param passes knows the passes of its bypasses
   * @throws IllegalArgumentException as {@link #check} does; the present configuration then stays
   */
  void reconfigure(GatewayConfig next, Passes passes);

  /**
   * Whether a configuration can be gone by.
   *
   * @throws IllegalArgumentException if a route or upstream cannot be used, naming it
   */
  static void check(GatewayConfig config) {
    Forwarder.check(config);
  }
}
