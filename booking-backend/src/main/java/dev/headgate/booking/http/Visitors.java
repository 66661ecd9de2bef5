package dev.headgate.booking.http;

import dev.headgate.booking.account.ShopSessions;
import dev.headgate.booking.admission.Admission;
import dev.headgate.booking.admission.AdmissionCheck;
import dev.headgate.booking.admission.Verdict;
import dev.headgate.booking.telemetry.ShopMetrics;
import io.vertx.core.Future;
import java.time.InstantSource;
import org.jspecify.annotations.Nullable;

/** Who may come in, and who they are. Touches no database. */
final class Visitors {
  private final AdmissionCheck admissions;
  private final ShopSessions sessions;
  private final ShopMetrics metrics;
  private final InstantSource clock;
  private final boolean secureCookies;

  Visitors(ShopHttp.Services services) {
    this.admissions = services.admissions();
    this.sessions = services.sessions();
    this.metrics = services.metrics();
    this.clock = services.clock();
    this.secureCookies = services.secureCookies();
  }

  /**
   * Somebody who was let in.
   *
   * @param customer whose holds these are
   * @param hasSession whether a valid session says so, or only the admission
   */
  record Visitor(String customer, boolean hasSession) {}

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

  private Visitor visitor(Verdict verdict, String event, Exchange exchange) {
    Admission admission = verdict.admission();
    if (admission == null) {
      throw new ProblemException(refusal(verdict, event, exchange));
    }
    String customer = sessions.customerOf(exchange.sessions(), clock.instant());
    return customer != null
        ? new Visitor(customer, true)
        : new Visitor(sessions.guest(admission.subject()), false);
  }

  private static Problem refusal(Verdict verdict, String event, Exchange exchange) {
    if (verdict instanceof Verdict.Unknown) {
      exchange.set("Retry-After", "2");
      return Problem.of(
          503, "keys-unknown", "The shop is starting", "It does not know the gateway's keys yet.");
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

  /** The customer where there is no event to be admitted to; null for a stranger. */
  Future<@Nullable String> owner(Exchange exchange) {
    String customer = sessions.customerOf(exchange.sessions(), clock.instant());
    if (customer != null) {
      return Future.succeededFuture(customer);
    }
    return admissions
        .check(null, exchange.tokens())
        .map(
            verdict -> {
              Admission admission = verdict.admission();
              return admission == null ? null : sessions.guest(admission.subject());
            });
  }

  /** Gives a customer known by admission alone a session, so that the hold outlives it. */
  void remember(Visitor visitor, Exchange exchange) {
    if (!visitor.hasSession()) {
      String session = sessions.issue(visitor.customer(), clock.instant());
      exchange.set(
          "Set-Cookie",
          "shop_session="
              + session
              + "; Path=/; Max-Age="
              + sessions.lifetime().toSeconds()
              + "; HttpOnly; SameSite=Lax"
              + (secureCookies ? "; Secure" : ""));
    }
  }
}
