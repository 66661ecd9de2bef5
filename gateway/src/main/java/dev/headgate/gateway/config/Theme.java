package dev.headgate.gateway.config;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * How the queue page of an event looks; docs/themes.md says more.
 *
 * @param texts what it says otherwise than usual: messages by key, by language
 * @param stylesheet a file of rules that come behind the page's own, or null
 * @param template a file with the whole page, or null for the usual one
 */
public record Theme(
    Palette light,
    Palette dark,
    @Nullable Logo logo,
    Map<String, Map<String, String>> texts,
    List<Link> links,
    @Nullable Path stylesheet,
    @Nullable Path template) {

  public Theme {
    Map<String, Map<String, String>> copies = new LinkedHashMap<>();
    texts.forEach((language, messages) -> copies.put(language, Map.copyOf(messages)));
    texts = Map.copyOf(copies);
    links = List.copyOf(links);
  }

  /**
   * A picture at the head of the page.
   *
   * @param alt what it shows, in words, by language; English is there for the others
   */
  public record Logo(Path file, Map<String, String> alt) {
    public Logo {
      alt = Map.copyOf(alt);
    }
  }

  /**
   * A link at the foot of the page.
   *
   * @param label what it says, by language; English is there for the others
   * @param to an address of {@code http} or {@code https}, or a path of this host
   */
  public record Link(Map<String, String> label, String to) {
    public Link {
      label = Map.copyOf(label);
    }
  }
}
