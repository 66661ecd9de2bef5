package dev.headgate.gateway.backend;

import dev.headgate.gateway.config.GatewayConfig;
import dev.headgate.gateway.queue.BackendHealth;
import io.vertx.core.Future;

/**
 * What one gateway sees of the upstreams behind its queues. One a process; safe for use from any
 * thread. The backend of an event is where routes that need admission lead: those name no single
 * event, so all events of one gateway share it.
 */
public interface Backends extends BackendHealth {

  /** Watches the upstreams of a configuration; nobody is asked before somebody asks here. */
  static Backends over(BackendsParts parts) {
    return new WatchedBackends(parts, LoadPolls.Pace.USUAL);
  }

  /** Watches the upstreams of another configuration; what is known of those that stay is kept. */
  void reconfigure(GatewayConfig next);

  /**
   * Notes that a request through a route that needs admission was answered.
   *
   * @param upstream the upstream's name
   * @param method the request's; all but GET, HEAD and OPTIONS count as holds
   * @param status the answer's; from 500 on it counts as failed
   * @param millis from when the upstream had the whole request to the head of the answer
   */
  void answered(String upstream, String method, int status, long millis);

  /** Notes that such a request got no answer: no connection, a broken one, or out of time. */
  void unanswered(String upstream);

  /** Nobody is asked any more, whoever wants to know; what is on its way no longer counts. */
  Future<Void> close();
}
