package dev.headgate.gateway.config;

import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * Everything a person may set, parsed once.
 *
 * @param publicOrigin the origin fans see, such as {@code https://tickets.example}; the issuer of
 *     admission tokens, and what decides whether cookies are {@code Secure}
 * @param host the address fans connect to
 * @param port the port fans connect to; 0 takes a free one
 * @param operatorHost the address operators connect to
 * @param operatorPort the port operators connect to; 0 takes a free one
 * @param operatorTokens who may operate, as hashes
 * @param redis where Redis is, such as {@code redis://127.0.0.1:6379}
 * @param keys the folder of the key files
 * @param createMissingKeys whether key files that are missing are made at start (a single gateway)
 *     or are an error (several, which must share them)
 * @param state the folder where this gateway keeps what rebuilds a lost Redis
 * @param upstreams where forwarded requests go, by name
 * @param routes what is forwarded, in order
 * @param allowedOrigins other origins whose pages may post to the queue
 * @param trustedProxies addresses (or CIDR blocks) whose forwarded headers are believed
 * @param maxBodyBytes the largest request body that is forwarded
 * @param eventLoops how many event loops serve fans; 0 means one a core
 * @param events events that are created at start where they do not exist yet
 */
public record GatewayConfig(
    URI publicOrigin,
    String host,
    int port,
    String operatorHost,
    int operatorPort,
    List<OperatorToken> operatorTokens,
    URI redis,
    Path keys,
    boolean createMissingKeys,
    Path state,
    Map<String, URI> upstreams,
    List<Route> routes,
    List<String> allowedOrigins,
    List<String> trustedProxies,
    long maxBodyBytes,
    int eventLoops,
    Map<String, EventSettings> events) {

  public GatewayConfig {
    operatorTokens = List.copyOf(operatorTokens);
    upstreams = Map.copyOf(upstreams);
    routes = List.copyOf(routes);
    allowedOrigins = List.copyOf(allowedOrigins);
    trustedProxies = List.copyOf(trustedProxies);
    events = Map.copyOf(events);
  }

  /** Whether fans reach us over TLS, so that our cookies must be {@code Secure}. */
  public boolean secure() {
    return "https".equalsIgnoreCase(publicOrigin.getScheme());
  }
}
