package dev.headgate.booking.notice;

import io.vertx.core.Future;

/** A way to send text messages to phones. */
interface TextMessages {

  /** Hands the text over. */
  Future<Void> send(Text text);

  /**
   * A text message.
   *
   * @param number that {@link Address} has checked
   */
  record Text(Due due, String number, String words) {}
}
