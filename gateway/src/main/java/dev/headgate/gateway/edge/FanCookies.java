package dev.headgate.gateway.edge;

import dev.headgate.gateway.config.EventIds;
import dev.headgate.gateway.http.Cookies;
import dev.headgate.gateway.queue.EventView;
import io.vertx.core.MultiMap;
import io.vertx.core.http.HttpHeaders;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Sets our cookies, and keeps those of eight events at most. */
final class FanCookies {

  static final String PLACE = "hg_place_";
  static final String ADMISSION = "hg_admission_";

  private static final int MOST_EVENTS = 8;
  private static final int MOST_CLEARED = 8;
  private static final Duration WITHOUT_END = Duration.ofDays(30);

  private final boolean secure;

  FanCookies(boolean secure) {
    this.secure = secure;
  }

  /** Adds the place's cookie, which lasts to the event's end. */
  Reply place(Reply reply, MultiMap headers, EventView view, String ticket) {
    Instant closesAt = view.closesAt();
    Duration left = closesAt == null ? WITHOUT_END : Duration.between(view.now(), closesAt);
    String cookie = Cookies.set(PLACE + view.event(), ticket, atLeastOne(left), secure);
    return withOthersBounded(reply, headers, view.event()).with(HttpHeaders.SET_COOKIE, cookie);
  }

  /** Adds the admission's cookie, which lasts to the token's end. */
  Reply admission(Reply reply, MultiMap headers, EventView view, Signed signed) {
    return alsoAdmission(withOthersBounded(reply, headers, view.event()), view, signed);
  }

  /** Adds the admission's cookie to a reply that has the place's. */
  Reply alsoAdmission(Reply reply, EventView view, Signed signed) {
    Duration left = Duration.between(view.now(), Instant.ofEpochSecond(signed.expiresSeconds()));
    String cookie = Cookies.set(ADMISSION + view.event(), signed.token(), atLeastOne(left), secure);
    return reply.with(HttpHeaders.SET_COOKIE, cookie);
  }

  /** A token and its end, in seconds since 1970. */
  record Signed(String token, long expiresSeconds) {}

  /** Takes the admission's cookie away. */
  Reply withoutAdmission(Reply reply, String event) {
    return cleared(reply, ADMISSION + event);
  }

  private static long atLeastOne(Duration left) {
    return Math.max(1, left.toSeconds());
  }

  private Reply withOthersBounded(Reply reply, MultiMap headers, String event) {
    List<String> others = new ArrayList<>(otherEvents(headers, event));
    int surplus = Math.min(MOST_CLEARED, others.size() - (MOST_EVENTS - 1));
    Reply bounded = reply;
    for (int i = 0; i < surplus; i++) {
      bounded = cleared(cleared(bounded, PLACE + others.get(i)), ADMISSION + others.get(i));
    }
    return bounded;
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

  private Reply cleared(Reply reply, String cookie) {
    return reply.with(HttpHeaders.SET_COOKIE, Cookies.set(cookie, "", 0, secure));
  }
}
