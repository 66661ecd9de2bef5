package dev.headgate.gateway.page;

import dev.headgate.gateway.page.QueuePage.Shown;
import io.vertx.core.buffer.Buffer;
import java.util.Map;

/** The page as one theme has it, by language. */
final class Look {
  private final Map<String, Template> templates;
  private final Map<String, PlainDocument> plain;

  /**
   * Looks so.
   *
   * @param templates of the page itself, by language
   * @param plain the pages of fans without scripts, by language
   */
  Look(Map<String, Template> templates, Map<String, PlainDocument> plain) {
    this.templates = Map.copyOf(templates);
    this.plain = Map.copyOf(plain);
  }

  Buffer document(Shown shown, String language) {
    Template template = templates.get(language);
    if (template == null) {
      throw new IllegalArgumentException("language: " + language);
    }
    String dpop = shown.keyRequired() ? "required" : "";
    String to = shown.way().query();
    return Buffer.buffer(
        template.filled(
            Map.of("event", shown.event(), "title", shown.title(), "dpop", dpop, "to", to)));
  }

  Buffer plain(PlainPage page, String language) {
    PlainDocument document = plain.get(language);
    if (document == null) {
      throw new IllegalArgumentException("language: " + language);
    }
    return Buffer.buffer(document.of(page));
  }
}
