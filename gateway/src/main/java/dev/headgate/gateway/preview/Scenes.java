package dev.headgate.gateway.preview;

import dev.headgate.gateway.http.AcceptLanguage;
import dev.headgate.gateway.http.AnswerHeaders;
import dev.headgate.gateway.http.Problem;
import dev.headgate.gateway.http.ReadableQuery;
import dev.headgate.gateway.page.QueuePage;
import io.vertx.core.Handler;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.core.json.JsonObject;
import io.vertx.core.net.HostAndPort;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Answers for all states. */
final class Scenes implements Handler<HttpServerRequest> {
  private static final String OWN_POLICY =
      "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; "
          + "img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
  private static final String HTML = "text/html; charset=utf-8";
  private static final Logger LOG = LoggerFactory.getLogger(Scenes.class);

  /** Names of this machine that no name server is asked about, and where the preview listens. */
  private static final Set<String> HERE = Set.of("localhost", PreviewServer.HOST, "::1", "[::1]");

  private static final String QUEUE = "/queue/";
  private static final Map<String, String> OWN_FILES =
      Map.of("index.css", "text/css", "again.js", "text/javascript", "stage.js", "text/javascript");

  private static final String SCRIPTS =
      """
      <script src="/preview/stage.js" data-event="%s" data-setting="%s"></script>
      <script src="/preview/again.js" data-version="%d"></script>
      """;

  private final InstantSource clock;
  private final States states = new States();
  private final Index index = new Index(states);
  private volatile @Nullable Look look;
  private volatile String complaint = "";
  private volatile int version;

  Scenes(InstantSource clock) {
    this.clock = clock;
  }

  /** From the next request on. */
  synchronized void show(Look next) {
    look = next;
    complaint = "";
    version++;
  }

  /** What is shown stays, and the index says what is wrong. */
  synchronized void complain(String about) {
    complaint = about;
    version++;
  }

  /** Whatever comes of it, there is an answer. */
  @Override
  public void handle(HttpServerRequest request) {
    try {
      answer(request);
    } catch (RuntimeException failure) {
      LOG.error("failed: {} {}", request.method(), request.path(), failure);
      Problem.internal().send(request.response());
    }
  }

  private void answer(HttpServerRequest request) {
    if (!isForHere(request)) {
      Problem.of(421, "misdirected", "Another host", "This is shown as localhost alone.")
          .send(request.response());
    } else if (!ReadableQuery.isIn(request)) {
      ReadableQuery.problem().send(request.response());
    } else {
      show(request);
    }
  }

  // A page of another site can have its own name resolved to this machine, and would then read what
  // is shown here. The port may be another one: a tunnel has its own.
  private static boolean isForHere(HttpServerRequest request) {
    HostAndPort authority = request.authority();
    return authority != null && HERE.contains(authority.host().toLowerCase(Locale.ROOT));
  }

  private void show(HttpServerRequest request) {
    String path = String.valueOf(request.path());
    // In this order: a page may come again without need, but never miss that it has to.
    int of = version;
    Look now = Objects.requireNonNull(look);
    if (path.equals("/")) {
      html(request, OWN_POLICY, index.html(now, language(request, now), complaint, of));
    } else if (path.startsWith("/preview/")) {
      own(request, path.substring("/preview/".length()));
    } else if (path.startsWith(QUEUE + "-/")) {
      asset(request, now.page(), path.substring(QUEUE.length() + 2));
    } else if (path.startsWith(QUEUE)) {
      queue(request, new Edition(now, of), path.substring(QUEUE.length()));
    } else {
      Problem.notFound().send(request.response());
    }
  }

  private static String language(HttpServerRequest request, Look look) {
    AcceptLanguage wanted =
        AcceptLanguage.of(request.headers().getAll(HttpHeaders.ACCEPT_LANGUAGE));
    return look.page().language(wanted, request.getParam("lang"));
  }

  private void own(HttpServerRequest request, String name) {
    String type = OWN_FILES.get(name);
    if (name.equals("version")) {
      send(request, "text/plain", Buffer.buffer(Integer.toString(version)));
    } else if (type == null) {
      Problem.notFound().send(request.response());
    } else {
      send(request, type + "; charset=utf-8", Buffer.buffer(OwnFiles.text(name)));
    }
  }

