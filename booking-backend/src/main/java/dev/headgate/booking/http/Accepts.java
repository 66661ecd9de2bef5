package dev.headgate.booking.http;

import org.jspecify.annotations.Nullable;

/** Reads {@code Accept} and its relatives as far as the shop's choices go. */
final class Accepts {
  private Accepts() {}

  /** Whether HTML is liked better than JSON. JSON is the default: it wins a draw. */
  static boolean prefersHtml(@Nullable String accept) {
    return accept != null
        && weight(accept, "text/html", "text/*", "*/*")
            > weight(accept, "application/json", "application/*", "*/*");
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
          return Double.parseDouble(field.substring(2));
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
