package dev.headgate.gateway.operator;

import dev.headgate.gateway.http.Problem;
import dev.headgate.gateway.http.ProblemException;
import dev.headgate.gateway.queue.EventView;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The versions an {@code If-Match} header names (RFC 9110, 13.1.1).
 *
 * @param any whether it is {@code *}
 * @param versions those it names; tags that no version has are left out
 */
record EntityTags(boolean any, List<Long> versions) {
  private static final Pattern TAG = Pattern.compile("(W/)?\"[^\"\\s,]*\"");
  private static final Pattern VERSION = Pattern.compile("\"(0|[1-9][0-9]{0,17})\"");

  /** What a request names; null when nothing. Several lines are one list (RFC 9110, 5.3). */
  static @Nullable EntityTags in(HttpServerRequest request) {
    List<String> lines = request.headers().getAll(HttpHeaders.IF_MATCH);
    return lines.isEmpty() ? null : parse(String.join(",", lines));
  }

  private static EntityTags parse(String header) {
    if (header.trim().equals("*")) {
      return new EntityTags(true, List.of());
    }
    List<String> tags = Stream.of(header.split(",", -1)).map(String::trim).toList();
    if (!tags.stream().allMatch(tag -> TAG.matcher(tag).matches())) {
      throw new ProblemException(
          Problem.badRequest("If-Match: (expected: a version in quotes, such as \"7\")"));
    }
    // A weak tag never matches here, so it is left out with those that are no version at all.
    return new EntityTags(
        false,
        tags.stream()
            .map(VERSION::matcher)
            .filter(tag -> tag.matches())
            .map(tag -> Long.valueOf(tag.group(1)))
            .toList());
  }

  /**
   * The version a change is to be made from. Where the header names just one, it is that one and
   * the store decides: this gateway's view may be older than what the operator has read.
   */
  long version(EventView view) {
    if (any || versions.contains(view.version())) {
      return view.version();
    }
    return versions.size() == 1 ? versions.get(0) : NONE;
  }

  /** A version no settings have. */
  static final long NONE = -1;
}
