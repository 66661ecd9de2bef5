package dev.headgate.gateway.preview;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import dev.headgate.gateway.config.EventSettings;
import dev.headgate.gateway.config.GatewayConfig;
import dev.headgate.gateway.page.QueuePage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Reads how pages look, again whenever the configuration file or one that it names has another
 * content. All of it blocks, and is used by one thread at a time.
 */
final class Looks {
  private static final String EXAMPLE = "City v. United: the Derby";

  private final Path file;
  private final @Nullable String theme;
  private final @Nullable String event;
  private List<Path> named = List.of();
  private List<String> seen = List.of();

  Looks(Preview.Parts parts) {
    file = parts.config();
    theme = parts.theme();
    event = parts.event();
  }

  /**
   * The look, if the files are not as they were last time.
   *
   * @throws dev.headgate.gateway.config.InvalidConfigException when the configuration cannot be
   *     used
   * @throws IllegalArgumentException when it has no such event or theme
   */
  synchronized Optional<Look> changed() {
    String text = content(file);
    if (contents(text).equals(seen) || isBeingWritten(text)) {
      return Optional.empty();
    }
    seen = contents(text);
    GatewayConfig config =
        text.isEmpty()
            ? GatewayConfig.load(file)
            : GatewayConfig.parse(file, text.getBytes(ISO_8859_1));
    // What is seen is never newer than what is then read.
    named = List.of();
    seen = contents(text);
    return Optional.of(look(config));
  }

  /** Editors empty a file first, and nobody means every default by that. */
  private boolean isBeingWritten(String text) {
    return !seen.isEmpty() && text.isEmpty();
  }

  private Look look(GatewayConfig config) {
    String title = settings(config).map(EventSettings::title).orElse(EXAMPLE);
    return new Look(QueuePage.bundled(), config.headers(), title, theme);
  }

  private Optional<EventSettings> settings(GatewayConfig config) {
    Map<String, EventSettings> events = new TreeMap<>(config.events());
    if (event != null && !events.containsKey(event)) {
      throw new IllegalArgumentException(
          "--event: " + event + " (expected: one of " + events.keySet() + ")");
    }
    return event == null
        ? events.values().stream().findFirst()
        : Optional.ofNullable(events.get(event));
  }

  private List<String> contents(String text) {
    List<String> contents = new ArrayList<>();
    contents.add(text);
    for (Path one : named) {
      contents.add(content(one));
    }
    return contents;
  }

  /** As many characters as bytes; none of a file that is missing, or being replaced. */
  private static String content(Path one) {
    try {
      return Files.readString(one, ISO_8859_1);
    } catch (IOException unreadable) {
      return "";
    }
  }
}
