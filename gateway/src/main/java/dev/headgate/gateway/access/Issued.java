package dev.headgate.gateway.access;

import dev.headgate.gateway.access.Issuer.Endpoints;
import dev.headgate.gateway.config.FieldType;
import dev.headgate.gateway.config.Oidc;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.WorkerExecutor;
import io.vertx.core.json.JsonObject;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Operators whom an issuer of OpenID Connect knows: the code flow with PKCE for browsers, and its
 * access tokens (RFC 9068) for programs.
 */
final class Issued {
  /** What the names of those begin with whom the issuer names: no token's holder is called so. */
  private static final String PREFIX = "oidc:";

  private static final String SIGN_IN = "headgate-operator-signin-v1";
  private static final String STATE = "headgate-operator-state-v1";
  private static final String NONCE = "headgate-operator-nonce-v1";
  private static final String VERIFIER = "headgate-operator-pkce-v1";
  private static final long SIGN_IN_SECONDS = 600;
  private static final long SIGN_OUT_SECONDS = 2;
  private static final long LEEWAY_SECONDS = 30;
  private static final long OLDEST_SECONDS = 600;
  private static final int MOST_GROUP_BYTES = 1_500;
  private static final int WORKERS = 2;
  private static final int MOST_WAITING = 256;
  private static final Logger log = LoggerFactory.getLogger(Issued.class);
  private static final FieldType<String> NAME = FieldType.text(100);

  private final Oidc oidc;
  private final Seal seal;
  private final InstantSource clock;
  private final Issuer issuer;
  private final String redirect;
  private final String home;
  private final WorkerExecutor workers;
  private final AtomicInteger waiting = new AtomicInteger();

  /**
   * Somebody the issuer knows.
   *
   * @param groups those values of the roles' claim that give a role
   * @param expires when what says so is good no longer
   */
  record Person(String name, List<String> groups, Instant expires) {}

  /** A browser that was sent to the issuer, and what it has to bring back. */
  record Sent(String location, String cookie) {}

  /** A browser that came back. */
  record Back(Person person, String to) {}

  /** What a browser that comes back brings. */
  record Answer(String state, @Nullable String code, @Nullable String issuer, String cookie) {}

  Issued(Vertx vertx, AccessRules rules, Oidc oidc, Seal seal, InstantSource clock) {
    this.oidc = oidc;
    this.seal = seal;
    this.clock = clock;
    this.issuer = new Issuer(vertx, oidc, clock);
    this.redirect = rules.origin() + "/session/oidc/callback";
    this.home = rules.origin() + "/";
    this.workers = vertx.createSharedWorkerExecutor("headgate-issuer", WORKERS);
  }

  static long signInSeconds() {
    return SIGN_IN_SECONDS;
  }

  /** What must still be configured for a session that the issuer vouched for to go on. */
  String credential() {
    return seal.mac(SIGN_IN, oidc.issuer() + "\0" + oidc.client().id());
  }

  /**
   * Sends a browser to the issuer.
   *
   * @param to where it goes once it is back
   */
  Future<Sent> send(String to) {
    return issuer
        .endpoints()
        .map(
            at -> {
              String id = seal.newId();
              JsonObject kept =
                  new JsonObject()
                      .put("id", id)
                      .put("to", to)
                      .put("until", clock.instant().getEpochSecond() + SIGN_IN_SECONDS);
              return new Sent(location(at, id), seal.write(SIGN_IN, kept));
            });
  }

  private String location(Endpoints at, String id) {
    Map<String, String> query = new LinkedHashMap<>();
    query.put("response_type", "code");
    query.put("client_id", oidc.client().id());
    query.put("redirect_uri", redirect);
    query.put("scope", String.join(" ", oidc.scopes()));
    query.put("state", seal.mac(STATE, id));
    query.put("nonce", seal.mac(NONCE, id));
    query.put("code_challenge", challenge(seal.mac(VERIFIER, id)));
    query.put("code_challenge_method", "S256");
    return with(at.authorization(), query);
  }

  private static String with(String address, Map<String, String> query) {
    String encoded =
        query.entrySet().stream()
            .map(field -> field.getKey() + "=" + Issuer.encoded(field.getValue()))
            .collect(Collectors.joining("&"));
    return address + (address.contains("?") ? "&" : "?") + encoded;
  }

