package dev.headgate.gateway.access;

import io.vertx.core.Future;
import io.vertx.core.http.HttpServerRequest;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Knows operators by what they send: a token in {@code Authorization}, or the cookie of a session.
 * One a process; safe for use from any thread. Whoever is not known is told so by a {@link
 * RefusedException}.
 */
public interface Access {
  /** The header that a change by cookie needs. */
  String CSRF = "Headgate-Csrf";

  /** The access that a configuration grants. */
  static Access over(AccessParts parts) {
    return new ConfiguredAccess(parts);
  }

  /**
   * The line of a hash by which a phrase can be configured as a token: Argon2id, with the least
   * that OWASP advises. Takes some tens of milliseconds: for a worker.
   */
  static String hashOf(String phrase) {
    return TokenHashes.argon2id(phrase);
  }

  /** Who sent a request; one made by cookie that may change anything must say the csrf value. */
  Future<Caller> caller(HttpServerRequest request);

  /** Begins a session for whoever has a token. */
  Future<SignedIn> signIn(HttpServerRequest request, String token);

  /** The session that a request has the cookie of, kept going by it. */
  Future<SignedIn> session(HttpServerRequest request);

  /**
   * Ends the session that a request has the cookie of, if it has one. Over it is here at once; the
   * future finds out where to go on to, and whether the other gateways hear of it.
   */
  Future<SignedOut> signOut(HttpServerRequest request);

  /**
   * What becomes of a browser that has signed out.
   *
   * @param setCookie the value of {@code Set-Cookie} that takes the cookie back
   * @param next the issuer's address to sign out there, too; null where there is none to go to
   * @param everywhere whether it is written down for all gateways, and not known to this one alone
   */
  record SignedOut(String setCookie, @Nullable String next, boolean everywhere) {}

  /**
   * Sends a browser to the issuer of OpenID Connect to sign in there.
   *
   * @param to the path it goes to in the end
   */
  Future<Leave> toIssuer(String to);

  /** Begins a session for a browser that comes back from there. */
  Future<Leave> fromIssuer(HttpServerRequest request);

  /**
   * Where a browser goes next.
   *
   * @param setCookies the values of {@code Set-Cookie} that it takes along; secrets
   */
  record Leave(String location, List<String> setCookies) {}

  /** Goes by other rules from now on; whoever they do not name any more is out at once. */
  void reconfigure(AccessRules rules);
}
