package dev.headgate.gateway.forward;

import dev.headgate.gateway.config.EventSettings.Dpop;
import dev.headgate.gateway.config.HeaderRules;
import dev.headgate.gateway.http.Accept;
import dev.headgate.gateway.http.AcceptLanguage;
import dev.headgate.gateway.http.AnswerHeaders;
import dev.headgate.gateway.http.Problem;
import dev.headgate.gateway.page.QueuePage;
import dev.headgate.gateway.queue.EventView;
import io.vertx.core.MultiMap;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.core.http.HttpVersion;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Answers the requests that are not forwarded, without reading their bodies. */
final class Refusals {
  private static final int UNAVAILABLE = 503;
  private static final int TOO_MANY = 429;
  private static final String PAGE_VARIES_BY = "Accept, Accept-Language";
  private static final String PAGE_RETRY_SECONDS = "10";
  private static final long LINGER_MILLIS = 1_000;
  private static final int LINGER_BYTES = 256 * 1024;

  private static final Set<String> BODILESS = Set.of("GET", "HEAD", "OPTIONS", "DELETE");

  private final QueuePage page;
  private final List<CharSequence> guarding;

  Refusals(QueuePage page, HeaderRules rules) {
    this.page = page;
    // Without a word about windows: the page stands here in the place of one of the shop's, and
    // what that has opened, or was opened by, is the shop's affair.
    guarding = AnswerHeaders.onPage(rules, page.contentSecurityPolicy());
  }

  /** A problem answer. */
  void problem(HttpServerRequest request, Problem problem) {
    leaveBody(request);
    problem.send(request.response());
  }

  /** A problem answer after which nothing more on the connection can be trusted. */
  void problemAndClose(HttpServerRequest request, Problem problem) {
    closeAfterAnswer(request);
    problem.send(request.response());
  }

  /** A preflight that is granted. */
  void preflight(HttpServerRequest request, Decision.Preflight preflight) {
    leaveBody(request);
    CorsAnswers.grant(request, preflight);
  }

  /**
   * No admission: the queue page to a browser that navigates, a problem answer to all others, and
   * where there is no event whose queue could be shown.
   */
  void noAdmission(HttpServerRequest request, Gate.Asked asked, Verdict.Refused why) {
    boolean noQueue = asked.event().isEmpty();
    if (!noQueue && isNavigation(request)) {
      queuePage(request, asked);
    } else {
      noAdmissionProblem(request, asked, why);
    }
  }

  /** No admission, to whoever is no browser that navigates, or cannot be shown the page here. */
  void noAdmissionProblem(HttpServerRequest request, Gate.Asked asked, Verdict.Refused why) {
    HttpServerResponse response = request.response();
    switch (why) {
      case REQUIRED -> response.putHeader("WWW-Authenticate", "Bearer");
      case INVALID -> response.putHeader("WWW-Authenticate", "Bearer error=\"invalid_token\"");
      case WRONG_EVENT -> {}
    }
    problem(
        request,
        asked.event().isEmpty() ? of(why) : of(why).with("queue", "/queue/" + asked.event()));
  }

  /** The same while the store is away and nothing is known of the event. */
  void restoringProblem(HttpServerRequest request, Gate.Asked asked) {
    request
        .response()
        .putHeader("WWW-Authenticate", "Bearer")
        .putHeader(HttpHeaders.RETRY_AFTER, "2");
    Problem away = Problem.restoring().with("queue", "/queue/" + asked.event());
    problem(request, new Problem(401, away.code(), away.title(), away.detail(), away.members()));
  }

  /** The store is away and nothing else admits: places are kept, nobody new is let in. */
  void restoring(HttpServerRequest request, Gate.Asked asked) {
    if (isNavigation(request)) {
      queuePage(request, asked);
    } else {
      problem(request, Problem.restoring().with("queue", "/queue/" + asked.event()));
    }
  }

  /**
   * Whether this is a browser going to a page: it says so, or, where it is too old to say anything
   * of the kind, asks for HTML.
   */
  static boolean isNavigation(HttpServerRequest request) {
    return isNavigation(request.method().name(), request.headers());
  }

  /** The same of a request that another proxy asks about. */
  static boolean isNavigation(String method, MultiMap headers) {
    if (!method.equals(HttpMethod.GET.name())) {
      return false;
    }
    String mode = headers.get("Sec-Fetch-Mode");
    if (mode != null) {
      return mode.equals("navigate");
    }
    return !headers.contains("Sec-Fetch-Site")
        && !headers.contains("Sec-Fetch-Dest")
        && Accept.namesHtml(headers);
  }

  /** Whether a body is announced of which something may still come. */
  static boolean awaitsBody(HttpServerRequest request) {
    if (request.isEnded()) {
      return false;
    }
    MultiMap headers = request.headers();
    String length = headers.get(HttpHeaders.CONTENT_LENGTH);
    if (length != null) {
      return !length.equals("0");
    }
    // HTTP/2 announces nothing else: what comes with a GET is dropped, with others it needs a
    // length.
    return request.version() == HttpVersion.HTTP_2
        ? !BODILESS.contains(request.method().name())
        : headers.contains(HttpHeaders.TRANSFER_ENCODING);
  }

  /**
   * Whether a body may come. HTTP/2 says so only by not ending the request, which shows once it is
   * read.
   */
  static boolean mayBringBody(HttpServerRequest request) {
    return request.version() == HttpVersion.HTTP_2 ? !request.isEnded() : awaitsBody(request);
  }

