package dev.headgate.gateway.http;

import dev.headgate.gateway.config.HeaderRules;
import io.vertx.core.MultiMap;
import io.vertx.core.http.HttpHeaders;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What answers of ours, as opposed to forwarded ones, tell browsers beside their content. */
public final class AnswerHeaders {
  private static final CharSequence TYPE_OPTIONS =
      HttpHeaders.createOptimized("x-content-type-options");
  private static final CharSequence NOSNIFF = HttpHeaders.createOptimized("nosniff");
  private static final CharSequence RESOURCE_POLICY =
      HttpHeaders.createOptimized("cross-origin-resource-policy");
  private static final CharSequence SAME_ORIGIN = HttpHeaders.createOptimized("same-origin");
  private static final CharSequence CONTENT_POLICY =
      HttpHeaders.createOptimized("content-security-policy");
  private static final CharSequence REFERRER_POLICY =
      HttpHeaders.createOptimized("referrer-policy");
  private static final CharSequence FRAME_OPTIONS = HttpHeaders.createOptimized("x-frame-options");
  private static final CharSequence OPENER_POLICY =
      HttpHeaders.createOptimized("cross-origin-opener-policy");

  private AnswerHeaders() {}

  /** What every answer says: it is what its type says, and no part of another site's page. */
  public static void onAny(MultiMap headers) {
    headers.set(TYPE_OPTIONS, NOSNIFF).set(RESOURCE_POLICY, SAME_ORIGIN);
  }

  /**
   * What the queue page says, as names and values in turn.
   *
   * @param contentPolicy what the page needs, without a word about frames
   */
  public static List<CharSequence> onPage(HeaderRules rules, String contentPolicy) {
    List<CharSequence> headers = new ArrayList<>();
    boolean framed = !rules.frameAncestors().isEmpty();
    String ancestors = framed ? String.join(" ", rules.frameAncestors()) : "'none'";
    headers.add(CONTENT_POLICY);
    headers.add(contentPolicy + "; frame-ancestors " + ancestors);
    headers.add(REFERRER_POLICY);
    // Not no-referrer: that would make browsers send "Origin: null" with our own form.
    headers.add(SAME_ORIGIN);
    if (!framed) {
      // For browsers without frame-ancestors; it cannot name origins.
      headers.add(FRAME_OPTIONS);
      headers.add("DENY");
    }
    return headers;
  }

  /** What cuts a page off from the one that opened it. */
  public static List<CharSequence> onOwnWindow() {
    return List.of(OPENER_POLICY, SAME_ORIGIN);
  }

  /** What answers say that only programs read: whatever a browser makes of them can do nothing. */
  public static void onData(MultiMap headers) {
    onAny(headers);
    headers
        .set(CONTENT_POLICY, "default-src 'none'; frame-ancestors 'none'")
        .set(REFERRER_POLICY, "no-referrer")
        .set(FRAME_OPTIONS, "DENY");
  }

  /** The value of {@code Strict-Transport-Security}; null where nothing is to be said. */
  public static @Nullable String strictTransport(HeaderRules rules) {
    Duration how = rules.strictTransport();
    return how == null
        ? null
        : "max-age=" + how.toSeconds() + (rules.subdomains() ? "; includeSubDomains" : "");
  }
}
