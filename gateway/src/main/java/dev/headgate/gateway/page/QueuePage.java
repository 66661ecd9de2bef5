package dev.headgate.gateway.page;

import io.vertx.core.buffer.Buffer;
import java.util.Optional;

/** The queue page: one document and its few assets, all held in memory. */
public interface QueuePage {

  /** The page that comes with the gateway. Safe for use from any thread. */
  static QueuePage bundled() {
    return new BundledPage();
  }

  /** The content security policy the document needs, without a word about frames. */
  String contentSecurityPolicy();

  /** The document for one event. It names no fan, so that anyone may cache it. */
  Buffer document(String event, String title);

  /**
   * The same.
   *
   * @param keyRequired whether the event gives places to holders of a key only; a page that was not
   *     told so finds out when it joins
   */
  default Buffer document(String event, String title, boolean keyRequired) {
    return document(event, title);
  }

  /** An asset by the part of its address after {@code /queue/-/}, which holds its hash. */
  Optional<Asset> asset(String name);

  /** One immutable asset. */
  record Asset(String contentType, Buffer bytes) {}
}