  private void queuePage(HttpServerRequest request, Gate.Asked asked) {
    EventView view = asked.view();
    int status = view == null ? UNAVAILABLE : view.settings().queueStatus();
    String title = view == null ? asked.event() : view.settings().title();
    HttpServerResponse response = request.response();
    if (status == TOO_MANY || status == UNAVAILABLE) {
      response.putHeader(HttpHeaders.RETRY_AFTER, PAGE_RETRY_SECONDS);
    }
    response
        .setStatusCode(status)
        .putHeader(HttpHeaders.CONTENT_TYPE, "text/html; charset=utf-8")
        .putHeader(HttpHeaders.CACHE_CONTROL, "no-store")
        .putHeader(HttpHeaders.VARY, vary(response))
        .putHeader("X-Robots-Tag", "noindex, noarchive")
        .putHeader("Headgate", "queue");
    AnswerHeaders.onAny(response.headers());
    for (int i = 0; i < guarding.size(); i += 2) {
      response.putHeader(guarding.get(i), guarding.get(i + 1));
    }
    leaveBody(request);
    boolean keyed = view != null && view.settings().dpop() == Dpop.REQUIRED;
    String theme = view == null ? null : view.settings().theme();
    String language =
        page.language(
            AcceptLanguage.of(request.headers().getAll(HttpHeaders.ACCEPT_LANGUAGE)), null);
    QueuePage.Shown shown = new QueuePage.Shown(asked.event(), title, keyed, theme);
    response
        .putHeader(HttpHeaders.CONTENT_LANGUAGE, language)
        .end(page.document(shown.from(request.uri()), language))
        .onFailure(gone -> {});
  }

  // A route that pages of other origins may use has said something already.
  private static String vary(HttpServerResponse response) {
    String said = response.headers().get(HttpHeaders.VARY);
    return said == null ? PAGE_VARIES_BY : said + ", " + PAGE_VARIES_BY;
  }

  private static Problem of(Verdict.Refused why) {
    return switch (why) {
      case REQUIRED ->
          Problem.of(
              401,
              "admission-required",
              "An admission is required",
              "Take a place in the queue; when it is called, you are let in.");
      case INVALID ->
          Problem.of(
              401,
              "admission-invalid",
              "The admission is not valid",
              "Take a place in the queue to get a new one.");
      case WRONG_EVENT ->
          Problem.of(
              403,
              "wrong-event",
              "The admission is for another event",
              "Take a place in the queue of this event.");
    };
  }

  /** Leaves the body of a request unread, whatever the answer says. */
  void leaveBody(HttpServerRequest request) {
    if (awaitsBody(request)) {
      closeAfterAnswer(request);
    } else if (!request.isEnded()) {
      // One of HTTP/2 that has been read takes it for a mistake.
      request.resume();
    }
  }

  private void closeAfterAnswer(HttpServerRequest request) {
    HttpServerResponse response = request.response();
    if (request.version() == HttpVersion.HTTP_2) {
      response.endHandler(sent -> response.reset(0).onFailure(gone -> {}));
      return;
    }
    response.putHeader(HttpHeaders.CONNECTION, HttpHeaders.CLOSE);
    if (request.headers().contains(HttpHeaders.EXPECT)) {
      // Before the answer, whose end would let a further request in.
      request.connection().shutdown(LINGER_MILLIS, TimeUnit.MILLISECONDS).onFailure(gone -> {});
      response.endHandler(sent -> close(request));
    } else {
      linger(request);
    }
  }

  /** An answer to come is the last one of its connection. */
  static void announceEnd(HttpServerRequest request) {
    HttpServerResponse response = request.response();
    if (request.version() != HttpVersion.HTTP_2) {
      // At the last moment, or the server tells who came with HTTP/1.0 what they would like to
      // hear.
      response.headersEndHandler(
          head -> response.putHeader(HttpHeaders.CONNECTION, HttpHeaders.CLOSE));
    }
  }

  /**
   * Nobody is to be answered any more. Over HTTP/2 the stream is over by itself, and others go on.
   */
  static void hangUp(HttpServerRequest request) {
    if (request.version() != HttpVersion.HTTP_2) {
      close(request);
    }
  }

  /** Ends what is left of a request whose answer has been sent. */
  static void dropRest(HttpServerRequest request) {
    if (request.version() == HttpVersion.HTTP_2) {
      request.response().reset(0).onFailure(gone -> {});
    } else if (request.isEnded()) {
      close(request);
    } else {
      request
          .end()
          .timeout(LINGER_MILLIS, TimeUnit.MILLISECONDS)
          .onComplete(endedOrNot -> close(request));
      drop(request);
    }
  }

  // Closing on bytes that nobody has taken makes the system send a reset, which can overtake the
  // answer. So a moment is given, and what still comes in it is dropped; a further request on the
  // connection is not looked at.
  private static void linger(HttpServerRequest request) {
    request.connection().shutdown(LINGER_MILLIS, TimeUnit.MILLISECONDS).onFailure(gone -> {});
    drop(request);
  }

  private static void drop(HttpServerRequest request) {
    long[] dropped = {0};
    request.handler(
        chunk -> {
          dropped[0] += chunk.length();
          if (dropped[0] > LINGER_BYTES) {
            close(request);
          }
        });
    request.resume();
  }

  private static void close(HttpServerRequest request) {
    request.connection().close().onFailure(gone -> {});
  }

  /** Whether an answer can still be given. */
  static boolean isOpen(@Nullable HttpServerResponse response) {
    return response != null && !response.ended() && !response.closed() && !response.headWritten();
  }
}
