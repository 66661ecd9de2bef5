package dev.headgate.gateway.telemetry;

import ch.qos.logback.classic.pattern.ClassicConverter;
import ch.qos.logback.classic.spi.ILoggingEvent;
import dev.headgate.gateway.trace.Span;
import dev.headgate.gateway.trace.Spans;

/**
 * Which trace a line of text belongs to, such as {@code [trace 4bf9…] } with a space behind;
 * nothing where it is of none that is kept. Named in logback.xml, so it is public.
 */
public final class TraceWord extends ClassicConverter {

  /** Made by logback. */
  public TraceWord() {}

  @Override
  public String convert(ILoggingEvent event) {
    Span span = Spans.current();
    return span.recorded() ? "[trace " + span.traceId() + "] " : "";
  }
}
