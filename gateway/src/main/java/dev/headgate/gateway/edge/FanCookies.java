package dev.headgate.gateway.edge;

import dev.headgate.gateway.http.EventCookies;
import dev.headgate.gateway.queue.EventView;
import io.vertx.core.MultiMap;
import io.vertx.core.http.HttpHeaders;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/** Sets our cookies, and keeps those of eight events at most. */
final class FanCookies {

  static final String PLACE = EventCookies.PLACE;
  static final String ADMISSION = EventCookies.ADMISSION;

  private final EventCookies cookies;

  FanCookies(EventCookies cookies) {
    this.cookies = cookies;
  }

  /** Adds the place's cookie, which lasts to the event's end. */
  Reply place(Reply reply, MultiMap headers, EventView view, String ticket) {
    Instant closesAt = view.closesAt();
    Duration left = closesAt == null ? null : Duration.between(view.now(), closesAt);
    return with(reply, cookies.place(headers, view.event(), ticket, left));
  }

  /** Adds the admission's cookie, which lasts to the token's end. */
  Reply admission(Reply reply, MultiMap headers, EventView view, Signed signed) {
    Duration left = left(view, signed);
    return with(reply, cookies.admission(headers, view.event(), signed.token(), left));
  }

  /** Adds the admission's cookie to a reply that has the place's. */
  Reply alsoAdmission(Reply reply, EventView view, Signed signed) {
    // The place's cookie has cleared the oldest events already.
    MultiMap none = MultiMap.caseInsensitiveMultiMap();
    return with(reply, cookies.admission(none, view.event(), signed.token(), left(view, signed)));
  }

  private static Duration left(EventView view, Signed signed) {
    return Duration.between(view.now(), Instant.ofEpochSecond(signed.expiresSeconds()));
  }

  /** A token and its end, in seconds since 1970. */
  record Signed(String token, long expiresSeconds) {}

  /** Takes the admission's cookie away. */
  Reply withoutAdmission(Reply reply, String event) {
    return reply.with(HttpHeaders.SET_COOKIE, cookies.withoutAdmission(event));
  }

  private static Reply with(Reply reply, List<String> cookies) {
    Reply extended = reply;
    for (String cookie : cookies) {
      extended = extended.with(HttpHeaders.SET_COOKIE, cookie);
    }
    return extended;
  }
}
