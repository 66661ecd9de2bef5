package dev.headgate.gateway.access;

import dev.headgate.gateway.access.Issued.Answer;
import dev.headgate.gateway.access.Issued.Person;
import dev.headgate.gateway.access.TokenChecks.Sent;
import dev.headgate.gateway.config.Oidc;
import dev.headgate.gateway.config.OperatorToken;
import dev.headgate.gateway.config.Role;
import dev.headgate.gateway.http.TrustedProxies;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.json.Json;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The access that a configuration grants. */
final class ConfiguredAccess implements Access {
  private static final String CREDENTIAL = "headgate-operator-credential-v1";
  private static final String BEARER = "Bearer ";
  private static final int FREE_GUESSES = 10;
  private static final long GRACE_MILLIS = 30_000;
  private static final Logger log = LoggerFactory.getLogger(ConfiguredAccess.class);

  /** A second slash, or what browsers take for one, would lead to another host. */
  private static final Pattern OWN_PATH =
      Pattern.compile("/([A-Za-z0-9._~!$&'()*+,;=:@%?#-][A-Za-z0-9._~!$&'()*+,;=:@%?#/-]{0,498})?");

  private final InstantSource clock;
  private final Seal seal;
  private final Sessions sessions;
  private final Beginnings beginnings;
  private final Guesses addresses;
  private final RightOnce once;
  private final TokenChecks tokens;
  private final Vertx vertx;
  private volatile InForce inForce;

  /** Rules, and what follows from them. */
  private record InForce(
      AccessRules rules,
      TrustedProxies trusted,
      CookieText cookies,
      @Nullable Issued issued,
      @Nullable IssuedTokens issuedTokens) {}

  ConfiguredAccess(AccessParts parts) {
    clock = parts.clock();
    seal = new Seal(parts.secret());
    sessions = new Sessions(seal, new SignOuts(parts.vertx(), parts.redis(), clock));
    beginnings = new Beginnings(clock);
    addresses = new Guesses(FREE_GUESSES, Duration.ofMinutes(15), clock);
    once = new RightOnce(clock);
    tokens = new TokenChecks(parts.vertx(), addresses, once, clock);
    vertx = parts.vertx();
    inForce = inForce(parts.rules(), null);
  }

  @Override
  public synchronized void reconfigure(AccessRules rules) {
    InForce before = inForce;
    InForce next = inForce(before.rules.takingOver(rules), before);
    inForce = next;
    Issued issuer = before.issued;
    if (issuer != null && issuer != next.issued) {
      // Requests under way still ask it.
      long unused = vertx.setTimer(GRACE_MILLIS, over -> issuer.close());
    }
  }

  /** What is known of an issuer is kept while nothing of it changes. */
  private InForce inForce(AccessRules rules, @Nullable InForce before) {
    TrustedProxies trusted = new TrustedProxies(rules.trustedProxies());
    CookieText cookies = new CookieText(rules.secure());
    Oidc oidc = rules.oidc();
    if (before != null && Objects.equals(before.rules.oidc(), oidc)) {
      return new InForce(rules, trusted, cookies, before.issued, before.issuedTokens);
    }
    if (oidc == null) {
      return new InForce(rules, trusted, cookies, null, null);
    }
    Issued issued = new Issued(vertx, rules, oidc, seal, clock);
    IssuedTokens theirs = new IssuedTokens(issued, addresses, once, clock);
    return new InForce(rules, trusted, cookies, issued, theirs);
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
    if (!credential.regionMatches(true, 0, BEARER, 0, BEARER.length())) {
      return Future.failedFuture(Refusals.tokenInvalid());
    }
    String token = credential.substring(BEARER.length()).trim();
    IssuedTokens theirs = now.issuedTokens;
    return theirs != null && Jwt.looksLikeOne(token)
        ? theirs
            .holder(token, ClientAddress.of(request, now.trusted))
            .compose(person -> caller(person, now))
        : holder(request, token, now)
            .map(found -> new Caller(new Operator(found.name(), found.role()), null, null));
  }

  private static Future<Caller> caller(Person person, InForce now) {
    Role role = role(person.groups(), now);
    return role == null
        // Nobody's token here, though it is somebody's there.
        ? Future.failedFuture(Refusals.tokenInvalid())
        : Future.succeededFuture(
            new Caller(new Operator(person.name(), role), null, person.expires()));
  }

