package dev.headgate.gateway.forward;

import dev.headgate.gateway.config.Authorize;
import dev.headgate.gateway.config.Route;
import dev.headgate.gateway.http.EventCookies;
import dev.headgate.gateway.http.Problem;
import dev.headgate.gateway.http.ProblemException;
import dev.headgate.gateway.token.Admission;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.vertx.core.Future;
import io.vertx.core.Handler;
import io.vertx.core.MultiMap;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Answers proxies that people already run, which ask about each request before they send it on
 * themselves. The decision is the one of forwarding, by the same routes; nothing is spent by it.
 *
 * <p>The answer is 200, 401 or 403 and nothing else, as nginx makes an error of its own out of all
 * others; and 302 where the question asks for it.
 */
final class Authorizer implements Handler<HttpServerRequest> {

  /** Where the queue's page is, for proxies that send browsers there themselves. */
  static final String QUEUE = "Headgate-Queue";

  /** A token that lasts longer, for a caller who keeps it elsewhere than in our cookie. */
  static final String RENEWED = "Headgate-Renewed";

  private static final Logger LOG = LoggerFactory.getLogger(Authorizer.class);
  private static final String ENVOY_REMOVES = "x-envoy-auth-headers-to-remove";

  // What the shop reads, which nobody but us may say; and what it never reads.
  private static final List<String> TOLD =
      List.of(
          "headgate-event",
          "headgate-session",
          "headgate-position",
          "headgate-admission",
          "headgate-place",
          "headgate-bypass",
          "cookie",
          "authorization");

  private static final String REDIRECT = "redirect=true";
  private static final long RENEWAL_PATIENCE_MILLIS = 500;
  private static final Future<Optional<Renewals.Renewed>> NO_RENEWAL =
      Future.succeededFuture(Optional.empty());

  private final Authorize.Source source;
  private final URI publicOrigin;
  private final EventCookies cookies;
  private final Rules rules;
  private final Counter allowed;
  private final Counter refused;
  private boolean warned;

  /** What forwarding goes by as well. */
  record Rules(Judge judge, Renewals renewals, ForwardedHeaders headers, Refusals refusals) {}

  Authorizer(ForwardParts parts, Rules rules) {
    source = parts.config().authorize().source();
    publicOrigin = parts.config().publicOrigin();
    cookies = EventCookies.of(parts.config());
    this.rules = rules;
    allowed = outcome(parts.metrics(), "allowed");
    refused = outcome(parts.metrics(), "refused");
  }

  /** Whether a request target is the address where proxies ask. */
  static boolean serves(@Nullable String target) {
    int length = OriginalRequest.ADDRESS.length();
    return target != null
        && target.startsWith(OriginalRequest.ADDRESS)
        && (target.length() == length || "/?".indexOf(target.charAt(length)) >= 0);
  }

  /** Answers a question, which is paused: its body is never read. */
  @Override
  public void handle(HttpServerRequest request) {
    Problem problem = Screen.problemWith(request);
    if (problem != null) {
      refused.increment();
      rules.refusals().problemAndClose(request, forbidden(problem));
      return;
    }
    try {
      OriginalRequest original = OriginalRequest.of(request, source);
      // Whoever has gone is answered no more.
      request.exceptionHandler(gone -> {});
      rules
          .judge()
          .decide(original.inquiry(request.headers()))
          .onSuccess(decision -> guarded(request, () -> act(request, original, decision)));
    } catch (ProblemException unclear) {
      refuse(request, unclear.problem());
    }
  }

  private void act(HttpServerRequest request, OriginalRequest original, Decision decision) {
    if (decision instanceof Decision.Pass pass) {
      renewal(pass)
          .onSuccess(renewed -> guarded(request, () -> allow(request, pass, renewed.orElse(null))));
    } else if (decision instanceof Decision.Outside outside) {
      outside(request, original, outside);
    } else if (decision instanceof Decision.Refused no) {
      refuse(request, no.problem());
    } else {
      // What only somebody who holds the connection can do: the proxy has to do it.
      refuse(request, Problem.notFound());
    }
  }

  private void allow(
      HttpServerRequest request, Decision.Pass pass, Renewals.@Nullable Renewed renewed) {
    HttpServerResponse response = request.response();
    if (!Refusals.isOpen(response)) {
      return;
    }
    allowed.increment();
    MultiMap said = response.headers();
    said.set(HttpHeaders.CACHE_CONTROL, "no-store");
    // What the shop may see of cookies and bearer tokens is said under their own names.
    rules.headers().credentials(request.headers(), said, pass.asked(), pass.admitted());
    if (!rules.headers().believes(request)) {
      keepCookies(said);
    }
    if (source == Authorize.Source.ENVOY) {
      said.set(ENVOY_REMOVES, notSaid(said));
    }
    if (renewed != null) {
      renew(said, rules.renewals().newest(renewed), pass);
    }
    rules.refusals().leaveBody(request);
    response.end().onFailure(gone -> {});
  }

