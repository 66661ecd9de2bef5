package dev.headgate.gateway.forward;

import dev.headgate.gateway.bypass.Passes;
import dev.headgate.gateway.config.GatewayConfig;
import dev.headgate.gateway.upstream.Upstreams;

/**
 * What forwarding goes by, and may go by anew while it runs.
 *
 * @param config upstreams, routes, trusted proxies and limits are looked at, and nothing else
 * @param passes knows the passes of its bypasses
 * @param upstreams knows the servers of its upstreams
 */
public record ForwardRules(GatewayConfig config, Passes passes, Upstreams upstreams) {}