  private static @Nullable Role role(List<String> groups, InForce now) {
    Oidc oidc = now.rules.oidc();
    return oidc == null ? null : oidc.roles().of(groups);
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
      return Future.failedFuture(Refusals.noSession(ways(now)));
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
    if (session.way() == Session.Way.OIDC) {
      Role role = role(session.groups(), now);
      boolean vouched = issuer(session, now) != null;
      return vouched && role != null ? new Operator(session.name(), role) : null;
    }
    return now.rules.tokens().stream()
        .filter(token -> token.name().equals(session.name()))
        .filter(token -> Seal.isSame(credential(token), session.credential()))
        .findFirst()
        .map(token -> new Operator(token.name(), token.role()))
        .orElse(null);
  }

  /** The issuer that began a session; null for none, and for one that is configured no more. */
  private static @Nullable Issued issuer(Session session, InForce now) {
    Issued issuer = now.issued;
    boolean theirs =
        issuer != null
            && session.way() == Session.Way.OIDC
            && Seal.isSame(issuer.credential(), session.credential());
    return theirs ? issuer : null;
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
              beginnings.count("token " + found.name());
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
        ? Future.failedFuture(Refusals.noSession(ways(now)))
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
  public Future<SignedOut> signOut(HttpServerRequest request) {
    InForce now = inForce;
    List<Future<Void>> told = new ArrayList<>();
    Issued issuer = null;
    for (String cookie : now.cookies.sessions(request)) {
      // Also what has ended here already: the other gateways may not know.
      Session session = sessions.timely(cookie, now.rules.sessions(), clock.instant());
      if (session != null) {
        told.add(sessions.signOut(session));
        issuer = issuer == null ? issuer(session, now) : issuer;
      }
    }
    Future<Boolean> everywhere = Future.join(told).map(true).otherwise(false);
    String cleared = now.cookies.session("", 0);
    return (issuer == null ? Future.succeededFuture(Optional.<String>empty()) : issuer.signOut())
        .compose(to -> everywhere.map(all -> new SignedOut(cleared, to.orElse(null), all)));
  }

  @Override
  public Future<Leave> toIssuer(String to) {
    InForce now = inForce;
    Issued issuer = now.issued;
    if (issuer == null) {
      return Future.failedFuture(Refusals.notHere());
    }
    return OWN_PATH.matcher(to).matches()
        ? issuer
            .send(to)
            .map(
                sent ->
                    new Leave(
                        sent.location(),
                        List.of(now.cookies.signIn(sent.cookie(), Issued.signInSeconds()))))
        : Future.failedFuture(Refusals.badTarget());
  }

  @Override
  public Future<Leave> fromIssuer(HttpServerRequest request) {
    InForce now = inForce;
    Issued issuer = now.issued;
    if (issuer == null) {
      return Future.failedFuture(Refusals.notHere());
    }
    List<String> cookies = now.cookies.signIns(request);
    String state = only(request, "state");
    if (cookies.size() != 1 || state == null || isTwice(request)) {
      return Future.failedFuture(Refusals.signInFailed());
    }
    Answer answer = new Answer(state, only(request, "code"), only(request, "iss"), cookies.get(0));
    return issuer.isOfOurs(answer)
        ? asked(request, issuer, answer, now)
        : Future.failedFuture(Refusals.signInFailed());
  }

  /** Each made-up code is a question to the issuer: as many as there may be wrong tokens. */
  private Future<Leave> asked(
      HttpServerRequest request, Issued issuer, Answer answer, InForce now) {
    String address = ClientAddress.of(request, now.trusted);
    Duration wait = addresses.wait(address);
    if (!wait.isZero()) {
      return Future.failedFuture(Refusals.lockedOut(wait));
    }
    addresses.count(address);
    return issuer
        .back(answer)
        .onSuccess(back -> addresses.forgive(address))
        .compose(back -> welcome(issuer, back, now));
  }

  private Future<Leave> welcome(Issued issuer, Issued.Back back, InForce now) {
    Person person = back.person();
    Role role = role(person.groups(), now);
    if (role == null) {
      return Future.failedFuture(Refusals.noRole(person.name()));
    }
    beginnings.count("issuer " + person.name());
    Instant time = clock.instant();
    Session session =
        sessions.begin(
            Session.Way.OIDC,
            person.name(),
            issuer.credential(),
            person.groups(),
            time.getEpochSecond());
    log.info("signed in who={} role={}", Json.encode(person.name()), role);
    return Future.succeededFuture(
        new Leave(back.to(), List.of(setCookie(session, now, time), now.cookies.signIn("", 0))));
  }

  private static boolean isTwice(HttpServerRequest request) {
    return request.params().getAll("code").size() > 1 || request.params().getAll("iss").size() > 1;
  }

  private static @Nullable String only(HttpServerRequest request, String name) {
    List<String> values = request.params().getAll(name);
    return values.size() == 1 ? values.get(0) : null;
  }

  private static List<String> ways(InForce now) {
    return now.issued == null ? List.of("token") : List.of("token", "oidc");
  }
}
