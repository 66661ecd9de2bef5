package dev.headgate.gateway.forward;

import com.github.benmanes.caffeine.cache.Ticker;
import dev.headgate.gateway.backend.Backends;
import dev.headgate.gateway.bypass.Passes;
import dev.headgate.gateway.config.GatewayConfig;
import dev.headgate.gateway.page.QueuePage;
import dev.headgate.gateway.queue.Events;
import dev.headgate.gateway.queue.Queue;
import dev.headgate.gateway.token.AdmissionTokens;
import dev.headgate.gateway.token.PlaceTickets;
import dev.headgate.gateway.upstream.Upstreams;
import io.micrometer.core.instrument.MeterRegistry;
import io.vertx.core.Vertx;
import java.time.InstantSource;

/**
 * What forwarding is built from.
 *
 * @param vertx where it runs
 * @param config routes, upstreams, limits, trusted proxies
 * @param events what is known of the events
 * @param queue the queue of this event loop, for renewing, extending and ending sessions, and for
 *     going straight into rooms that are always on
 * @param backends is told how upstreams answer
 * @param upstreams knows the servers of each upstream
 * @param tickets mints the places of those who go straight in
 * @param tokens verifies and signs admission tokens
 * @param page what browsers without an admission are shown
 * @param metrics where requests are counted
 * @param clock the time by which tokens are judged while no event's own clock is known
 * @param passes knows the passes of staff
 * @param clients counts the clients of sessions; one for the whole process
 */
public record ForwardParts(
    Vertx vertx,
    GatewayConfig config,
    Events events,
    Queue queue,
    Backends backends,
    Upstreams upstreams,
    PlaceTickets tickets,
    AdmissionTokens tokens,
    QueuePage page,
    MeterRegistry metrics,
    InstantSource clock,
    Passes passes,
    SessionClients clients) {

  /** The same for a gateway that nobody goes past. */
  public ForwardParts(
      Vertx vertx,
      GatewayConfig config,
      Events events,
      Queue queue,
      Backends backends,
      Upstreams upstreams,
      PlaceTickets tickets,
      AdmissionTokens tokens,
      QueuePage page,
      MeterRegistry metrics,
      InstantSource clock) {
    this(
        vertx,
        config,
        events,
        queue,
        backends,
        upstreams,
        tickets,
        tokens,
        page,
        metrics,
        clock,
        Passes.none(),
        new SessionClients(metrics, Ticker.systemTicker()));
  }

  /** The same under other rules. */
  ForwardParts under(ForwardRules next) {
    return new ForwardParts(
        vertx,
        next.config(),
        events,
        queue,
        backends,
        next.upstreams(),
        tickets,
        tokens,
        page,
        metrics,
        clock,
        next.passes(),
        clients);
  }
}
