package dev.headgate.booking.notice;

import io.vertx.ext.mail.SMTPException;
import java.util.Set;

/** Why a try failed: for the log without what a mail server wrote, which may name an address. */
final class Reason {
  private static final Set<Integer> ABOUT_US = Set.of(530, 534, 535, 538);
  private static final int PERMANENT = 500;

  private Reason() {}

  static String forLog(Throwable cause) {
    if (cause instanceof SMTPException smtp) {
      return "the mail server answered " + smtp.getReplyCode();
    }
    return cause instanceof NeverException
        ? String.valueOf(cause.getMessage())
        : cause.getClass().getSimpleName();
  }

  static String forRow(Throwable cause) {
    return cause instanceof SMTPException smtp
        ? String.valueOf(smtp.getReplyMessage())
        : forLog(cause);
  }

  /** Whether the server said that it will not take this message, rather than not now. */
  static boolean isRefusal(Throwable cause) {
    // A login that is refused says nothing about the message.
    return cause instanceof SMTPException smtp
        && smtp.getReplyCode() >= PERMANENT
        && !ABOUT_US.contains(smtp.getReplyCode());
  }
}
