package dev.headgate.gateway.page;

import dev.headgate.gateway.page.QueuePage.Shown;
import io.vertx.core.buffer.Buffer;
import java.util.Map;

/** The page as one theme has it, by language. */
final class Look {
  private final Map<String, Template> templates;

  Look(Map<String, Template> templates) {
    this.templates = Map.copyOf(templates);
  }

  Buffer document(Shown shown, String language) {
    Template template = templates.get(language);
    if (template == null) {
      throw new IllegalArgumentException("language: " + language);
    }
    String dpop = shown.keyRequired() ? "required" : "";
    return Buffer.buffer(
        template.filled(Map.of("event", shown.event(), "title", shown.title(), "dpop", dpop)));
  }
}
