package dev.headgate.booking.notice;

import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import org.jspecify.annotations.Nullable;

/** A way to send e-mail. */
interface Mailer {

  /** Hands the mail over. Fails with what the server said. */
  Future<Void> send(Mail mail);

  /** Hangs up. */
  Future<Void> close();

  /**
   * An e-mail.
   *
   * @param to an address that {@link Address} has checked
   * @param tickets a PDF to attach; null attaches nothing
   */
  record Mail(Due due, String to, Letter letter, @Nullable Buffer tickets) {}
}
