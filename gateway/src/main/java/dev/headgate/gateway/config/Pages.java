package dev.headgate.gateway.config;

import java.util.List;
import java.util.Map;
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
    String chosen = settings.theme();
    if (chosen != null && !themes.containsKey(chosen)) {
      throw new InvalidSettingsException(
          List.of(new FieldError("theme", chosen + " (expected: " + expected() + ")")));
    }
  }

  String expected() {
    return themes.isEmpty()
        ? "null: the configuration has no themes"
        : "null or one of " + String.join(", ", new TreeSet<>(themes.keySet()));
  }
}
