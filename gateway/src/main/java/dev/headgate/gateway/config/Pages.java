package dev.headgate.gateway.config;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * How queue pages look.
 *
 * @param theme the look of events that choose none; null means the usual one
 * @param themes what there is to choose, by name
 * @param lines where all that stands
 */
public record Pages(@Nullable String theme, Map<String, Theme> themes, FileLines lines) {

  public Pages {
    themes = Map.copyOf(themes);
  }

  /** Nothing out of the ordinary. */
  public static Pages usual() {
    return new Pages(null, Map.of(), FileLines.none());
  }

  /**
   * Refuses settings of an event that choose a theme which there is not.
   *
   * @throws InvalidSettingsException names the field and what may be chosen
   */
  public void check(EventSettings settings) {
    fault(settings.theme())
        .ifPresent(
            fault -> {
              throw new InvalidSettingsException(List.of(fault));
            });
  }

  /** What is wrong with a theme that somebody chooses: text for which there is none. */
  public Optional<FieldError> fault(@Nullable Object theme) {
    return theme instanceof String chosen && !themes.containsKey(chosen)
        ? Optional.of(
            new FieldError("theme", Fields.shown(chosen) + " (expected: " + expected() + ")"))
        : Optional.empty();
  }

  String expected() {
    return themes.isEmpty()
        ? "null: the configuration has no themes"
        : "null or one of " + String.join(", ", new TreeSet<>(themes.keySet()));
  }
}
