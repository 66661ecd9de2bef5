package dev.headgate.gateway.forward;

import dev.headgate.gateway.config.Authorize.Source;
import dev.headgate.gateway.config.HostNames;
import dev.headgate.gateway.http.Problem;
import dev.headgate.gateway.http.ProblemException;
import io.vertx.core.MultiMap;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.net.HostAndPort;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The request that another proxy asks about, read from the one source that is believed. A fan can
 * send all of these headers: one that says something else than the source is refused, since the
 * shop, or a proxy on the way to it, may go by that one.
 *
 * @param target path and query as they came; the path is in canonical form
 * @param method the method
 * @param host the host it is for, as {@link HostNames} spells it; null where none was named
 */
record OriginalRequest(String target, String method, @Nullable String host) {
  /** The address where proxies ask; with anything below it. */
  static final String ADDRESS = "/authorize";

  private static final int LONGEST_METHOD = 32;
  private static final String METHOD_MARKS = "!#$%&'*+-.^_`|~";

  private static final Pattern HOST_AND_PORT =
      Pattern.compile("([\\w.-]{1,255}|\\[[0-9a-fA-F:.]{2,45}])(?::[0-9]{1,5})?");

  private enum Part {
    TARGET,
    METHOD,
    HOST
  }

  // The names of the sources, and those that frameworks and servers read in their place.
  private static final Map<String, Part> SAID =
      Map.of(
          "x-original-uri", Part.TARGET,
          "x-original-url", Part.TARGET,
          "x-rewrite-url", Part.TARGET,
          "x-forwarded-uri", Part.TARGET,
          "x-original-method", Part.METHOD,
          "x-forwarded-method", Part.METHOD,
          "x-original-host", Part.HOST,
          "x-forwarded-host", Part.HOST);

  /**
   * Reads it.
   *
   * @throws ProblemException with a 403, if the source does not say it once and clearly, or another
   *     header contradicts it
   */
  static OriginalRequest of(HttpServerRequest request, Source source) {
    MultiMap headers = request.headers();
    OriginalRequest original =
        switch (source) {
          case NGINX ->
              new OriginalRequest(
                  only(headers, "X-Original-URI"),
                  only(headers, "X-Original-Method"),
                  host(request));
          case FORWARDED ->
              new OriginalRequest(
                  only(headers, "X-Forwarded-Uri"),
                  only(headers, "X-Forwarded-Method"),
                  host(only(headers, "X-Forwarded-Host")));
          case ENVOY ->
              new OriginalRequest(
                  request.uri().substring(ADDRESS.length()),
                  request.method().name(),
                  host(request));
        };
    original.check();
    original.refuseOtherWords(headers);
    return original;
  }

  /** What is asked of the judge, by the credentials that came along. */
  Inquiry inquiry(MultiMap headers) {
    return new Inquiry(method, Screen.path(target), host, headers);
  }

  private void check() {
    if (!Screen.isTarget(target)) {
      throw refused("The path that is asked about is not in canonical form.");
    }
    if (!isMethod(method) || !Screen.isInCapitals(method)) {
      throw refused("The method that is asked about is none.");
    }
  }

  private void refuseOtherWords(MultiMap headers) {
    for (Map.Entry<String, String> header : headers) {
      String name = header.getKey();
      if (name.isEmpty() || (name.charAt(0) | 0x20) != 'x') {
        continue;
      }
      Part part = SAID.get(Sieve.plain(name.toLowerCase(Locale.ROOT)));
      if (part != null && !says(part, header.getValue())) {
        throw new ProblemException(
            Problem.of(
                403,
                "conflicting-request",
                "The request is described in two ways",
                name + " says something else than the source that is configured."));
      }
    }
  }

  private boolean says(Part part, String value) {
    return switch (part) {
      case TARGET -> value.equals(target);
      case METHOD -> value.equals(method);
      case HOST -> host != null && host.equals(hostIn(value));
    };
  }

  private static String only(MultiMap headers, String name) {
    List<String> values = headers.getAll(name);
    if (values.size() != 1) {
      throw refused("One " + name + " is expected.");
    }
    return values.get(0);
  }

  private static @Nullable String host(HttpServerRequest request) {
    HostAndPort authority = request.authority();
    return authority == null ? null : HostNames.plain(authority.host());
  }

  private static String host(String said) {
    String host = hostIn(said);
    if (host == null) {
      throw refused("The host that is asked about is none.");
    }
    return host;
  }

  private static @Nullable String hostIn(String text) {
    Matcher host = HOST_AND_PORT.matcher(text);
    return host.matches() ? HostNames.plain(host.group(1)) : null;
  }

  private static boolean isMethod(String text) {
    return !text.isEmpty()
        && text.length() <= LONGEST_METHOD
        && text.chars().allMatch(OriginalRequest::isMethodCharacter);
  }

  // RFC 9110, 5.6.2.
  private static boolean isMethodCharacter(int c) {
    return (c >= 'a' && c <= 'z')
        || (c >= 'A' && c <= 'Z')
        || (c >= '0' && c <= '9')
        || METHOD_MARKS.indexOf(c) >= 0;
  }

  private static ProblemException refused(String detail) {
    return new ProblemException(Problem.of(403, "bad-request", "The request is malformed", detail));
  }
}