  /**
   * Where a browser signs out at the issuer (OpenID Connect RP-Initiated Logout 1.0), and comes
   * back from to the console. Nothing of what a browser says is in it. None where there is no such
   * address, or it is not found out soon: who signs out does not wait for it.
   */
  Future<Optional<String>> signOut() {
    Oidc.SignOut wanted = oidc.signOut();
    if (!wanted.atIssuer()) {
      return Future.succeededFuture(Optional.empty());
    }
    // No id_token_hint: nobody's ID token is kept.
    Map<String, String> query = new LinkedHashMap<>();
    query.put("client_id", oidc.client().id());
    query.put("post_logout_redirect_uri", home);
    Future<Optional<String>> address =
        wanted.address() != null
            ? Future.succeededFuture(Optional.of(wanted.address()))
            : issuer.endpoints().map(at -> Optional.ofNullable(at.endSession()));
    return address
        .timeout(SIGN_OUT_SECONDS, TimeUnit.SECONDS)
        .map(found -> found.map(one -> with(one, query)))
        .otherwise(Optional.empty());
  }

  /** Nobody asks any more. */
  void close() {
    issuer.close();
    workers.close().onComplete(closed -> {});
  }

  private static String challenge(String verifier) {
    try {
      MessageDigest sha256 = MessageDigest.getInstance("SHA-256");
      byte[] hash = sha256.digest(verifier.getBytes(StandardCharsets.US_ASCII));
      return Base64.getUrlEncoder().withoutPadding().encodeToString(hash);
    } catch (NoSuchAlgorithmException impossible) {
      throw new IllegalStateException("every Java has SHA-256", impossible);
    }
  }

  /** Whether a browser brings back what it was sent with, not long ago; else nothing is asked. */
  boolean isOfOurs(Answer answer) {
    JsonObject kept = seal.read(SIGN_IN, answer.cookie);
    return kept != null
        && clock.instant().getEpochSecond() < kept.getLong("until")
        && Seal.isSame(seal.mac(STATE, kept.getString("id")), answer.state);
  }

  /** Finds out who has come back, of whom {@link #isOfOurs} is true. */
  Future<Back> back(Answer answer) {
    JsonObject kept = seal.read(SIGN_IN, answer.cookie);
    String code = answer.code;
    if (kept == null || code == null) {
      return Future.failedFuture(Refusals.signInFailed());
    }
    String id = kept.getString("id");
    return issuer
        .endpoints()
        .compose(at -> isFromIssuer(answer, at) ? exchanged(at, id, code) : failed())
        .compose(given -> identity(given, id))
        .map(person -> new Back(person, kept.getString("to")));
  }

  private boolean isFromIssuer(Answer answer, Endpoints at) {
    return answer.issuer == null ? !at.namesItself() : oidc.issuer().equals(answer.issuer);
  }

  private Future<JsonObject> exchanged(Endpoints at, String id, String code) {
    Map<String, String> form = new LinkedHashMap<>();
    form.put("grant_type", "authorization_code");
    form.put("code", code);
    form.put("redirect_uri", redirect);
    form.put("code_verifier", seal.mac(VERIFIER, id));
    return issuer
        .exchange(at, form)
        .recover(
            failure -> {
              // Such as our own secret's being wrong, which only the log may say.
              log.warn("the issuer gave nothing for a code: {}", failure.toString());
              return failure instanceof Issuer.StatusException status && status.isRefusal()
                  ? failed()
                  : Future.failedFuture(Refusals.issuerAway());
            });
  }

  private static <T> Future<T> failed() {
    return Future.failedFuture(Refusals.signInFailed());
  }

  private Future<Person> identity(JsonObject given, String id) {
    Jwt token = given.getValue("id_token") instanceof String text ? Jwt.parse(text) : null;
    if (token == null || !token.mayBeIdentity() || !isOurs(token, seal.mac(NONCE, id))) {
      return failed();
    }
    return signed(token).compose(good -> good ? Future.succeededFuture(person(token)) : failed());
  }

