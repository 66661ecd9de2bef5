package dev.headgate.booking.notice;

import io.vertx.core.Future;
import java.util.function.Consumer;

/**
 * Writes to the log that a text message was due, for want of anybody who carries it. Its text stays
 * out of the log: it holds a code or an order's secret address.
 */
final class LogTextMessages implements TextMessages {
  private static final int SHOWN_DIGITS = 2;

  private final boolean logCodes;
  private final Consumer<String> log;

  LogTextMessages(boolean logCodes, Consumer<String> log) {
    this.logCodes = logCodes;
    this.log = log;
  }

  @Override
  public Future<Void> send(Text text) {
    String end = text.number().substring(text.number().length() - SHOWN_DIGITS);
    String line = "no text messages are sent: " + text.due() + " to ..." + end;
    log.accept(logCodes && text.due().isCode() ? line + ": " + text.words() : line);
    return Future.succeededFuture();
  }
}
