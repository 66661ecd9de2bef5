package dev.headgate.gateway;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.slf4j.LoggerFactory;

/** What one class has logged while this is open. */
final class LoggedLines implements AutoCloseable {
  private final List<String> lines = new CopyOnWriteArrayList<>();
  private final Logger logger;
  private final AppenderBase<ILoggingEvent> appender =
      new AppenderBase<>() {
        @Override
        protected void append(ILoggingEvent event) {
          lines.add(event.getLevel() + " " + event.getFormattedMessage());
        }
      };

  LoggedLines(Class<?> of) {
    logger = (Logger) LoggerFactory.getLogger(of);
    appender.start();
    logger.addAppender(appender);
  }

  List<String> lines() {
    return lines;
  }

  long count(String part) {
    return lines.stream().filter(line -> line.contains(part)).count();
  }

  @Override
  public void close() {
    logger.detachAppender(appender);
  }
}