  private boolean isOurs(Jwt token, String nonce) {
    long now = clock.instant().getEpochSecond();
    List<String> audience = token.audience();
    String party = token.text("azp");
    String us = oidc.client().id();
    boolean partyIsUs = party == null ? audience.size() == 1 : party.equals(us);
    String said = token.text("nonce");
    return isIssued(token, now)
        && isNow(token, now)
        && audience.contains(us)
        && partyIsUs
        && said != null
        && Seal.isSame(nonce, said)
        && token.seconds("iat") >= now - OLDEST_SECONDS;
  }

  private boolean isIssued(Jwt token, long now) {
    String subject = token.text("sub");
    return oidc.issuer().equals(token.text("iss"))
        && subject != null
        && !subject.isEmpty()
        && token.seconds("iat") >= 0
        && token.seconds("iat") <= now + LEEWAY_SECONDS
        && (!token.claims().containsKey("nbf")
            || (token.seconds("nbf") >= 0 && token.seconds("nbf") <= now + LEEWAY_SECONDS));
  }

  private static boolean isNow(Jwt token, long now) {
    return token.seconds("exp") > now - LEEWAY_SECONDS;
  }

  private Future<Boolean> signed(Jwt token) {
    if (waiting.get() >= MOST_WAITING) {
      return Future.failedFuture(Refusals.issuerAway());
    }
    return issuer
        .keysFor(token)
        .compose(
            keys ->
                signed(token, keys)
                    .compose(
                        good -> good ? Future.succeededFuture(true) : signedByNewer(token, keys)));
  }

  /** An issuer may put a new key in the place of an old one, under its name or under none. */
  private Future<Boolean> signedByNewer(Jwt token, IssuerKeys before) {
    return issuer
        .newerKeys()
        .compose(keys -> keys == before ? Future.succeededFuture(false) : signed(token, keys));
  }

  private Future<Boolean> signed(Jwt token, IssuerKeys keys) {
    int unused = waiting.incrementAndGet();
    return workers
        .executeBlocking(() -> keys.signed(token), false)
        .onComplete(done -> waiting.decrementAndGet());
  }

  private Person person(Jwt token) {
    String name = token.text(oidc.name());
    boolean fits = name != null && NAME.parse().parse(name) != null;
    String subject = String.valueOf(token.text("sub"));
    String shown = fits ? String.valueOf(name) : NAME.parse().parse(subject);
    return new Person(
        PREFIX + (shown == null ? "?" : shown),
        groups(token),
        Instant.ofEpochSecond(token.seconds("exp")));
  }

  /** Those that give a role, the highest first, as many as a cookie has room for. */
  private List<String> groups(Jwt token) {
    Oidc.Roles roles = oidc.roles();
    List<String> known =
        token.texts(roles.claim()).stream()
            .filter(roles::knows)
            .distinct()
            .sorted(Comparator.comparing((String group) -> roles.of(List.of(group))).reversed())
            .toList();
    List<String> kept = new ArrayList<>();
    int bytes = 0;
    for (String group : known) {
      bytes += group.getBytes(StandardCharsets.UTF_8).length + 3;
      if (bytes <= MOST_GROUP_BYTES) {
        kept.add(group);
      }
    }
    return kept;
  }

  /**
   * Whoever has an access token of the issuer for us. Fails with {@code token-invalid} where it is
   * none; an expired one is told apart, since nobody guesses by one.
   */
  Future<Person> bearer(Jwt token) {
    long now = clock.instant().getEpochSecond();
    String audience = oidc.audience();
    boolean bound = token.claims().containsKey("cnf"); // To a key that is not asked for here.
    if (audience == null
        || !token.mayBeAccess()
        || !isIssued(token, now)
        || !token.audience().contains(audience)
        || bound
        || token.seconds("exp") < 0) {
      return Future.failedFuture(Refusals.tokenInvalid());
    }
    return signed(token)
        .compose(
            good -> {
              if (!good) {
                return Future.failedFuture(Refusals.tokenInvalid());
              }
              return isNow(token, now)
                  ? Future.succeededFuture(person(token))
                  : Future.failedFuture(new ExpiredException());
            });
  }

  /** What was sent is right but for its time. */
  static final class ExpiredException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    ExpiredException() {
      super("expired", null, false, false);
    }
  }
}
