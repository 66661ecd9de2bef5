package dev.headgate.quickstart;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.encoder.PatternLayoutEncoder;
import ch.qos.logback.classic.joran.JoranConfigurator;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.LoggingEvent;
import ch.qos.logback.core.ConsoleAppender;
import ch.qos.logback.core.joran.spi.JoranException;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** What the demo's lines look like. */
class DemoLogTest {

  @Test
  void aLineHasItsTraceWhereAGatewaysHasItAndNothingWhereThereIsNone() throws JoranException {
    Logger root = configured().getLogger("ROOT");
    ConsoleAppender<ILoggingEvent> stderr =
        (ConsoleAppender<ILoggingEvent>) Objects.requireNonNull(root.getAppender("STDERR"));
    PatternLayoutEncoder encoder = (PatternLayoutEncoder) stderr.getEncoder();
    assertTrue(encoder.getPattern().contains(" %trace%replace(%msg)"), encoder.getPattern());
    LoggingEvent event = new LoggingEvent("", root, Level.INFO, "one\ntwo", null, null);
    String line = new String(encoder.encode(event), StandardCharsets.UTF_8);
    assertEquals("INFO  ROOT one two\n", line.substring("10:00:00.000 ".length()));
  }

  private static LoggerContext configured() throws JoranException {
    LoggerContext context = new LoggerContext();
    JoranConfigurator configurator = new JoranConfigurator();
    configurator.setContext(context);
    configurator.doConfigure(
        Objects.requireNonNull(
            DemoLogTest.class.getResource("/dev/headgate/quickstart/logback.xml")));
    return context;
  }
}
