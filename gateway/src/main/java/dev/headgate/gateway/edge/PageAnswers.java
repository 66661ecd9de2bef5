package dev.headgate.gateway.edge;

import dev.headgate.gateway.http.Problem;
import dev.headgate.gateway.http.ProblemException;
import dev.headgate.gateway.page.QueuePage;
import dev.headgate.gateway.queue.EventView;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The queue page at its own address, and its assets. */
final class PageAnswers {

  private static final CharSequence CSP = HttpHeaders.createOptimized("content-security-policy");
  private static final CharSequence REFERRER = HttpHeaders.createOptimized("referrer-policy");
  private static final String FOR_EVER = "public, max-age=31536000, immutable";

  private final QueuePage page;

  /** Only assets that exist come in here, which are few. */
  private final Map<String, Reply> compressed = new HashMap<>();

  PageAnswers(QueuePage page) {
    this.page = page;
  }

  Reply document(HttpServerRequest request, EventView view) {
    Buffer html = page.document(view.event(), view.settings().title(), FanKeys.areRequired(view));
    List<CharSequence> headers =
        List.of(
            HttpHeaders.CONTENT_TYPE,
            "text/html; charset=utf-8",
            HttpHeaders.CACHE_CONTROL,
            "public, max-age=5",
            HttpHeaders.VARY,
            HttpHeaders.ACCEPT_LANGUAGE,
            HttpHeaders.ETAG,
            Validators.etag("page", html),
            CSP,
            page.contentSecurityPolicy(),
            REFERRER,
            // Not no-referrer: that would make browsers send "Origin: null" with our own form.
            "same-origin",
            Reply.NOSNIFF_NAME,
            Reply.NOSNIFF);
    return Validators.unlessKnown(request, new Reply(200, headers, html));
  }

  Reply asset(HttpServerRequest request, String name) {
    return page.asset(name)
        .map(
            asset ->
                Compressed.isWelcome(request.headers())
                    ? compressed.computeIfAbsent(name, unused -> Compressed.of(immutable(asset)))
                    : immutable(asset))
        .orElseThrow(() -> new ProblemException(Problem.notFound()));
  }

  private static Reply immutable(QueuePage.Asset asset) {
    return new Reply(
        200,
        List.of(
            HttpHeaders.CONTENT_TYPE,
            asset.contentType(),
            HttpHeaders.CACHE_CONTROL,
            FOR_EVER,
            HttpHeaders.VARY,
            HttpHeaders.ACCEPT_ENCODING,
            Reply.NOSNIFF_NAME,
            Reply.NOSNIFF),
        asset.bytes());
  }
}
