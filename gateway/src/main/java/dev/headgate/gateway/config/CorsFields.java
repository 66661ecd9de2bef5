package dev.headgate.gateway.config;

import java.net.URI;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads {@code cors} of a route. */
final class CorsFields {
  private static final FieldType<String> HEADER =
      FieldType.matching("[A-Za-z0-9!#$%&'*+.^_`|~-]{1,100}", "the name of a header");
  // No browser remembers longer than a day.
  private static final FieldType<Duration> MAX_AGE =
      FieldType.duration(Duration.ZERO, Duration.ofDays(1));

  private CorsFields() {}

  static @Nullable Cors read(Fields route) {
    if (route.isAbsent("cors")) {
      return null;
    }
    Fields cors = route.object("cors");
    Set<String> origins = new HashSet<>();
    int before = cors.errors().size();
    List<String> read = cors.list("origins", List.of(), entry -> origin(entry, origins));
    if (read.isEmpty() && cors.errors().size() == before) {
      cors.wrong("origins", "none", "at least one origin such as https://www.example");
    }
    List<String> headers = cors.list("headers", Cors.USUAL_HEADERS, entry -> entry.as(HEADER));
    Duration maxAge = cors.optional("maxAge", MAX_AGE, Cors.USUAL_MAX_AGE);
    cors.refuseUnknown();
    return new Cors(origins, headers, maxAge);
  }

  private static @Nullable String origin(Fields.Entry entry, Set<String> origins) {
    URI uri = entry.as(FieldType.origin());
    String origin = uri == null ? null : written(uri);
    if (origin != null && !origins.add(origin)) {
      entry.wrong("an origin that is not listed yet");
    }
    return origin;
  }

  /** As browsers write it. */
  private static String written(URI uri) {
    String scheme = uri.getScheme().toLowerCase(Locale.ROOT);
    int port = uri.getPort();
    int usual = scheme.equals("https") ? 443 : 80;
    return scheme
        + "://"
        + uri.getHost().toLowerCase(Locale.ROOT)
        + (port < 0 || port == usual ? "" : ":" + port);
  }
}
