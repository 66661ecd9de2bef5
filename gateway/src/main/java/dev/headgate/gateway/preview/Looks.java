package dev.headgate.gateway.preview;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import dev.headgate.gateway.config.EventSettings;
import dev.headgate.gateway.config.GatewayConfig;
import dev.headgate.gateway.config.Pages;
import dev.headgate.gateway.config.Theme;
import dev.headgate.gateway.page.QueuePage;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Reads how pages look, again whenever the configuration file or one that it names has another
 * content. All of it blocks, and is used by one thread at a time.
 */
final class Looks {
  static final String EXAMPLE = "City v. United: the Derby";

  private static final int MOST_BYTES = 4 * 1024 * 1024;

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
    named = files(config.pages());
    seen = contents(text);
    return Optional.of(look(config));
  }

  /** Editors empty a file first, and nobody means every default by that. */
  private boolean isBeingWritten(String text) {
    return !seen.isEmpty() && text.isEmpty();
  }

  private static List<Path> files(Pages pages) {
    return pages.themes().values().stream()
        .flatMap(
            one ->
                Stream.of(
                    Optional.ofNullable(one.logo()).map(Theme.Logo::file),
                    Optional.ofNullable(one.stylesheet()),
                    Optional.ofNullable(one.template())))
        .flatMap(Optional::stream)
        .toList();
  }

  private Look look(GatewayConfig config) {
    Pages pages = config.pages();
    if (theme != null && !pages.themes().containsKey(theme)) {
      throw new IllegalArgumentException(
          "--theme: "
              + theme
              + " (expected: one of "
              + new TreeSet<>(pages.themes().keySet())
              + ")");
    }
    Optional<EventSettings> settings = settings(config);
    String title = settings.map(EventSettings::title).orElse(EXAMPLE);
    return new Look(QueuePage.of(pages), config.headers(), title, theme(pages, settings));
  }

  private @Nullable String theme(Pages pages, Optional<EventSettings> settings) {
    if (theme != null) {
      return theme;
    }
    String chosen = settings.isPresent() ? settings.get().theme() : null;
    return chosen == null ? pages.theme() : chosen;
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

  /**
   * As many characters as bytes; none of a file that is missing, or being replaced, or of what is
   * none and may never end. Where one goes on for longer, it is not one that can be used.
   */
  private static String content(Path one) {
    if (!Files.isRegularFile(one)) {
      return "";
    }
    try (InputStream in = Files.newInputStream(one)) {
      return new String(in.readNBytes(MOST_BYTES), ISO_8859_1);
    } catch (IOException unreadable) {
      return "";
    }
  }
}
