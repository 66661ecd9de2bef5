package dev.headgate.gateway.http;

import dev.headgate.gateway.config.CookieRules;
import dev.headgate.gateway.config.EventIds;
import dev.headgate.gateway.config.GatewayConfig;
import io.vertx.core.MultiMap;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Our cookies as {@code Set-Cookie} values; those of eight events are kept at most. Every cookie of
 * ours is written here, so that all have the attributes that are configured.
 */
public final class EventCookies {

  /** What the name of a place's cookie begins with; the event's id follows. */
  public static final String PLACE = "hg_place_";

  /** The same of an admission's cookie. */
  public static final String ADMISSION = "hg_admission_";

  private static final int MOST_EVENTS = 8;
  private static final int MOST_CLEARED = 8;
  private static final Duration WITHOUT_END = Duration.ofDays(30);

  private final String attributes;

  /**
   * @param secure whether browsers send them over TLS alone
   */
  public EventCookies(CookieRules rules, boolean secure) {
    attributes =
        "; HttpOnly; SameSite="
            + switch (rules.sameSite()) {
              case LAX -> "Lax";
              case STRICT -> "Strict";
              case NONE -> "None";
            }
            + (secure ? "; Secure" : "")
            + (rules.domain() == null ? "" : "; Domain=" + rules.domain());
  }

  /** Those of a gateway. */
  public static EventCookies of(GatewayConfig config) {
    return new EventCookies(config.cookies(), config.secure());
  }

  /**
   * What gives a fan a place, and clears the oldest events where there are too many.
   *
   * @param headers the request's
   * @param left how long it lasts; null where the event has no end
   */
  public List<String> place(
      MultiMap headers, String event, String ticket, @Nullable Duration left) {
    return given(headers, event, set(PLACE + event, ticket, left == null ? WITHOUT_END : left));
  }

  /**
   * What gives a fan an admission, and clears the oldest events where there are too many.
   *
   * @param headers the request's
   * @param left how long the token lasts
   */
  public List<String> admission(MultiMap headers, String event, String token, Duration left) {
    return given(headers, event, set(ADMISSION + event, token, left));
  }

  /** The admission's cookie alone, for a fan who has it already. */
  public String renewedAdmission(String event, String token, Duration left) {
    return set(ADMISSION + event, token, left);
  }

  /** What takes the admission's cookie away. */
  public String withoutAdmission(String event) {
    return cleared(ADMISSION + event);
  }

  private List<String> given(MultiMap headers, String event, String cookie) {
    List<String> others = new ArrayList<>(otherEvents(headers, event));
    int surplus = Math.min(MOST_CLEARED, others.size() - (MOST_EVENTS - 1));
    List<String> cookies = new ArrayList<>();
    for (int i = 0; i < surplus; i++) {
      cookies.add(cleared(PLACE + others.get(i)));
      cookies.add(cleared(ADMISSION + others.get(i)));
    }
    cookies.add(cookie);
    return cookies;
  }

  /** In the order sent, which browsers make the order of creation (RFC 6265, 5.4). */
  private static Set<String> otherEvents(MultiMap headers, String event) {
    Set<String> events = new LinkedHashSet<>();
    for (Cookies.Cookie cookie : Cookies.all(headers)) {
      String other = eventOf(cookie.name());
      if (other != null && EventIds.isOne(other) && !other.equals(event)) {
        events.add(other);
      }
    }
    return events;
  }

  private static @Nullable String eventOf(String cookie) {
    if (cookie.startsWith(PLACE)) {
      return cookie.substring(PLACE.length());
    }
    return cookie.startsWith(ADMISSION) ? cookie.substring(ADMISSION.length()) : null;
  }

  private String set(String name, String value, Duration left) {
    return written(name, value, Math.max(1, left.toSeconds()));
  }

  private String cleared(String name) {
    return written(name, "", 0);
  }

  private String written(String name, String value, long maxAgeSeconds) {
    return name + "=" + value + "; Path=/; Max-Age=" + maxAgeSeconds + attributes;
  }
}
