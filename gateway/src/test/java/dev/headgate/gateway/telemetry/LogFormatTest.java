package dev.headgate.gateway.telemetry;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.joran.JoranConfigurator;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.LoggingEvent;
import ch.qos.logback.core.ConsoleAppender;
import ch.qos.logback.core.joran.spi.JoranException;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class LogFormatTest {

  @Test
  void whateverAClientSendsAnEventIsOneLine() throws JoranException {
    String line = logged("name: a\r\nERROR forged\u001b[31m", new Exception("why\nnot"));
    assertEquals(line.length() - 1, line.indexOf('\n'), line);
    assertTrue(line.substring(0, line.length() - 1).chars().noneMatch(Character::isISOControl));
    assertTrue(line.contains("name: a ERROR forged"), line);
    assertTrue(line.contains("java.lang.Exception: why"), line);
  }

  @Test
  void theLevelOfOurOwnLoggersIsAnEnvironmentVariable() throws JoranException {
    assertEquals(Level.INFO, configured(null).getLogger("dev.headgate").getEffectiveLevel());
    LoggerContext debug = configured("DEBUG");
    assertEquals(Level.DEBUG, debug.getLogger("dev.headgate.x").getEffectiveLevel());
    assertEquals(Level.INFO, debug.getLogger("io.netty").getEffectiveLevel());
  }

  private static String logged(String message, Throwable thrown) throws JoranException {
    Logger root = configured(null).getLogger("ROOT");
    ConsoleAppender<ILoggingEvent> stdout =
        (ConsoleAppender<ILoggingEvent>) Objects.requireNonNull(root.getAppender("text"));
    LoggingEvent event = new LoggingEvent("", root, Level.INFO, message, thrown, null);
    return new String(stdout.getEncoder().encode(event), StandardCharsets.UTF_8);
  }

  private static LoggerContext configured(@Nullable String level) throws JoranException {
    LoggerContext context = new LoggerContext();
    if (level != null) {
      context.putProperty("HEADGATE_LOG_LEVEL", level);
    }
    JoranConfigurator configurator = new JoranConfigurator();
    configurator.setContext(context);
    configurator.doConfigure(
        Objects.requireNonNull(LogFormatTest.class.getResource("/logback.xml")));
    return context;
  }
}
