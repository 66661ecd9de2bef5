package dev.headgate.gateway.forward;

import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.util.AsciiString;
import io.vertx.core.MultiMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

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
  // A power of two; more than the names that browsers and shops use.
  private static final int PLACES = 512;

  private final Predicate<String> dropped;
  // Names as HTTP/1.1 brings them. Two of one place drive each other out, so that whoever makes
  // names up takes nothing from others for longer than that lasts.
  private final @Nullable Spelling[] spellings = new Spelling[PLACES];

  /** One spelling of a name; where it passes it is sent on as this object, whose hash is known. */
  private record Spelling(AsciiString name, boolean passes) {}

  /**
   * @param dropped whether a name, in lower case, is held back beside those of one connection
   */
  Sieve(Predicate<String> dropped) {
    this.dropped = dropped;
  }

  /** Copies what passes. */
  void copy(MultiMap from, MultiMap to) {
    Set<String> named = named(from);
    if (named.isEmpty() && from instanceof HttpHeaders unread) {
      copyUnread(unread, to);
      return;
    }
    for (Map.Entry<String, String> header : from) {
      String name = header.getKey();
      if (passes(name) && (named.isEmpty() || !named.contains(name.toLowerCase(Locale.ROOT)))) {
        to.add(name, header.getValue());
      }
    }
  }

  // Names stay the bytes that came: that saves a string for each, and its hash and bytes again.
  private void copyUnread(HttpHeaders from, MultiMap to) {
    Iterator<Map.Entry<CharSequence, CharSequence>> headers = from.iteratorCharSequence();
    while (headers.hasNext()) {
      Map.Entry<CharSequence, CharSequence> header = headers.next();
      if (header.getKey() instanceof AsciiString name) {
        Spelling spelling = spelling(name);
        if (spelling.passes) {
          to.add(spelling.name, header.getValue());
        }
      } else if (passes(header.getKey().toString())) {
        to.add(header.getKey(), header.getValue());
      }
    }
  }

  private Spelling spelling(AsciiString name) {
    int place = name.hashCode() & (PLACES - 1);
    Spelling known = spellings[place];
    if (known == null || !known.name.equals(name)) {
      known = new Spelling(name, passes(name.toString()));
      spellings[place] = known;
    }
    return known;
  }

  /** Whether a name passes, as far as it alone says. */
  boolean passes(String name) {
    String lower = name.toLowerCase(Locale.ROOT);
    return !OF_ONE_CONNECTION.contains(lower) && !dropped.test(lower);
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
    List<String> lines = headers.getAll(HttpHeaderNames.CONNECTION);
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
