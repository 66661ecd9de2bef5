package dev.headgate.booking.http;

import dev.headgate.booking.account.Account;
import dev.headgate.booking.account.BuyerRules;
import dev.headgate.booking.account.ShopSessions;
import dev.headgate.booking.account.ShopSessions.Holder;
import dev.headgate.booking.account.ShopSessions.Kind;
import dev.headgate.booking.account.ShopSessions.Session;
import dev.headgate.booking.admission.Admission;
import dev.headgate.booking.admission.AdmissionCheck;
import dev.headgate.booking.admission.Binding;
import dev.headgate.booking.admission.Proofs;
import dev.headgate.booking.admission.Verdict;
import dev.headgate.booking.seat.Times;
import dev.headgate.booking.telemetry.ShopMetrics;
import io.vertx.core.Future;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Who may come in, who they are and whether they may buy. Touches no database. */
final class Visitors {
  static final String PROOF_REQUIRED = "proof-required";

  private final AdmissionCheck admissions;
  private final Proofs proofs;
  private final ShopSessions sessions;
  private final BuyerRules rules;
  private final ShopMetrics metrics;
  private final InstantSource clock;
  private final boolean secureCookies;

  Visitors(ShopHttp.Services services) {
    this.admissions = services.admissions();
    this.proofs = services.proofs();
    this.sessions = services.sessions();
    this.rules = services.rules();
    this.metrics = services.metrics();
    this.clock = services.clock();
    this.secureCookies = services.secureCookies();
  }

  /**
   * Who somebody says they are: not yet shown where there is a key.
   *
   * @param session that says so; null where only the admission does
   * @param binding of what they came with: of the admission where they came to an event, otherwise
   *     of what says who they are
   * @param displaced whether a session came that does not count here
   */
  private record Claim(
      Holder holder, @Nullable Session session, @Nullable Binding binding, boolean displaced) {}

  /**
   * Somebody who is known, and has shown that they have the key where one is needed to be them.
   * Only a claim that was proven becomes one.
   */
  static final class Visitor {
    private final Claim claim;

    private Visitor(Claim claim) {
      this.claim = claim;
    }

    /** Whose holds and orders these are. */
    String customer() {
      return claim.holder().customer();
    }

    /** What is proven of them. */
    Kind kind() {
      return claim.holder().kind();
    }

    /** Whether it takes a key to be them. */
    boolean hasKey() {
      return claim.holder().key() != null;
    }

    /** What a proof has to name at addresses such as this one; null where none is needed. */
    @Nullable Binding binding() {
      return claim.binding();
    }

    /** What a proof has to name where the session alone says who they are; null for none. */
    @Nullable Binding sessionBinding() {
      Session session = claim.session();
      return session == null ? null : bindingOf(session);
    }

    /** When their session ends; null where only the admission says who they are. */
    @Nullable Instant sessionEndsAt() {
      Session session = claim.session();
      return session == null ? null : session.expiresAt();
    }
  }

  /**
   * Somebody who may look around in an event's shop, whoever they are.
   *
   * @param counted whom to count them as: nothing of theirs may be shown for it
   * @param binding of their admission; null for none
   * @param now by the clock that proofs are judged by
   */
  record Entrant(String counted, @Nullable Binding binding, Instant now) {}

  /** Fails where a browser says that another site caused the request. */
  static Future<Void> sameSite(Exchange exchange) {
    return exchange.isFromAnotherSite()
        ? Future.failedFuture(
            new ProblemException(
                Problem.of(403, "cross-site", "Sent by another site", "Use the shop's own page.")))
        : Future.succeededFuture();
  }

  /** Whoever may enter this event's shop; fails with the problem answer for the rest. */
  Future<Entrant> admitted(String event, Exchange exchange) {
    return claim(event, exchange)
        .map(claim -> new Entrant(claim.holder().customer(), claim.binding(), clock.instant()));
  }

  /**
   * Whoever may enter, and has the key where their admission says who they are and is bound; fails
   * with the problem answer for the rest.
   */
  Future<Visitor> visitor(String event, Exchange exchange) {
    return claim(event, exchange)
        .compose(
            claim ->
                proven(claim, claim.holder().key() == null ? null : claim.binding(), exchange));
  }

