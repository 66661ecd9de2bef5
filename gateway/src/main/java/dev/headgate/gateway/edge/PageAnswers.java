package dev.headgate.gateway.edge;

import dev.headgate.gateway.config.EventSettings;
import dev.headgate.gateway.config.HeaderRules;
import dev.headgate.gateway.http.AnswerHeaders;
import dev.headgate.gateway.http.Problem;
import dev.headgate.gateway.http.ProblemException;
import dev.headgate.gateway.page.QueuePage;
import dev.headgate.gateway.page.Way;
import dev.headgate.gateway.queue.EventView;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The queue page at its own address, and its assets. */
final class PageAnswers {

  private static final String FOR_EVER = "public, max-age=31536000, immutable";

  private static final CharSequence CONTENT_SECURITY_POLICY =
      HttpHeaders.createOptimized("content-security-policy");
  private static final String ALONE =
      "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox";

  private final QueuePage page;
  private final List<CharSequence> guarding = new ArrayList<>();

  /** Only assets that exist come in here, which are few. */
  private final Map<String, Reply> compressed = new HashMap<>();

  PageAnswers(QueuePage page, HeaderRules rules) {
    this.page = page;
    guarding.addAll(AnswerHeaders.onPage(rules, page.contentSecurityPolicy()));
    guarding.addAll(AnswerHeaders.onOwnWindow());
  }

  Reply document(HttpServerRequest request, EventView view) {
    PlainAsk ask = PlainAsk.of(request, page);
    String language = ask.language();
    boolean invited = !ask.way().entry().isEmpty();
    EventSettings settings = view.settings();
    QueuePage.Shown shown =
        new QueuePage.Shown(
            view.event(), settings.title(), FanKeys.areRequired(view), settings.theme());
    Buffer html = page.document(shown.by(new Way("", ask.way().entry())), language);
    List<CharSequence> headers = new ArrayList<>(guarding);
    headers.addAll(
        List.of(
            HttpHeaders.CONTENT_TYPE,
            "text/html; charset=utf-8",
            HttpHeaders.CACHE_CONTROL,
            // An entry is one person's, whose forms have it.
            invited ? Reply.NO_STORE : "public, max-age=5",
            HttpHeaders.VARY,
            HttpHeaders.ACCEPT_LANGUAGE,
            HttpHeaders.CONTENT_LANGUAGE,
            language,
            HttpHeaders.ETAG,
            Validators.etag("page", html)));
    return Validators.unlessKnown(request, new Reply(200, headers, html));
  }

  Reply asset(HttpServerRequest request, String name) {
    return page.asset(name)
        .map(
            asset ->
                asset.shrinks() && Compressed.isWelcome(request.headers())
                    ? compressed.computeIfAbsent(name, unused -> Compressed.of(immutable(asset)))
                    : immutable(asset))
        .orElseThrow(() -> new ProblemException(Problem.notFound()));
  }

  private static Reply immutable(QueuePage.Asset asset) {
    Reply reply =
        new Reply(
            200,
            List.of(
                HttpHeaders.CONTENT_TYPE,
                asset.contentType(),
                HttpHeaders.CACHE_CONTROL,
                FOR_EVER,
                HttpHeaders.VARY,
                HttpHeaders.ACCEPT_ENCODING),
            asset.bytes());
    // A picture that somebody opens by itself is a document, and may do nothing.
    return asset.contentType().startsWith("image/")
        ? reply.with(CONTENT_SECURITY_POLICY, ALONE)
        : reply;
  }
}
