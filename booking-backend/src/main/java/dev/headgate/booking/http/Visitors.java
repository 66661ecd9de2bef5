package dev.headgate.booking.http;

import dev.headgate.booking.account.Account;
import dev.headgate.booking.account.BuyerRules;
import dev.headgate.booking.account.ShopSessions;
import dev.headgate.booking.account.ShopSessions.Kind;
import dev.headgate.booking.account.ShopSessions.Session;
import dev.headgate.booking.admission.Admission;
import dev.headgate.booking.admission.AdmissionCheck;
import dev.headgate.booking.admission.Binding;
import dev.headgate.booking.admission.Proofs;
import dev.headgate.booking.admission.Verdict;
import dev.headgate.booking.telemetry.ShopMetrics;
import io.vertx.core.Future;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import org.jspecify.annotations.Nullable;

/** Who may come in, who they are and whether they may buy. Touches no database. */
final class Visitors {
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
   * Somebody who is known.
   *
   * @param customer whose holds these are
   * @param hasSession whether a valid session says so, or only the admission
   * @param kind what is proven of them
   * @param binding of the admission they came with; null where it is not bound, or none came
   */
  record Visitor(String customer, boolean hasSession, Kind kind, @Nullable Binding binding) {}

  /** Fails where a browser says that another site caused the request. */
  static Future<Void> sameSite(Exchange exchange) {
    return exchange.isFromAnotherSite()
        ? Future.failedFuture(
            new ProblemException(
                Problem.of(403, "cross-site", "Sent by another site", "Use the shop's own page.")))
        : Future.succeededFuture();
  }

  /** Whoever may enter this event's shop; fails with the problem answer for the rest. */
  Future<Visitor> admitted(String event, Exchange exchange) {
    return admissions
        .check(event, exchange.tokens())
        .map(
            verdict -> {
              metrics.admissionChecked(verdict.getClass().getSimpleName());
              return visitor(verdict, event, exchange);
            });
  }

  /**
   * Whoever may enter and may buy there, now, and has the key of their admission where that is
   * bound; fails with the problem answer for the rest.
   */
  Future<Visitor> buyer(String event, Exchange exchange) {
    return admitted(event, exchange)
        .compose(visitor -> proven(visitor, exchange))
        .map(
            visitor -> {
              checkRules(event, visitor);
              checkPace(visitor, exchange);
              return visitor;
            });
  }

  private Future<Visitor> proven(Visitor visitor, Exchange exchange) {
    Binding binding = visitor.binding();
    if (binding == null) {
      return Future.succeededFuture(visitor);
    }
    Proofs.Target target = new Proofs.Target(exchange.method().name(), exchange.path());
    return proofs
        .take(exchange.lines("DPoP"), binding, target)
        .map(
            answer -> {
              if (answer != Proofs.Answer.PROVEN) {
                throw new ProblemException(unproven(answer, binding, exchange));
              }
              return visitor;
            });
  }

  private static Problem unproven(Proofs.Answer answer, Binding binding, Exchange exchange) {
    if (answer == Proofs.Answer.BUSY) {
      exchange.set("Retry-After", "1");
      return Problem.of(429, "slow-down", "Too many requests", "Nothing held is lost. Try again.");
    }
    exchange.set(
        "WWW-Authenticate", "DPoP error=\"invalid_dpop_proof\", algs=\"ES256 EdDSA RS256\"");
    Problem problem =
        answer == Proofs.Answer.MISSING
            ? Problem.of(
                401, "proof-required", "A proof is required", "This admission is bound to a key.")
            : Problem.of(
                401,
                "proof-invalid",
                "The proof is not valid",
                "It is not a fresh one for this request and admission, made with its key.");
    // Whoever keeps the token in a cookie that no script can read cannot hash it.
    return problem.with("ath", binding.tokenHash());
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

  private Visitor visitor(Verdict verdict, String event, Exchange exchange) {
    Admission admission = verdict.admission();
    if (admission == null) {
      throw new ProblemException(refusal(verdict, event, exchange));
    }
    Session session = session(exchange);
    Visitor visitor = session != null ? visitor(session) : guest(admission);
    return new Visitor(
        visitor.customer(), visitor.hasSession(), visitor.kind(), admission.binding());
  }

  private static Visitor visitor(Session session) {
    return new Visitor(session.customer(), true, session.kind(), null);
  }

  private Visitor guest(Admission admission) {
    return new Visitor(sessions.guest(admission.subject()), false, Kind.GUEST, null);
  }

  /** The session a request was sent with, or null. */
  @Nullable Session session(Exchange exchange) {
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

  /** Who it is where there is no event to be admitted to; null for a stranger. */
  Future<@Nullable Visitor> caller(Exchange exchange) {
    Session session = session(exchange);
    if (session != null) {
      return Future.succeededFuture(visitor(session));
    }
    return admissions
        .check(null, exchange.tokens())
        .map(
            verdict -> {
              Admission admission = verdict.admission();
              return admission == null ? null : guest(admission);
            });
  }

  /** The customer where there is no event to be admitted to; null for a stranger. */
  Future<@Nullable String> owner(Exchange exchange) {
    return caller(exchange).map(visitor -> visitor == null ? null : visitor.customer());
  }

  /** Gives a customer known by admission alone a session, so that the hold outlives it. */
  void remember(Visitor visitor, Exchange exchange) {
    if (!visitor.hasSession()) {
      Entered unused = enter(visitor.customer(), Kind.GUEST, exchange);
    }
  }

  /** A new session and its text. The text is a secret of whoever signed in. */
  record Entered(String text, Instant expiresAt) {}

  /** Gives whoever proved an address a session of its account, whatever they had before. */
  Entered enter(Account account, Exchange exchange) {
    return enter(account.customer(), account.kind(), exchange);
  }

  private Entered enter(String customer, Kind kind, Exchange exchange) {
    Instant now = clock.instant();
    String text = sessions.issue(customer, kind, now);
    exchange.set("Set-Cookie", cookie(text, sessions.lifetime()));
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
