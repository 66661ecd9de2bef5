package dev.headgate.gateway.forward;

import dev.headgate.gateway.backend.Backends;
import dev.headgate.gateway.config.Route;
import dev.headgate.gateway.trace.Spans;
import dev.headgate.gateway.upstream.Upstreams;
import io.vertx.core.Future;
import io.vertx.core.MultiMap;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpServerResponse;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Carries requests that may pass to their upstream, and the answers back. For one event loop. */
final class Carrier {
  private static final Logger LOG = LoggerFactory.getLogger(Carrier.class);
  private static final long RENEWAL_PATIENCE_MILLIS = 500;

  private final Parts parts;
  // A trailer is read when everything has been decided: it must not be a word on any of that.
  private final Sieve trailers =
      new Sieve(
          name ->
              name.startsWith("headgate")
                  || name.startsWith("content-")
                  || name.equals("set-cookie")
                  || name.equals("cache-control")
                  || name.equals("host"));

  /** What it works with. */
  record Parts(
      Upstreams upstreams,
      Dialer dialer,
      Vigil vigil,
      ForwardedHeaders headers,
      ResponseRules rules,
      Sessions sessions,
      Renewals renewals,
      Backends backends,
      Refusals refusals,
      Outcomes outcomes) {}

  Carrier(Parts parts) {
    this.parts = parts;
  }

  Parts parts() {
    return parts;
  }

  /**
   * Sends a request on. It is paused.
   *
   * @param body what it brings; null where there is nothing to read
   */
  void carry(Passage passage, @Nullable FanBody body) {
    new Exchange(this, passage, body).start();
  }

  /** Sends on a request to make its connection a WebSocket. */
  void carryUpgrade(Passage passage) {
    new Handshake(this, passage).start();
  }

  /** What a failed answer takes with it: who has just come in stays inside all the same. */
  void giveEntry(Passage passage) {
    HttpServerResponse response = passage.request().response();
    if (!passage.cookies().isEmpty() && Refusals.isOpen(response)) {
      parts.rules().place(response.headers(), passage.cookies());
      passage.renewal().result().ifPresent(token -> handBack(response.headers(), token, passage));
    }
  }

  /**
   * Prepares the head of the fan's answer from the upstream's, and goes on once it stands: at once,
   * or when a renewed token has come or has not.
   */
  void head(Passage sent, HttpClientResponse answer, Runnable then) {
    Passage passage = parts.sessions().named(sent, answer.headers());
    SessionWord word = parts.sessions().word(answer.headers(), passage);
    HttpServerResponse response = passage.request().response();
    copy(passage, answer);
    response.setStatusCode(answer.statusCode());
    parts.rules().place(response.headers(), passage.cookies());
    parts.outcomes().forwarded();
    if (word.ends()) {
      parts.sessions().end(passage);
      takeAway(passage);
      then.run();
    } else {
      renewed(passage, word, answer, then);
    }
  }

  // The fan's browser need not come with what is refused from now on.
  private void takeAway(Passage passage) {
    Verdict.Admitted admitted = passage.admitted();
    if (admitted != null && admitted.byCookie()) {
      MultiMap headers = passage.request().response().headers();
      parts.rules().ended(headers, admitted.admission().event());
    }
  }

  /** Copies what an upstream may say in the head of an answer. */
  void copy(Passage passage, HttpClientResponse answer) {
    MultiMap to = passage.request().response().headers();
    int dropped = parts.rules().copy(answer.headers(), to, passage.route());
    CorsAnswers.onForwardedAnswer(to, passage.route(), passage.request().headers());
    if (dropped > 0) {
      parts.outcomes().cookiesDropped(dropped);
      LOG.warn("upstream {} tried to set a cookie of ours", passage.route().upstream());
    }
  }

  private void renewed(
      Passage passage, SessionWord word, HttpClientResponse answer, Runnable then) {
    Future<Optional<Renewals.Renewed>> handed = handedBack(passage, word);
    MultiMap headers = passage.request().response().headers();
    if (handed.isComplete()) {
      handed.result().ifPresent(token -> handBack(headers, token, passage));
      then.run();
      return;
    }
    answer.pause();
    handed.onSuccess(
        token -> {
          token.ifPresent(longer -> handBack(headers, longer, passage));
          then.run();
        });
  }

  /** The token that an answer carries: the extended one where there is one, or the renewed one. */
  private Future<Optional<Renewals.Renewed>> handedBack(Passage passage, SessionWord word) {
    Future<Optional<Renewals.Renewed>> renewed = patiently(passage.renewal());
    return word.extendSeconds() == 0
        ? renewed
        : patiently(parts.sessions().extend(passage, word.extendSeconds()))
            .compose(extended -> extended.isPresent() ? Future.succeededFuture(extended) : renewed);
  }

  private static Future<Optional<Renewals.Renewed>> patiently(
      Future<Optional<Renewals.Renewed>> token) {
    return token.isComplete()
        ? token
        : token.timeout(RENEWAL_PATIENCE_MILLIS, TimeUnit.MILLISECONDS).otherwise(Optional.empty());
  }

  private void handBack(MultiMap headers, Renewals.Renewed token, Passage passage) {
    parts.rules().renew(headers, parts.renewals().newest(token), passage);
  }

  /** Which trailers an answer may have. */
  Sieve trailers() {
    return trailers;
  }

  /** Tells how an upstream that needs admission answered. */
  void note(Passage passage, int status, long tookMillis) {
    if (passage.route().access() == Route.Access.ADMISSION) {
      String method = passage.request().method().name();
      parts.backends().answered(passage.route().upstream(), method, status, tookMillis);
    }
  }

  /** Tells that it hung up on more of a body than it cared to read, which is no fault of its. */
  void noteHungUp(Passage passage) {
    parts.outcomes().upstreamFailed();
    LOG.debug("upstream {}: hung up on a long body", passage.route().upstream());
  }

  /** Tells that it did not. */
  void noteUnanswered(Passage passage, String why) {
    if (passage.route().access() == Route.Access.ADMISSION) {
      parts.backends().unanswered(passage.route().upstream());
    }
    parts.outcomes().upstreamFailed();
    // Often a timer's doing, and not within the request.
    Spans.of(passage.request())
        .run(() -> LOG.warn("upstream {}: {}", passage.route().upstream(), why));
  }
}
