package dev.headgate.gateway.edge;

import dev.headgate.gateway.http.ReadableQuery;
import dev.headgate.gateway.page.QueuePage;
import dev.headgate.gateway.page.Way;
import io.vertx.core.MultiMap;
import io.vertx.core.http.HttpServerRequest;
import org.jspecify.annotations.Nullable;

/**
 * What the addresses of pages and forms say that fans without scripts use.
 *
 * @param language the page's, best for who asks
 * @param chosen the same where it was chosen by hand, or null
 * @param why what sent the fan here: a problem's code, or a word of ours; empty for nothing
 * @param way what goes along: the address asked for first, and an entry
 * @param still whether the page shall not reload by itself
 */
record PlainAsk(String language, @Nullable String chosen, String why, Way way, boolean still) {

  /** A place has just been given, which the browser should know of by now. */
  static final String JOINED = "joined";

  /** The turn has just been taken, and nothing says where to go. */
  static final String ENTERED = "entered";

  static PlainAsk of(HttpServerRequest request, QueuePage page) {
    MultiMap query = query(request);
    String byHand = query.get("lang");
    String language = page.language(FittingMessage.wanted(request.headers()), byHand);
    return new PlainAsk(
        language,
        language.equals(byHand) ? byHand : null,
        said(query, "why"),
        new Way(said(query, "to"), said(query, "entry")),
        query.contains("still"));
  }

  private static String said(MultiMap query, String name) {
    String value = query.get(name);
    return value == null ? "" : value;
  }

  private static MultiMap query(HttpServerRequest request) {
    boolean asks = request.query() != null && ReadableQuery.isIn(request);
    return asks ? request.params() : MultiMap.caseInsensitiveMultiMap();
  }

  boolean is(String code) {
    return why.equals(code);
  }

  /** The fan's own page, which says why they were sent there. */
  String place(String event, String because) {
    StringBuilder address = new StringBuilder("/queue/").append(event).append("/places/me?lang=");
    address.append(language);
    boolean used = because.equals(JOINED) || because.equals("entry-invalid");
    address.append((used ? way.withoutEntry() : way).query());
    if (still) {
      address.append("&still=1");
    }
    return because.isEmpty() ? address.toString() : address.append("&why=" + because).toString();
  }

  /** The public page, in the language that was chosen by hand. */
  String queue(String event) {
    return chosen == null ? "/queue/" + event : "/queue/" + event + "?lang=" + chosen;
  }
}
