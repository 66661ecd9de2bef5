package dev.headgate.booking.http;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The trace that a request is a part of, as who sent it says in {@code traceparent} (W3C Trace
 * Context). What is not of that form says nothing, so nothing else of a client's gets into the log.
 */
final class TraceParent {
  private static final Pattern FORM =
      Pattern.compile(
          "(?!ff)[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}");

  private TraceParent() {}

  /** The id of the trace in 32 hexadecimal digits; empty where there is none. */
  static String traceId(@Nullable String header) {
    if (header == null) {
      return "";
    }
    Matcher parts = FORM.matcher(header);
    return parts.matches() ? parts.group(1) : "";
  }
}