  // Anybody can ask, a page's script too: it would read here the cookies that are kept from
  // scripts.
  private void keepCookies(MultiMap said) {
    if (said.contains(HttpHeaders.COOKIE)) {
      said.remove(HttpHeaders.COOKIE);
      if (!warned) {
        warned = true;
        LOG.warn("asked by an address that is not under trustedProxies: cookies are not told");
      }
    }
  }

  // Envoy sets what an answer has, and leaves what a fan sent unless it is told to remove it.
  private static String notSaid(MultiMap said) {
    return TOLD.stream().filter(name -> !said.contains(name)).collect(Collectors.joining(", "));
  }

  private Future<Optional<Renewals.Renewed>> renewal(Decision.Pass pass) {
    Verdict.Admitted admitted = pass.admitted();
    Route route = pass.route();
    // An answer that others share must carry no credential, so only private ones renew.
    if (admitted == null || route.shared() || route.access() != Route.Access.ADMISSION) {
      return NO_RENEWAL;
    }
    Future<Optional<Renewals.Renewed>> renewed =
        rules.renewals().of(admitted.admission(), pass.asked());
    return renewed.isComplete()
        ? renewed
        : renewed
            .timeout(RENEWAL_PATIENCE_MILLIS, TimeUnit.MILLISECONDS)
            .otherwise(Optional.empty());
  }

  private void renew(MultiMap said, Renewals.Renewed renewed, Decision.Pass pass) {
    Verdict.Admitted admitted = pass.admitted();
    if (admitted == null || !admitted.byCookie()) {
      said.set(RENEWED, renewed.token());
      return;
    }
    Admission admission = renewed.admission();
    Duration left = Duration.ofSeconds(admission.expiresSeconds() - pass.asked().nowSeconds());
    String event = admission.event();
    said.add(HttpHeaders.SET_COOKIE, cookies.renewedAdmission(event, renewed.token(), left));
  }

  private void outside(
      HttpServerRequest request, OriginalRequest original, Decision.Outside outside) {
    refused.increment();
    Gate.Asked asked = outside.asked();
    HttpServerResponse response = request.response();
    if (!asked.event().isEmpty()) {
      String queue = "/queue/" + asked.event();
      response.putHeader(QUEUE, queue);
      if (asksForRedirect(request) && Refusals.isNavigation(original.method(), request.headers())) {
        redirect(request, publicOrigin.resolve(queue));
        return;
      }
    }
    boolean unknown = asked.view() == null && !asked.event().isEmpty();
    if (unknown && outside.why() == Verdict.Refused.REQUIRED) {
      rules.refusals().restoringProblem(request, asked);
    } else {
      rules.refusals().noAdmissionProblem(request, asked, outside.why());
    }
  }

  // Behind Envoy the query is the fan's.
  private boolean asksForRedirect(HttpServerRequest request) {
    String query = source == Authorize.Source.ENVOY ? null : request.query();
    if (query != null) {
      for (String word : query.split("&", -1)) {
        if (word.equals(REDIRECT)) {
          return true;
        }
      }
    }
    return false;
  }

  // In full, because Traefik would complete a path by the address it asked at.
  private void redirect(HttpServerRequest request, URI to) {
    rules.refusals().leaveBody(request);
    request
        .response()
        .setStatusCode(302)
        .putHeader(HttpHeaders.LOCATION, to.toString())
        .putHeader(HttpHeaders.CACHE_CONTROL, "no-store")
        .end()
        .onFailure(gone -> {});
  }

  private void refuse(HttpServerRequest request, Problem problem) {
    refused.increment();
    rules.refusals().problem(request, forbidden(problem));
  }

  private static Problem forbidden(Problem problem) {
    return new Problem(403, problem.code(), problem.title(), problem.detail(), problem.members());
  }

  private void guarded(HttpServerRequest request, Runnable action) {
    try {
      action.run();
    } catch (RuntimeException failure) {
      LOG.error("a question was not answered", failure);
      if (Refusals.isOpen(request.response())) {
        refuse(request, Problem.internal());
      }
    }
  }

  private static Counter outcome(MeterRegistry metrics, String outcome) {
    return Counter.builder("headgate.authorize.requests")
        .description("Requests that other proxies asked about, by what they were told")
        .tag("outcome", outcome)
        .register(metrics);
  }
}
