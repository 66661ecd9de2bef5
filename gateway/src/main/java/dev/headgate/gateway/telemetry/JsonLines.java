package dev.headgate.gateway.telemetry;

import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.IThrowableProxy;
import ch.qos.logback.classic.spi.ThrowableProxyUtil;
import ch.qos.logback.core.encoder.EncoderBase;
import dev.headgate.gateway.trace.Span;
import dev.headgate.gateway.trace.Spans;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.slf4j.event.KeyValuePair;

/**
 * Log lines as JSON objects, one a line: {@code time, level, logger, thread, message}, and where
 * there are any {@code traceId}, {@code spanId}, {@code exception} and {@code fields}. Named in
 * logback.xml, so it is public.
 */
public final class JsonLines extends EncoderBase<ILoggingEvent> {
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSS'Z'", Locale.ROOT)
          .withZone(ZoneOffset.UTC);
  private static final int FIRST_PRINTABLE = 0x20;
  private static final int DELETE = 0x7f;
  private static final int LAST_CONTROL = 0x9f;

  /** Made by logback. */
  public JsonLines() {}

  @Override
  public byte[] encode(ILoggingEvent event) {
    StringBuilder line = new StringBuilder(256).append('{');
    put(line, "time", TIME.format(Instant.ofEpochMilli(event.getTimeStamp())));
    put(line, "level", event.getLevel().toString());
    put(line, "logger", event.getLoggerName());
    put(line, "thread", event.getThreadName());
    put(line, "message", event.getFormattedMessage());
    Span span = Spans.current();
    if (span.recorded()) {
      put(line, "traceId", span.traceId());
      put(line, "spanId", span.id());
    }
    IThrowableProxy thrown = event.getThrowableProxy();
    if (thrown != null) {
      put(line, "exception", ThrowableProxyUtil.asString(thrown));
    }
    putFields(line, event);
    return line.append("}\n").toString().getBytes(StandardCharsets.UTF_8);
  }

  /** What stands beside the message, in an object of its own: no name there can be one of ours. */
  private static void putFields(StringBuilder line, ILoggingEvent event) {
    StringBuilder fields = new StringBuilder();
    List<KeyValuePair> pairs = event.getKeyValuePairs();
    if (pairs != null) {
      pairs.forEach(pair -> put(fields, pair.key, String.valueOf(pair.value)));
    }
    if (fields.length() > 0) {
      line.append(",\"fields\":{").append(fields).append('}');
    }
  }

  private static void put(StringBuilder object, String name, @Nullable String value) {
    int length = object.length();
    if (length > 0 && object.charAt(length - 1) != '{') {
      object.append(',');
    }
    quote(object, name);
    object.append(':');
    quote(object, String.valueOf(value));
  }

  private static void quote(StringBuilder out, String text) {
    out.append('"');
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '"' || c == '\\') {
        out.append('\\').append(c);
      } else if (isPlain(text, i)) {
        out.append(c);
      } else {
        out.append(String.format(Locale.ROOT, "\\u%04x", (int) c));
      }
    }
    out.append('"');
  }

  /**
   * Whatever some reader takes for the end of a line or for an order to a terminal is not plain.
   */
  private static boolean isPlain(String text, int i) {
    char c = text.charAt(i);
    boolean control = c < FIRST_PRINTABLE || (c >= DELETE && c <= LAST_CONTROL);
    return !control && c != 0x2028 && c != 0x2029 && !isAlone(text, i);
  }

  /** Half of a pair has no form in UTF-8. */
  private static boolean isAlone(String text, int i) {
    char c = text.charAt(i);
    if (Character.isHighSurrogate(c)) {
      return i + 1 == text.length() || !Character.isLowSurrogate(text.charAt(i + 1));
    }
    return Character.isLowSurrogate(c)
        && (i == 0 || !Character.isHighSurrogate(text.charAt(i - 1)));
  }

  @Override
  public byte[] headerBytes() {
    return new byte[0];
  }

  @Override
  public byte[] footerBytes() {
    return new byte[0];
  }
}
