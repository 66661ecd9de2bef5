package dev.headgate.gateway.forward;

import dev.headgate.gateway.config.Route;
import dev.headgate.gateway.http.EventCookies;
import dev.headgate.gateway.token.Admission;
import io.vertx.core.MultiMap;
import io.vertx.core.http.HttpHeaders;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** What the fan reads of an upstream's answer. */
final class ResponseRules {
  private final EventCookies cookies;
  private final Sieve sieve =
      new Sieve(name -> name.startsWith("headgate-") || name.equals("headgate"));

  ResponseRules(EventCookies cookies) {
    this.cookies = cookies;
  }

  /**
   * Copies what an upstream may say.
   *
   * @return how many cookies of ours it tried to set
   */
  int copy(MultiMap from, MultiMap to, Route route) {
    sieve.copy(from, to);
    if (route.access() == Route.Access.ADMISSION && !route.shared()) {
      keepPrivate(to);
    }
    return dropOurCookies(to);
  }

  /** Hands a renewed token to the fan, the way it was brought. */
  void renew(MultiMap headers, Renewals.Renewed renewed, Passage passage) {
    Admission admission = renewed.admission();
    if (passage.admitted() != null && passage.admitted().byCookie()) {
      Duration left = Duration.ofSeconds(admission.expiresSeconds() - passage.nowSeconds());
      headers.add(
          HttpHeaders.SET_COOKIE,
          cookies.renewedAdmission(admission.event(), renewed.token(), left));
    } else {
      headers.add(Gate.HEADER, renewed.token());
    }
    keepFromOthers(headers);
  }

  /** Hands the cookies of a new place to the fan. */
  void place(MultiMap headers, List<String> given) {
    if (!given.isEmpty()) {
      given.forEach(cookie -> headers.add(HttpHeaders.SET_COOKIE, cookie));
      keepFromOthers(headers);
    }
  }

  /** Takes the cookie of a session away that has ended. */
  void ended(MultiMap headers, String event) {
    headers.add(HttpHeaders.SET_COOKIE, cookies.withoutAdmission(event));
    keepFromOthers(headers);
  }

  // No cache that others share may keep an answer with a credential in it.
  private static void keepFromOthers(MultiMap headers) {
    keepPrivate(headers);
    List<String> directives = directives(headers);
    if (!directives.contains("no-store") && !directives.contains("private")) {
      directives.add("private");
      headers.set(HttpHeaders.CACHE_CONTROL, String.join(", ", directives));
    }
  }

  private static void keepPrivate(MultiMap headers) {
    if (!headers.contains(HttpHeaders.CACHE_CONTROL)) {
      return;
    }
    List<String> directives = directives(headers);
    boolean changed = directives.removeIf(ResponseRules::isForSharedCaches);
    if (changed) {
      if (!directives.contains("private") && !directives.contains("no-store")) {
        directives.add(0, "private");
      }
      headers.set(HttpHeaders.CACHE_CONTROL, String.join(", ", directives));
    }
  }

  private static boolean isForSharedCaches(String directive) {
    String name = directive.toLowerCase(Locale.ROOT);
    return name.equals("public") || name.startsWith("s-maxage=");
  }

  private static List<String> directives(MultiMap headers) {
    List<String> directives = new ArrayList<>();
    for (String line : headers.getAll(HttpHeaders.CACHE_CONTROL)) {
      for (String directive : line.split(",", -1)) {
        if (!directive.isBlank()) {
          directives.add(directive.trim());
        }
      }
    }
    return directives;
  }

  // Browsers keep "=hg_x=y" under no name, and send it back as "hg_x=y".
  private static boolean isOurs(String cookie) {
    int from = 0;
    while (from < cookie.length() && (cookie.charAt(from) <= ' ' || cookie.charAt(from) == '=')) {
      from++;
    }
    return cookie.startsWith("hg_", from);
  }

  private static int dropOurCookies(MultiMap headers) {
    List<String> cookies = headers.getAll(HttpHeaders.SET_COOKIE);
    if (cookies.isEmpty()) {
      return 0;
    }
    List<String> theirs = new ArrayList<>(cookies);
    theirs.removeIf(ResponseRules::isOurs);
    int dropped = cookies.size() - theirs.size();
    if (dropped > 0) {
      headers.remove(HttpHeaders.SET_COOKIE);
      theirs.forEach(cookie -> headers.add(HttpHeaders.SET_COOKIE, cookie));
    }
    return dropped;
  }
}
