package dev.headgate.gateway.operator;

import dev.headgate.gateway.http.Problem;
import dev.headgate.gateway.http.ProblemException;
import dev.headgate.gateway.queue.EventView;
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
  private static final Pattern LIST =
      Pattern.compile("\\s*(W/)?\"[^\"\\s]*\"\\s*(,\\s*(W/)?\"[^\"\\s]*\"\\s*)*");
  private static final Pattern VERSION = Pattern.compile("\"([0-9]{1,18})\"");

  /** Reads the header; null when there is none. */
  static @Nullable EntityTags parse(@Nullable String header) {
    if (header == null) {
      return null;
    }
    if (header.trim().equals("*")) {
      return new EntityTags(true, List.of());
    }
    if (!LIST.matcher(header).matches()) {
      throw new ProblemException(
          Problem.badRequest("If-Match: (expected: a version in quotes, such as \"7\")"));
    }
    // A weak tag never matches here, so it is left out with those that are no version at all.
    return new EntityTags(
        false,
        Stream.of(header.split(","))
            .map(tag -> VERSION.matcher(tag.trim()))
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
