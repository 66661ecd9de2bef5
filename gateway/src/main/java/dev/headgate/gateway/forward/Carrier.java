package dev.headgate.gateway.forward;

import dev.headgate.gateway.backend.Backends;
import dev.headgate.gateway.config.Route;
import dev.headgate.gateway.http.Problem;
import io.vertx.core.Future;
import io.vertx.core.MultiMap;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.StreamResetException;
import io.vertx.httpproxy.Body;
import io.vertx.httpproxy.HttpProxy;
import io.vertx.httpproxy.ProxyContext;
import io.vertx.httpproxy.ProxyInterceptor;
import io.vertx.httpproxy.ProxyOptions;
import io.vertx.httpproxy.ProxyRequest;
import io.vertx.httpproxy.ProxyResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Carries requests that may pass to their upstream, and the answers back. */
final class Carrier implements ProxyInterceptor {
  private static final Logger LOG = LoggerFactory.getLogger(Carrier.class);
  private static final String PASSAGE = "passage";
  private static final String CACHE_CONTROL = "cache-control";
  private static final long RENEWAL_PATIENCE_MILLIS = 500;

  private final Parts parts;
  private final HttpProxy proxy;
  // The proxy takes a bare request and calls back in the same turn; this is how the two meet.
  private @Nullable Passage entering;

  /** What it works with. */
  record Parts(
      Upstreams upstreams,
      ForwardedHeaders headers,
      ResponseRules rules,
      Sessions sessions,
      Renewals renewals,
      Backends backends,
      Refusals refusals,
      Outcomes outcomes,
      Duration answerTimeout) {}

  Carrier(Parts parts) {
    this.parts = parts;
    ProxyOptions options = new ProxyOptions().setSupportWebSocket(false);
    proxy =
        HttpProxy.reverseProxy(options, parts.upstreams().client())
            .origin(this::origin)
            .addInterceptor(this);
  }

  /** Sends a request on. Its body, if any, is paused. */
  void carry(Passage passage) {
    entering = passage;
    try {
      proxy.handle(passage.request());
    } finally {
      entering = null;
    }
  }

  @Override
  public Future<ProxyResponse> handleProxyRequest(ProxyContext context) {
    Passage passage = Objects.requireNonNull(entering);
    context.set(PASSAGE, passage);
    ProxyRequest request = context.request();
    parts.headers().rewrite(request.headers(), passage);
    if (passage.body() == null) {
      request.setBody(null);
    } else {
      Body body = request.getBody();
      request.setBody(Body.body(passage.body(), body.length(), body.mediaType()));
    }
    return context.sendRequest().recover(failure -> answerFor(passage, failure));
  }

  @Override
  public Future<Void> handleProxyResponse(ProxyContext context) {
    ProxyResponse response = context.response();
    MultiMap headers = response.headers();
    Passage passage = parts.sessions().named(passage(context), headers);
    hidden(context).forEach(value -> headers.add(HttpHeaders.CACHE_CONTROL, value));
    note(passage, response.getStatusCode());
    SessionWord word = parts.sessions().word(headers, passage);
    int dropped = parts.rules().clean(headers, passage.route());
    if (dropped > 0) {
      parts.outcomes().cookiesDropped(dropped);
      LOG.warn("upstream {} tried to set a cookie of ours", passage.route().upstream());
    }
    if (hasNoBody(passage, response)) {
      response.proxiedResponse().resume();
      response.setBody(null);
    }
    parts.outcomes().forwarded();
    if (passage.body() != null && !passage.body().passed()) {
      Refusals.announceEnd(passage.request());
    }
    parts.rules().place(headers, passage.cookies());
    if (word.ends()) {
      parts.sessions().end(passage);
      return context.sendResponse();
    }
    return handedBack(passage, word)
        .compose(
            handed -> {
              handed.ifPresent(token -> handBack(headers, token, passage));
              return context.sendResponse();
            });
  }

  private void note(Passage passage, int status) {
    if (passage.route().access() == Route.Access.ADMISSION) {
      String method = passage.request().method().name();
      parts.backends().answered(passage.route().upstream(), method, status, passage.tookMillis());
    }
  }

  /** The token that an answer carries: the extended one where there is one, or the renewed one. */
  private Future<Optional<Renewals.Renewed>> handedBack(Passage passage, SessionWord word) {
    Future<Optional<Renewals.Renewed>> renewed = patiently(passage.renewal());
    return word.extendSeconds() == 0
        ? renewed
        : patiently(parts.sessions().extend(passage, word.extendSeconds()))
            .compose(extended -> extended.isPresent() ? Future.succeededFuture(extended) : renewed);
  }

  private void handBack(MultiMap headers, Renewals.Renewed token, Passage passage) {
    parts.rules().renew(headers, parts.renewals().newest(token), passage);
  }

  private static Future<Optional<Renewals.Renewed>> patiently(
      Future<Optional<Renewals.Renewed>> token) {
    return token.isComplete()
        ? token
        : token.timeout(RENEWAL_PATIENCE_MILLIS, TimeUnit.MILLISECONDS).otherwise(Optional.empty());
  }