  /**
   * Whoever may enter and may buy there, now, and has the key of their admission where that is
   * bound; fails with the problem answer for the rest.
   */
  Future<Visitor> buyer(String event, Exchange exchange) {
    return claim(event, exchange)
        .compose(claim -> proven(claim, claim.binding(), exchange))
        .map(
            visitor -> {
              checkRules(event, visitor);
              checkPace(visitor, exchange);
              return visitor;
            });
  }

  private Future<Visitor> proven(Claim claim, @Nullable Binding needed, Exchange exchange) {
    if (needed == null) {
      return Future.succeededFuture(new Visitor(claim));
    }
    Proofs.Target target = new Proofs.Target(exchange.method().name(), exchange.path());
    return proofs
        .take(exchange.lines("DPoP"), needed, target)
        .map(
            answer -> {
              if (answer != Proofs.Answer.PROVEN) {
                throw new ProblemException(unproven(answer, needed, exchange));
              }
              return new Visitor(claim);
            });
  }

  private Problem unproven(Proofs.Answer answer, Binding binding, Exchange exchange) {
    if (answer == Proofs.Answer.BUSY) {
      exchange.set("Retry-After", "1");
      return Problem.of(429, "slow-down", "Too many requests", "Nothing held is lost. Try again.");
    }
    exchange.set(
        "WWW-Authenticate", "DPoP error=\"invalid_dpop_proof\", algs=\"ES256 EdDSA RS256\"");
    Problem problem =
        answer == Proofs.Answer.MISSING
            ? Problem.of(
                401, PROOF_REQUIRED, "A proof is required", "Who you are is bound to a key.")
            : Problem.of(
                401,
                "proof-invalid",
                "The proof is not valid",
                "It is not a fresh one for this request and admission, made with its key.");
    // Whoever keeps the token in a cookie that no script can read cannot hash it.
    return problem
        .with("jkt", binding.keyThumbprint())
        .with("ath", binding.tokenHash())
        .with("serverTime", Times.written(clock.instant()));
  }

  /**
   * Holds the event's rules about its buyers against what somebody's session says.
   *
   * @throws ProblemException when they need an account, or a proven phone number
   */
  void checkRules(String event, Visitor visitor) {
    switch (rules.missing(event, visitor.kind())) {
      case NOTHING -> {}
      case ACCOUNT -> throw new ProblemException(needs("account", "an account"));
      case PHONE -> throw new ProblemException(needs("phone", "a proven phone number"));
    }
  }

  private static Problem needs(String what, String inWords) {
    return Problem.of(
            403,
            what + "-required",
            "Sign in first",
            "This event sells to those with " + inWords + ".")
        .with("signIn", "/sessions");
  }

  /**
   * Counts a request for seats or to pay.
   *
   * @throws ProblemException when there were too many; {@code Retry-After} is set
   */
  void checkPace(Visitor visitor, Exchange exchange) {
    Duration wait = rules.ask(visitor.customer(), System.nanoTime());
    if (!wait.isZero()) {
      exchange.set("Retry-After", seconds(wait));
      throw new ProblemException(
          Problem.of(
              429, "slow-down", "Too many requests", "Nothing held is lost. Wait a little."));
    }
  }

  /** Whole seconds, rounded up. */
  static String seconds(Duration wait) {
    return String.valueOf(Math.max(1, wait.plusSeconds(1).minusNanos(1).toSeconds()));
  }

  private Future<Claim> claim(String event, Exchange exchange) {
    return admissions
        .check(event, exchange.tokens())
        .map(
            verdict -> {
              metrics.admissionChecked(verdict.getClass().getSimpleName());
              Admission admission = verdict.admission();
              if (admission == null) {
                throw new ProblemException(refusal(verdict, event, exchange));
              }
              return claim(admission, session(exchange));
            });
  }

  /**
   * A guest's session counts where it takes the same key as the admission, or both take none: what
   * is held with a key never belongs to a session that can be copied.
   */
  private Claim claim(Admission admission, @Nullable Session session) {
    Holder guest = guest(admission);
    Binding binding = admission.binding();
    if (session == null) {
      return new Claim(guest, null, binding, false);
    }
    Holder holder = session.holder();
    return holder.kind().hasAccount() || Objects.equals(holder.key(), guest.key())
        ? new Claim(holder, session, binding, false)
        : new Claim(guest, null, binding, true);
  }

  private Holder guest(Admission admission) {
    Binding binding = admission.binding();
    return Holder.guest(
        sessions.guest(admission.subject()), binding == null ? null : binding.keyThumbprint());
  }

  private static @Nullable Binding bindingOf(Session session) {
    String key = session.holder().key();
    return key == null ? null : Binding.of(key, session.text());
  }

