package dev.headgate.gateway.telemetry;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.joran.JoranConfigurator;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.LoggingEvent;
import ch.qos.logback.core.ConsoleAppender;
import io.vertx.core.json.JsonObject;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.slf4j.event.KeyValuePair;

/** Log lines as JSON: one object a line, whatever is in it. */
class JsonLinesTest {
  private final LoggerContext context = new LoggerContext();

  private LoggingEvent event(String message, @Nullable Throwable thrown) {
    Logger logger = context.getLogger("dev.headgate.x");
    LoggingEvent event = new LoggingEvent("", logger, Level.WARN, message, thrown, null);
    event.setTimeStamp(1_764_583_323_417L);
    event.setThreadName("loop \"1\"");
    return event;
  }

  private static String line(LoggingEvent event) {
    String text = new String(new JsonLines().encode(event), StandardCharsets.UTF_8);
    assertTrue(text.endsWith("}\n"), text);
    String line = text.substring(0, text.length() - 1);
    assertTrue(
        line.codePoints().noneMatch(c -> Character.isISOControl(c) || c == 0x2028 || c == 0x2029),
        line);
    return line;
  }

  @Test
  void aLineSaysWhenWhoAndWhat() {
    JsonObject line = new JsonObject(line(event("drawn, 7 entrants", null)));
    assertEquals(
        new JsonObject()
            .put("time", "2025-12-01T10:02:03.417Z")
            .put("level", "WARN")
            .put("logger", "dev.headgate.x")
            .put("thread", "loop \"1\"")
            .put("message", "drawn, 7 entrants"),
        line);
  }

  @Test
  void whateverIsLoggedIsReadAsItWasAndIsOneLine() {
    Random random = new Random(7);
    for (int round = 0; round < 2_000; round++) {
      StringBuilder text = new StringBuilder("a\r\n{\"level\":\"ERROR\"}\u001b[31m");
      for (int i = 0; i < 20; i++) {
        int c = random.nextInt(random.nextBoolean() ? 0x110000 : 0x100);
        text.appendCodePoint(c >= 0xd800 && c <= 0xdfff ? 0x2028 : c);
      }
      JsonObject line = new JsonObject(line(event(text.toString(), null)));
      assertEquals(text.toString(), line.getString("message"));
      assertEquals("WARN", line.getString("level"));
    }
  }

  @Test
  void halfOfAPairIsWrittenAsWhatItIs() {
    String line = line(event("a\ud83dz\ude00", null));
    assertTrue(line.contains("a\\ud83dz\\ude00"), line);
    assertTrue(line(event("\ud83d\ude00", null)).contains("\ud83d\ude00"));
  }

  @Test
  void anExceptionIsAFieldWithItsTraceAndItsCauses() {
    Exception thrown = new IllegalStateException("why\nnot", new Exception("cause"));
    JsonObject line = new JsonObject(line(event("failed", thrown)));
    String exception = line.getString("exception");
    assertTrue(exception.startsWith("java.lang.IllegalStateException: why\nnot"), exception);
    assertTrue(exception.contains("Caused by: java.lang.Exception: cause"), exception);
    assertTrue(exception.contains("at "), exception);
  }

  @Test
  void whatStandsBesideTheMessageCannotPassForAFieldOfOurs() {
    LoggingEvent event = event("m", null);
    event.addKeyValuePair(new KeyValuePair("level", "ERROR"));
    event.addKeyValuePair(new KeyValuePair("a\"b", 7));
    JsonObject line = new JsonObject(line(event));
    assertEquals("WARN", line.getString("level"));
    assertEquals(
        new JsonObject().put("level", "ERROR").put("a\"b", "7"), line.getJsonObject("fields"));
  }

  @Test
  void aFormatIsChosenByAnEnvironmentVariable() throws Exception {
    assertEquals(Set.of("text"), appenders(null));
    assertEquals(Set.of("json"), appenders("json"));
  }

  private static Set<String> appenders(@Nullable String format) throws Exception {
    LoggerContext configured = new LoggerContext();
    if (format != null) {
      configured.putProperty("HEADGATE_LOG_FORMAT", format);
    }
    JoranConfigurator configurator = new JoranConfigurator();
    configurator.setContext(configured);
    configurator.doConfigure(
        Objects.requireNonNull(JsonLinesTest.class.getResource("/logback.xml")));
    Set<String> names = new TreeSet<>();
    configured
        .getLogger("ROOT")
        .iteratorForAppenders()
        .forEachRemaining(appender -> names.add(appender.getName()));
    for (String name : names) {
      ConsoleAppender<ILoggingEvent> appender =
          (ConsoleAppender<ILoggingEvent>)
              Objects.requireNonNull(configured.getLogger("ROOT").getAppender(name));
      boolean json = appender.getEncoder() instanceof JsonLines;
      assertEquals(name.equals("json"), json);
      assertFalse(appender.getEncoder() == null);
    }
    return names;
  }
}