  // The proxy would call such an answer chunked, and some clients would wait for the chunks.
  private static boolean hasNoBody(Passage passage, ProxyResponse response) {
    int status = response.getStatusCode();
    boolean none =
        passage.request().method().equals(HttpMethod.HEAD)
            || status == 204
            || status == 205
            || status == 304;
    return none && !response.headers().contains(HttpHeaders.CONTENT_LENGTH);
  }

  private Future<HttpClientRequest> origin(ProxyContext context) {
    Passage passage = passage(context);
    return parts
        .upstreams()
        .request(passage.route().upstream())
        .compose(request -> attach(passage, request))
        .onSuccess(
            request ->
                request.response().onSuccess(answer -> hideCaching(context, answer.headers())));
  }

  // The proxy works out how long an answer may be cached, which we never ask it for, and fails on
  // dates it cannot read, such as the common "Expires: 0". What it does not see it leaves alone.
  private static void hideCaching(ProxyContext context, MultiMap headers) {
    context.set(CACHE_CONTROL, List.copyOf(headers.getAll(HttpHeaders.CACHE_CONTROL)));
    headers.remove(HttpHeaders.CACHE_CONTROL);
  }

  private static List<String> hidden(ProxyContext context) {
    List<String> values = new ArrayList<>();
    List<?> hidden = context.get(CACHE_CONTROL, List.class);
    if (hidden != null) {
      hidden.forEach(value -> values.add((String) value));
    }
    return values;
  }

  private Future<HttpClientRequest> attach(Passage passage, HttpClientRequest request) {
    // Without a handler of its own the client writes the address, query and all, to the log.
    request.exceptionHandler(failure -> {});
    BoundedBody body = passage.body();
    if (passage.request().response().closed() || (body != null && body.broken())) {
      return request.reset().transform(reset -> Future.failedFuture(new StreamResetException(0)));
    }
    long timeout = parts.answerTimeout().toMillis();
    if (body == null) {
      request.idleTimeout(timeout);
    } else {
      // The upstream's time starts when it has everything; a slow fan is not its fault.
      body.whenPassed(() -> request.idleTimeout(timeout));
      HttpServerRequest fan = passage.request();
      fan.response().endHandler(sent -> dropRest(fan, body, request));
    }
    return Future.succeededFuture(request);
  }

  // Where the answer did not wait for the whole body, nobody waits for the rest of it.
  private static void dropRest(
      HttpServerRequest fan, BoundedBody body, HttpClientRequest upstream) {
    if (!body.passed()) {
      Refusals.dropRest(fan);
      upstream.reset().onFailure(gone -> {});
    }
  }

  // The answer is given here and the proxy left waiting: it would add a bare one of its own.
  private Future<ProxyResponse> answerFor(Passage passage, Throwable failure) {
    // A fan's broken body ends the sending to the upstream before the body itself hears of it, so
    // whose fault it was is known only when this turn is over.
    Objects.requireNonNull(Vertx.currentContext())
        .runOnContext(over -> answerInTurn(passage, failure));
    return Promise.<ProxyResponse>promise().future();
  }

  private void answerInTurn(Passage passage, Throwable failure) {
    HttpServerRequest request = passage.request();
    BoundedBody body = passage.body();
    if (body != null && body.tooLarge()) {
      parts.outcomes().refused();
      answer(request, Problem.tooLarge(body.maxBytes()));
    } else if (body != null && body.broken()) {
      parts.outcomes().refused();
      answer(request, Problem.badRequest("The body ends too early or is framed wrongly."));
      request.connection().close().onFailure(gone -> {});
    } else if (failure instanceof StreamResetException && isFansSide(request, failure)) {
      // We broke it off ourselves, because the fan has gone. With the fan still there it is the
      // upstream that stopped taking the body.
      request.connection().close().onFailure(gone -> {});
    } else {
      if (passage.route().access() == Route.Access.ADMISSION) {
        parts.backends().unanswered(passage.route().upstream());
      }
      parts.outcomes().upstreamFailed();
      LOG.warn("upstream {}: {}", passage.route().upstream(), failure.getClass().getSimpleName());
      giveEntry(passage);
      answer(request, problem(failure));
    }
  }

  // Who has just come in stays inside, whatever became of the page they wanted.
  private void giveEntry(Passage passage) {
    if (!passage.cookies().isEmpty() && Refusals.isOpen(passage.request().response())) {
      MultiMap headers = passage.request().response().headers();
      parts.rules().place(headers, passage.cookies());
      passage.renewal().result().ifPresent(token -> handBack(headers, token, passage));
    }
  }

  /** Whether the fan has gone, or the proxy names a cause on the fan's side. */
  private static boolean isFansSide(HttpServerRequest request, Throwable reset) {
    return reset.getCause() != null || request.response().closed();
  }

  private void answer(HttpServerRequest request, Problem problem) {
    if (Refusals.isOpen(request.response())) {
      parts.refusals().problem(request, problem);
    }
  }

  private static Problem problem(Throwable failure) {
    if (failure instanceof TimeoutException) {
      return Problem.of(
          504,
          "upstream-timeout",
          "The shop did not answer in time",
          "Whether it did what was asked is not known here. Look before trying again.");
    }
    return Problem.of(
        502,
        "upstream-unavailable",
        "The shop could not be reached",
        "Whether it did what was asked is not known here. Look before trying again.");
  }

  private static Passage passage(ProxyContext context) {
    return Objects.requireNonNull(context.get(PASSAGE, Passage.class));
  }
}
