package dev.headgate.booking.http;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Reads {@code Accept} and its relatives as far as the shop's choices go. */
final class Accepts {
  private Accepts() {}

  // What Java's URLConnection sends of its own accord, and its program knows nothing of.
  private static final String UNASKED = "text/html, image/gif, image/jpeg, *";

  /**
   * Whether HTML is liked better than JSON, which is what whoever says nothing gets. Where both are
   * liked alike, the one that is named counts; the gateway answers by the same rule.
   */
  static boolean prefersHtml(List<String> lines) {
    String accept =
        lines.stream().filter(line -> !line.startsWith(UNASKED)).collect(Collectors.joining(","));
    double html = weight(accept, "text/html", "text/*", "*/*", "*");
    double json =
        weight(accept, "application/json", "application/problem+json", "application/*", "*/*", "*");
    boolean htmlAlone =
        weight(accept, "text/html") > 0
            && !names(accept, "application/json")
            && !names(accept, "application/problem+json");
    return html > json || (html == json && htmlAlone);
  }

  private static boolean names(String header, String name) {
    return Stream.of(header.split(",", -1))
        .anyMatch(part -> part.split(";", -1)[0].trim().equalsIgnoreCase(name));
  }

  /** Whether a gzipped body may be sent. */
  static boolean gzip(@Nullable String acceptEncoding) {
    return acceptEncoding != null && weight(acceptEncoding, "gzip", "*") > 0;
  }

  /** The weight of the most precise of these names that is listed; 0 if none is. */
  private static double weight(String header, String... fromPrecise) {
    for (String name : fromPrecise) {
      for (String part : header.split(",", -1)) {
        String[] fields = part.split(";", -1);
        if (fields[0].trim().equalsIgnoreCase(name)) {
          return quality(fields);
        }
      }
    }
    return 0;
  }

  private static double quality(String[] fields) {
    for (int i = 1; i < fields.length; i++) {
      String field = fields[i].trim();
      if (field.startsWith("q=")) {
        try {
          double weight = Double.parseDouble(field.substring(2));
          return weight <= 1 ? weight : 0;
        } catch (NumberFormatException malformed) {
          return 0;
        }
      }
    }
    return 1;
  }

  /** Whether a client has this version already (weak comparison, RFC 9110). */
  static boolean matches(@Nullable String ifNoneMatch, String etag) {
    if (ifNoneMatch == null) {
      return false;
    }
    for (String candidate : ifNoneMatch.split(",", -1)) {
      String tag = candidate.trim();
      if (tag.equals("*") || opaque(tag).equals(opaque(etag))) {
        return true;
      }
    }
    return false;
  }

  private static String opaque(String tag) {
    return tag.startsWith("W/") ? tag.substring(2) : tag;
  }
}
