package dev.headgate.booking.notice;

import io.vertx.core.Future;
import java.util.function.Consumer;

/** Writes to the log that a mail was due where there is no mail server; never its address. */
final class LogMailer implements Mailer {
  private final boolean logCodes;
  private final Consumer<String> log;

  LogMailer(boolean logCodes, Consumer<String> log) {
    this.logCodes = logCodes;
    this.log = log;
  }

  @Override
  public Future<Void> send(Mail mail) {
    if (logCodes && mail.due().isCode()) {
      log.accept("no mail server: " + mail.due() + ": " + OneLine.of(mail.letter().text()));
    } else {
      log.accept("no mail server: " + mail.due());
    }
    return Future.succeededFuture();
  }

  @Override
  public Future<Void> close() {
    return Future.succeededFuture();
  }
}
