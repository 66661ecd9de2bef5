package dev.headgate.gateway.preview;

import dev.headgate.gateway.page.QueuePage;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The queue page in every state, as documents for a frame that is cut off from the page around it:
 * of an origin that is nobody's, with every answer inside. Nothing that runs in one, a theme's own
 * page included, sends or reads anything beyond the page's public assets.
 */
public interface FramedPages {

  /** Those of a gateway's page. Safe for use from any thread. */
  static FramedPages of(QueuePage page, InstantSource clock) {
    return new Frames(page, clock);
  }

  /** All states, in the order of a fan's way. */
  List<Group> groups();

  /** The tags of the languages that the page speaks, the usual one first. */
  List<String> languages();

  /** The document of a state; empty where there is no such state. */
  Optional<Document> document(String state, Draft draft);

  /** What documents load, by the part of its address after {@code /queue/-/}. */
  Optional<Asset> asset(String name);

  /** States under one heading. */
  record Group(String title, List<Shown> states) {}

  /**
   * A state that can be shown.
   *
   * @param state its name in the address
   * @param shows what it is, in words
   */
  record Shown(String state, String shows) {}

  /**
   * What an event that need not exist shows of itself.
   *
   * @param title null for an example
   * @param theme by its name; null for the configuration's
   * @param language a tag; null, or one that the page does not speak, for the usual one
   */
  record Draft(@Nullable String title, @Nullable String theme, @Nullable String language) {}

  /**
   * A document, to be sent with this policy and no other.
   *
   * @param policy the content security policy, which holds without the frame's attributes as well
   */
  record Document(String html, String policy) {}

  /**
   * An asset.
   *
   * @param lasting whether its name changes with its content
   */
  record Asset(QueuePage.Asset content, boolean lasting) {}
}
