package dev.headgate.gateway.access;

import dev.headgate.gateway.access.TokenChecks.Sent;
import dev.headgate.gateway.config.OperatorToken;
import dev.headgate.gateway.http.TrustedProxies;
import io.vertx.core.Future;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The access that a configuration grants. */
final class ConfiguredAccess implements Access {
  private static final String CREDENTIAL = "headgate-operator-credential-v1";
  private static final String BEARER = "Bearer ";

  private final InstantSource clock;
  private final Seal seal;
  private final Sessions sessions;
  private final TokenChecks tokens;
  private volatile InForce inForce;

  /** Rules, and what follows from them. */
  private record InForce(AccessRules rules, TrustedProxies trusted, CookieText cookies) {
    static InForce of(AccessRules rules) {
      return new InForce(
          rules, new TrustedProxies(rules.trustedProxies()), new CookieText(rules.secure()));
    }
  }

  ConfiguredAccess(AccessParts parts) {
    clock = parts.clock();
    seal = new Seal(parts.secret());
    sessions = new Sessions(seal, new SignOuts(parts.vertx(), parts.redis(), clock));
    tokens = new TokenChecks(parts.vertx(), clock);
    inForce = InForce.of(parts.rules());
  }

  @Override
  public void reconfigure(AccessRules rules) {
    inForce = InForce.of(rules);
  }

  @Override
  public Future<Caller> caller(HttpServerRequest request) {
    InForce now = inForce;
    List<String> credentials = request.headers().getAll(HttpHeaders.AUTHORIZATION);
    List<String> cookies = now.cookies.sessions(request);
    if (credentials.isEmpty() && cookies.isEmpty()) {
      return Future.failedFuture(Refusals.tokenRequired());
    } else if (credentials.size() + cookies.size() > 1) {
      // Whichever was meant, the other may be somebody else's.
      return Future.failedFuture(Refusals.tokenInvalid());
    }
    return cookies.isEmpty()
        ? byBearer(request, credentials.get(0), now)
        : byCookie(request, cookies.get(0), now);
  }

  private Future<Caller> byBearer(HttpServerRequest request, String credential, InForce now) {
    return credential.regionMatches(true, 0, BEARER, 0, BEARER.length())
        ? holder(request, credential.substring(BEARER.length()).trim(), now)
            .map(found -> new Caller(new Operator(found.name(), found.role()), null, null))
        : Future.failedFuture(Refusals.tokenInvalid());
  }

  private Future<OperatorToken> holder(HttpServerRequest request, String token, InForce now) {
    String address = ClientAddress.of(request, now.trusted);
    return tokens.holder(new Sent(token, address, now.rules.tokens()));
  }

  private Future<Caller> byCookie(HttpServerRequest request, String cookie, InForce now) {
    Instant time = clock.instant();
    Session session = sessions.read(cookie, now.rules.sessions(), time);
    Operator operator = session == null ? null : operator(session, now);
    if (session == null || operator == null) {
      return Future.failedFuture(Refusals.noSession(ways()));
    }
    if (mayChange(request.method()) && !saysCsrf(request, session)) {
      return Future.failedFuture(Refusals.csrf());
    }
    boolean stale = Sessions.isStale(session, now.rules.sessions(), time);
    Session kept = stale ? session.seenAt(time.getEpochSecond()) : session;
    Instant end = Sessions.end(kept, now.rules.sessions());
    return Future.succeededFuture(
        new Caller(operator, stale ? setCookie(kept, now, time) : null, end));
  }

  private static boolean mayChange(HttpMethod method) {
    return !method.equals(HttpMethod.GET) && !method.equals(HttpMethod.HEAD);
  }

  private boolean saysCsrf(HttpServerRequest request, Session session) {
    List<String> said = request.headers().getAll(CSRF);
    return said.size() == 1 && Seal.isSame(sessions.csrf(session), said.get(0));
  }

  /** Who a session is of, as things are now; null where they may not operate any more. */
  private @Nullable Operator operator(Session session, InForce now) {
    return now.rules.tokens().stream()
        .filter(token -> token.name().equals(session.name()))
        .filter(token -> Seal.isSame(credential(token), session.credential()))
        .findFirst()
        .map(token -> new Operator(token.name(), token.role()))
        .orElse(null);
  }

  private String credential(OperatorToken token) {
    return seal.mac(CREDENTIAL, token.hash());
  }

  @Override
  public Future<SignedIn> signIn(HttpServerRequest request, String token) {
    InForce now = inForce;
    return holder(request, token, now)
        .map(
            found -> {
              Instant time = clock.instant();
              Session session =
                  sessions.begin(
                      Session.Way.TOKEN,
                      found.name(),
                      credential(found),
                      List.of(),
                      time.getEpochSecond());
              return signedIn(new Operator(found.name(), found.role()), session, now, time);
            });
  }

  @Override
  public Future<SignedIn> session(HttpServerRequest request) {
    InForce now = inForce;
    Instant time = clock.instant();
    List<String> cookies = now.cookies.sessions(request);
    Session session =
        cookies.size() == 1 ? sessions.read(cookies.get(0), now.rules.sessions(), time) : null;
    Operator operator = session == null ? null : operator(session, now);
    return session == null || operator == null
        ? Future.failedFuture(Refusals.noSession(ways()))
        : Future.succeededFuture(
            signedIn(operator, session.seenAt(time.getEpochSecond()), now, time));
  }

  private SignedIn signedIn(Operator operator, Session session, InForce now, Instant time) {
    return new SignedIn(
        operator,
        sessions.csrf(session),
        Sessions.end(session, now.rules.sessions()),
        setCookie(session, now, time));
  }

  private String setCookie(Session session, InForce now, Instant time) {
    Instant end = Sessions.end(session, now.rules.sessions());
    long seconds = Math.max(0, end.getEpochSecond() - time.getEpochSecond());
    return now.cookies.session(sessions.cookie(session), seconds);
  }

  @Override
  public String signOut(HttpServerRequest request) {
    InForce now = inForce;
    for (String cookie : now.cookies.sessions(request)) {
      Session session = sessions.read(cookie, now.rules.sessions(), clock.instant());
      if (session != null) {
        sessions.signOut(session, now.rules.sessions());
      }
    }
    return now.cookies.session("", 0);
  }

  private List<String> ways() {
    return List.of("token");
  }
}
