package dev.headgate.booking.notice;

import dev.headgate.booking.config.ShopConfig;
import java.time.Duration;

/** What messages are made of, and how long and how fast they are tried. */
record Rules(Notices.Sources sources, ShopConfig.Notices settings, Pace pace) {

  /** After this a message of this kind is of no use any more. */
  Duration usefulFor(Due due) {
    return due.isCode() ? sources.codeLifetime() : settings.giveUpAfter();
  }
}