  private @Nullable Session session(Exchange exchange) {
    return sessions.read(exchange.sessions(), clock.instant());
  }

  private static Problem refusal(Verdict verdict, String event, Exchange exchange) {
    if (verdict instanceof Verdict.Unknown) {
      exchange.set("Retry-After", "2");
      return Problem.of(
          503, "keys-unknown", "The shop is starting", "It does not know the gateway's keys yet.");
    }
    if (verdict instanceof Verdict.Busy) {
      exchange.set("Retry-After", "2");
      return Problem.of(
          429, "moment-please", "A moment, please", "Many admissions are looked at just now.");
    }
    Problem problem;
    if (verdict instanceof Verdict.WrongEvent) {
      problem =
          Problem.of(403, "wrong-event", "Another event's admission", "It does not open this one.");
    } else if (verdict instanceof Verdict.Invalid) {
      exchange.set("WWW-Authenticate", "Bearer error=\"invalid_token\"");
      problem =
          Problem.of(401, "admission-invalid", "The admission is not valid", "Queue for one.");
    } else {
      exchange.set("WWW-Authenticate", "Bearer");
      problem = Problem.of(401, "admission-required", "An admission is needed", "Queue for one.");
    }
    return problem.with("queue", "/queue/" + event);
  }

  /**
   * Who it is where there is no event to be admitted to; null for a stranger. Fails with the
   * problem answer where a key is needed and was not shown.
   */
  Future<@Nullable Visitor> caller(Exchange exchange) {
    Session session = session(exchange);
    if (session != null) {
      return proven(session, exchange);
    }
    return admissions
        .check(null, exchange.tokens())
        .compose(
            verdict -> {
              if (verdict instanceof Verdict.Unknown || verdict instanceof Verdict.Busy) {
                throw new ProblemException(refusal(verdict, "", exchange));
              }
              Admission admission = verdict.admission();
              if (admission == null) {
                return Future.<@Nullable Visitor>succeededFuture(null);
              }
              Claim claim = claim(admission, null);
              return proven(claim, claim.binding(), exchange)
                  .<@Nullable Visitor>map(visitor -> visitor);
            });
  }

  /** Who it is by a session alone; null where none came. Fails as {@link #caller} does. */
  Future<@Nullable Visitor> signedIn(Exchange exchange) {
    Session session = session(exchange);
    return session == null
        ? Future.<@Nullable Visitor>succeededFuture(null)
        : proven(session, exchange);
  }

  private Future<@Nullable Visitor> proven(Session session, Exchange exchange) {
    Binding binding = bindingOf(session);
    return proven(new Claim(session.holder(), session, binding, false), binding, exchange)
        .map(visitor -> visitor);
  }

  /** Gives a customer known by admission alone a session, so that the hold outlives it. */
  void remember(Visitor visitor, Exchange exchange) {
    if (visitor.claim.session() == null) {
      Entered unused = enter(visitor.claim.holder(), exchange);
    }
  }

  /** Gives somebody back the session that one of another event has taken the place of. */
  void recall(Visitor visitor, Exchange exchange) {
    if (visitor.claim.displaced()) {
      remember(visitor, exchange);
    }
  }

  /** A new session and its text. The text is a secret of whoever signed in. */
  record Entered(String text, Instant expiresAt) {}

  /** Gives whoever proved an address a session of its account, whatever they had before. */
  Entered enter(Account account, Exchange exchange) {
    return enter(Holder.of(account.customer(), account.kind()), exchange);
  }

  private Entered enter(Holder holder, Exchange exchange) {
    Instant now = clock.instant();
    String text = sessions.issue(holder, now);
    exchange.set("Set-Cookie", cookie(text, sessions.lifetime()));
    if (exchange.isChangeByAProgram()) {
      // A page's scripts shall not read it: their browser has it as a cookie.
      exchange.set(Exchange.SESSION, text);
    }
    return new Entered(text, now.plus(sessions.lifetime()));
  }

  /** Takes the browser's session back. */
  void leave(Exchange exchange) {
    exchange.set("Set-Cookie", cookie("", Duration.ZERO));
  }

  private String cookie(String session, Duration maxAge) {
    return "shop_session="
        + session
        + "; Path=/; Max-Age="
        + maxAge.toSeconds()
        + "; HttpOnly; SameSite=Lax"
        + (secureCookies ? "; Secure" : "");
  }
}