  private static void asset(HttpServerRequest request, QueuePage page, String name) {
    page.asset(name)
        .ifPresentOrElse(
            asset -> send(request, asset.contentType(), asset.bytes()),
            () -> Problem.notFound().send(request.response()));
  }

  /** A look, and how many there have been. */
  private record Edition(Look look, int number) {}

  /** The page of a state, or what its API answers. */
  private void queue(HttpServerRequest request, Edition now, String rest) {
    int slash = rest.indexOf('/');
    State state = states.named().get(slash < 0 ? rest : rest.substring(0, slash));
    if (state == null) {
      Problem.unknownEvent().send(request.response());
    } else if (slash < 0) {
      page(request, now, state);
    } else {
      answer(request, state, rest.substring(slash));
    }
  }

  private static void page(HttpServerRequest request, Edition now, State state) {
    Look look = now.look();
    QueuePage.Shown shown =
        new QueuePage.Shown(state.name(), look.title(), state.keyed(), look.theme());
    Buffer document = look.page().document(shown, language(request, look));
    List<CharSequence> headers =
        AnswerHeaders.onPage(look.rules(), look.page().contentSecurityPolicy());
    String policy = headers.get(1).toString();
    html(
        request,
        state.scripted() ? policy : policy + "; sandbox allow-same-origin allow-forms",
        staged(document.toString(), state, now.number()));
  }

  /**
   * With two scripts of ours before the page's own: what stands first in the document runs first.
   */
  private static String staged(String document, State state, int version) {
    String setting = OwnFiles.escaped(state.stage().setting().encode());
    String ours = SCRIPTS.formatted(state.name(), setting, version);
    int first = document.indexOf("<script");
    return document.substring(0, first) + ours + document.substring(first);
  }

  private void answer(HttpServerRequest request, State state, String path) {
    Answers answers = state.answers();
    boolean named = request.headers().contains("headgate-place");
    switch (path) {
      case "/status" -> send(request, state, answers.status());
      case "/draw" -> send(request, state, answers.draw());
      case "/places" -> send(request, state, answers.joined());
      case "/places/me" -> send(request, state, named ? answers.looked() : answers.unnamed());
      case "/challenge" -> send(request, state, answers.challenge());
      case "/places/me/link" -> send(request, state, answers.link());
      case "/admissions" -> send(request, state, answers.claimed());
      // The page takes it for a server that has no stream to offer, and asks by itself.
      case "/places/me/events" -> request.response().setStatusCode(204).end().onFailure(gone -> {});
      default -> Problem.notFound().send(request.response());
    }
  }

  private void send(HttpServerRequest request, State state, Answer answer) {
    if (answer.status() == 0) {
      request.connection().close().onFailure(gone -> {});
      return;
    }
    JsonObject body = answer.told().at(clock.instant().truncatedTo(ChronoUnit.MILLIS));
    if (body.containsKey("event")) {
      body.put("event", state.name());
    }
    HttpServerResponse response = request.response().setStatusCode(answer.status());
    if (answer.retrySeconds() > 0) {
      response.putHeader(HttpHeaders.RETRY_AFTER, Integer.toString(answer.retrySeconds()));
    }
    String type = answer.status() < 400 ? "application/json" : "application/problem+json";
    send(request, type, body.toBuffer());
  }

  private static void html(HttpServerRequest request, String policy, String html) {
    request.response().putHeader("content-security-policy", policy);
    send(request, HTML, Buffer.buffer(html));
  }

  private static void send(HttpServerRequest request, String type, Buffer body) {
    HttpServerResponse response = request.response();
    AnswerHeaders.onAny(response.headers());
    response
        .putHeader(HttpHeaders.CONTENT_TYPE, type)
        .putHeader(HttpHeaders.CACHE_CONTROL, "no-store");
    if (request.method().equals(HttpMethod.HEAD)) {
      response.putHeader(HttpHeaders.CONTENT_LENGTH, Integer.toString(body.length()));
      response.end().onFailure(gone -> {});
    } else {
      response.end(body).onFailure(gone -> {});
    }
  }
}
