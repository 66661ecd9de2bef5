package dev.headgate.gateway.forward;

import dev.headgate.gateway.http.Cookies;
import dev.headgate.gateway.http.EventCookies;
import dev.headgate.gateway.queue.EventView;
import dev.headgate.gateway.token.Admission;
import dev.headgate.gateway.token.AdmissionTokens;
import io.vertx.core.MultiMap;
import io.vertx.core.http.HttpHeaders;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Which credential counts: any valid one for the event admits, wherever it is carried; of several
 * the one that lasts longest.
 */
final class Gate {
  static final String HEADER = "Headgate-Admission";
  private static final String BEARER = "Bearer ";
  // As many as we let a browser keep.
  private static final int MOST_EVENTS = 8;
  // How clients name a token that is bound to a key (RFC 9449, 7.1).
  private static final String DPOP = "DPoP ";

  private final AdmissionTokens tokens;

  Gate(AdmissionTokens tokens) {
    this.tokens = tokens;
  }

  /** The event a request asks for, and what is known of it. */
  record Asked(String event, @Nullable EventView view, long nowSeconds) {}

  /** Judges the credentials of a request. */
  Verdict judge(MultiMap headers, Asked asked) {
    Judgement judgement = new Judgement(asked);
    for (String cookie : Cookies.values(headers, EventCookies.ADMISSION + asked.event())) {
      judgement.byCookie = true;
      judgement.weigh(cookie, false);
    }
    for (String header : headers.getAll(HEADER)) {
      judgement.weigh(header.trim(), true);
    }
    for (String authorization : headers.getAll(HttpHeaders.AUTHORIZATION)) {
      String token = bearer(authorization);
      if (token != null) {
        judgement.weigh(token, true);
      }
    }
    return judgement.verdict();
  }

  /** Whether a request brings anything that could be a credential for the event. */
  static boolean hasCandidate(MultiMap headers, String event) {
    return headers.contains(HEADER)
        || headers.contains(HttpHeaders.AUTHORIZATION)
        || (headers.contains(HttpHeaders.COOKIE)
            && !Cookies.values(headers, EventCookies.ADMISSION + event).isEmpty());
  }

  /**
   * What a request brings, whichever event it is for.
   *
   * @param events those that valid tokens are for, the one that lasts longest first; a few at most
   * @param any whether anything came that could be a token
   */
  record Brought(List<String> events, boolean any) {}

  /** The events of the tokens that came; whether their sessions still last is not asked here. */
  Brought brought(MultiMap headers, long nowSeconds) {
    List<String> candidates = new ArrayList<>(headers.getAll(HEADER));
    headers.getAll(HttpHeaders.AUTHORIZATION).stream()
        .map(Gate::bearer)
        .filter(Objects::nonNull)
        .forEach(candidates::add);
    for (Cookies.Cookie cookie : Cookies.all(headers)) {
      if (cookie.name().startsWith(EventCookies.ADMISSION)) {
        candidates.add(cookie.value());
      }
    }
    List<String> events =
        candidates.stream()
            .flatMap(candidate -> tokens.verify(candidate.trim(), nowSeconds).stream())
            .sorted(Comparator.comparingLong(Admission::expiresSeconds).reversed())
            .map(Admission::event)
            .distinct()
            .limit(MOST_EVENTS)
            .toList();
    return new Brought(events, !candidates.isEmpty());
  }

  /** Whether an Authorization value carries an admission of ours, for whatever event. */
  boolean isOurs(String authorization, long nowSeconds) {
    String token = bearer(authorization);
    return token != null && tokens.verify(token, nowSeconds).isPresent();
  }

  private static @Nullable String bearer(String authorization) {
    boolean isToken =
        authorization.regionMatches(true, 0, BEARER, 0, BEARER.length())
            || authorization.regionMatches(true, 0, DPOP, 0, DPOP.length());
    return isToken ? authorization.substring(authorization.indexOf(' ')).trim() : null;
  }

  private final class Judgement {
    private final Asked asked;
    private boolean byCookie;
    private Verdict.Refused refused = Verdict.Refused.REQUIRED;
    private @Nullable Admission best;
    private String bestToken = "";

    Judgement(Asked asked) {
      this.asked = asked;
    }

    void weigh(String token, boolean mayBeForAnother) {
      Optional<Admission> read = tokens.verify(token, asked.nowSeconds());
      if (read.isEmpty()) {
        refuse(Verdict.Refused.INVALID);
        return;
      }
      Admission admission = read.get();
      if (!admission.event().equals(asked.event())) {
        refuse(mayBeForAnother ? Verdict.Refused.WRONG_EVENT : Verdict.Refused.INVALID);
      } else if (!isLive(admission)) {
        refuse(Verdict.Refused.INVALID);
      } else if (best == null || admission.expiresSeconds() > best.expiresSeconds()) {
        best = admission;
        bestToken = token;
      }
    }

    Verdict verdict() {
      return best == null ? refused : new Verdict.Admitted(best, bestToken, byCookie);
    }

    private void refuse(Verdict.Refused why) {
      refused = why.compareTo(refused) > 0 ? why : refused;
    }

    private boolean isLive(Admission admission) {
      EventView view = asked.view();
      return view == null
          || (admission.epoch() == view.epoch()
              && !view.isEnded(admission.lane(), admission.position()));
    }
  }
}
