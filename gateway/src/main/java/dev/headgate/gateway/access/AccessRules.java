package dev.headgate.gateway.access;

import dev.headgate.gateway.config.GatewayConfig;
import dev.headgate.gateway.config.OperatorSessions;
import dev.headgate.gateway.config.OperatorToken;
import java.net.URI;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the configuration says of operators.
 *
 * @param tokens who may operate by a token
 * @param trustedProxies the addresses whose forwarded headers are believed
 * @param origin the origin operators see; null where nothing is said
 * @param sessions how long browsers stay signed in
 */
public record AccessRules(
    List<OperatorToken> tokens,
    List<String> trustedProxies,
    @Nullable URI origin,
    OperatorSessions sessions) {

  public AccessRules {
    tokens = List.copyOf(tokens);
    trustedProxies = List.copyOf(trustedProxies);
  }

  /** What a gateway's configuration says. */
  public static AccessRules of(GatewayConfig config) {
    return new AccessRules(
        config.operatorTokens(),
        config.trustedProxies(),
        config.operatorOrigin(),
        config.operatorSessions());
  }

  /** Whether operators come by TLS, so that cookies must be {@code Secure}. */
  boolean secure() {
    return origin != null && "https".equals(origin.getScheme());
  }
}
