package dev.headgate.gateway.forward;

import io.vertx.core.MultiMap;
import io.vertx.core.http.HttpHeaders;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Lets headers through by their names: never those of one connection, nor those that Connection
 * names, nor others as told. For one event loop.
 */
final class Sieve {
  private static final Set<String> OF_ONE_CONNECTION =
      Set.of(
          "connection",
          "keep-alive",
          "proxy-connection",
          "proxy-authenticate",
          "proxy-authorization",
          "te",
          "trailer",
          "transfer-encoding",
          "upgrade",
          "http2-settings");

  // What Connection says nearly always names nothing more.
  private static final Set<String> USUAL_WORDS =
      Set.of("keep-alive", "close", "upgrade", "Upgrade", "Keep-Alive", "Close");
  // More spellings than all browsers and shops use; a flood of others is not remembered.
  private static final int MOST_REMEMBERED = 512;

  private final Predicate<String> dropped;
  private final Map<String, Boolean> remembered = new HashMap<>();

  /**
   * @param dropped whether a name, in lower case, is held back beside those of one connection
   */
  Sieve(Predicate<String> dropped) {
    this.dropped = dropped;
  }

  /** Copies what passes. */
  void copy(MultiMap from, MultiMap to) {
    Set<String> named = named(from);
    for (Map.Entry<String, String> header : from) {
      String name = header.getKey();
      if (passes(name) && (named.isEmpty() || !named.contains(name.toLowerCase(Locale.ROOT)))) {
        to.add(name, header.getValue());
      }
    }
  }

  /** Whether a name passes, as far as it alone says. */
  boolean passes(String name) {
    Boolean known = remembered.get(name);
    if (known != null) {
      return known;
    }
    String lower = name.toLowerCase(Locale.ROOT);
    boolean passes = !OF_ONE_CONNECTION.contains(lower) && !dropped.test(lower);
    if (remembered.size() < MOST_REMEMBERED) {
      remembered.put(name, passes);
    }
    return passes;
  }

  /**
   * The one spelling of a name. CGI and its heirs make a '_' of whatever is no letter and no digit:
   * to them "headgate.event" is "headgate-event".
   *
   * @param lowerCaseName in lower case
   */
  static String plain(String lowerCaseName) {
    StringBuilder plain = new StringBuilder(lowerCaseName.length());
    for (int i = 0; i < lowerCaseName.length(); i++) {
      char c = lowerCaseName.charAt(i);
      plain.append((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') ? c : '-');
    }
    return plain.toString();
  }

  private static Set<String> named(MultiMap headers) {
    List<String> lines = headers.getAll(HttpHeaders.CONNECTION);
    if (lines.isEmpty() || (lines.size() == 1 && USUAL_WORDS.contains(lines.get(0)))) {
      return Set.of();
    }
    Set<String> names = new HashSet<>();
    for (String line : lines) {
      for (String name : line.split(",", -1)) {
        names.add(name.trim().toLowerCase(Locale.ROOT));
      }
    }
    return names;
  }
}
