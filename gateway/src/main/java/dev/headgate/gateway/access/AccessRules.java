package dev.headgate.gateway.access;

import dev.headgate.gateway.config.GatewayConfig;
import dev.headgate.gateway.config.Oidc;
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
 * @param oidc who else says who operators are; null for nobody. Needs the origin
 */
public record AccessRules(
    List<OperatorToken> tokens,
    List<String> trustedProxies,
    @Nullable URI origin,
    OperatorSessions sessions,
    @Nullable Oidc oidc) {

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
        config.operatorSessions(),
        config.oidc());
  }

  /**
   * These with who may operate, and what follows from it, taken from others. The origin stays, by
   * which cookies are named; without one there is nowhere to come back to from an issuer.
   */
  AccessRules takingOver(AccessRules next) {
    Oidc issuer = origin == null ? null : next.oidc;
    return new AccessRules(next.tokens, next.trustedProxies, origin, next.sessions, issuer);
  }

  /** Whether operators come by TLS, so that cookies must be {@code Secure}. */
  boolean secure() {
    return origin != null && "https".equals(origin.getScheme());
  }
}
