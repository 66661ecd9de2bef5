package dev.headgate.gateway.page;

import dev.headgate.gateway.config.InvalidConfigException;
import dev.headgate.gateway.config.Pages;
import dev.headgate.gateway.http.AcceptLanguage;
import io.vertx.core.buffer.Buffer;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The queue page: one document in each look and language, and its few assets, all held in memory.
 */
public interface QueuePage {

  /** The page that comes with the gateway, in its usual look. Safe for use from any thread. */
  static QueuePage bundled() {
    return of(Pages.usual());
  }

  /**
   * The page in every look that is configured. Reads the themes' files, which blocks. Safe for use
   * from any thread.
   *
   * @throws InvalidConfigException names everything that is wrong with a theme, with the line
   */
  static QueuePage of(Pages pages) {
    return new BundledPage(pages);
  }

  /** The content security policy the document needs, without a word about frames. */
  String contentSecurityPolicy();

  /**
   * The language that the document is given in.
   *
   * @param byHand the one that the reader chose, which counts where it is one of the page's
   */
  String language(AcceptLanguage wanted, @Nullable String byHand);

  /**
   * The document for one event. It names no fan, so that anyone may cache it.
   *
   * @param language one that {@link #language} gave
   */
  Buffer document(Shown shown, String language);

  /**
   * What one fan sees without scripts. It is nobody else's, and names their place.
   *
   * @param language one that {@link #language} gave
   */
  Buffer plain(PlainPage shown, String language);

  /** An asset by the part of its address after {@code /queue/-/}, which holds its hash. */
  Optional<Asset> asset(String name);

  /**
   * What a document shows of its event.
   *
   * @param title what fans read
   * @param keyRequired whether the event gives places to holders of a key only; a page that was not
   *     told so finds out when it joins
   * @param theme the look by its name; null, or one that is not known here, means the
   *     configuration's
   * @param way what the links and forms of fans without scripts carry on
   */
  record Shown(String event, String title, boolean keyRequired, @Nullable String theme, Way way) {

    public Shown(String event, String title, boolean keyRequired, @Nullable String theme) {
      this(event, title, keyRequired, theme, Way.STRAIGHT);
    }

    /** The same shown in the place of another page, to which the way leads back. */
    public Shown from(String address) {
      return by(new Way(address, way.entry()));
    }

    /** The same shown to somebody who goes that way. */
    public Shown by(Way next) {
      return new Shown(event, title, keyRequired, theme, next);
    }
  }

  /** One immutable asset. */
  record Asset(String contentType, Buffer bytes) {

    /** Whether compressing it is worth the while. */
    public boolean shrinks() {
      return !contentType.equals("image/png") && !contentType.equals("image/webp");
    }
  }
}
