package dev.headgate.gateway.page;

import dev.headgate.gateway.config.Palette;
import dev.headgate.gateway.config.Theme;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The style sheet of a theme: the usual one, its colours, and what it adds. */
final class ThemeSheet {
  private static final Pattern FROM_ELSEWHERE =
      Pattern.compile(
          "@import|url\\(\\s*+[\"']?+(?!data:)|image-set\\(|\\bsrc\\(", Pattern.CASE_INSENSITIVE);
  private static final String LOGO =
      """
      .logo {
        display: block;
        max-width: min(100%, 16rem);
        max-height: 4.5rem;
        margin-bottom: 1rem;
        object-fit: contain;
      }
      """;

  private ThemeSheet() {}

  static String of(String usual, Theme theme, String own) {
    return usual
        + "\n:root {"
        + colours(theme.light())
        + " }\n@media (prefers-color-scheme: dark) { :root {"
        + colours(theme.dark())
        + " } }\n"
        + (theme.logo() == null ? "" : LOGO)
        + own;
  }

  /**
   * A sheet of an operator's own.
   *
   * @throws IllegalArgumentException where it would load something, which the page's policy forbids
   */
  static String checked(String own) {
    Matcher loads = FROM_ELSEWHERE.matcher(StyleText.plain(own));
    if (loads.find()) {
      throw new IllegalArgumentException(
          loads.group()
              + " (expected: no @import, and no url() but of data:, in comments as well)");
    }
    return own;
  }

  private static String colours(Palette palette) {
    return " --ground: "
        + palette.ground()
        + "; --panel: "
        + palette.panel()
        + "; --edge: "
        + palette.edge()
        + "; --ink: "
        + palette.ink()
        + "; --soft: "
        + palette.soft()
        + "; --water: "
        + palette.accent()
        + "; --water-deep: "
        + palette.accentDeep()
        + "; --on-water: "
        + palette.onAccent()
        + "; --trough: "
        + palette.trough()
        + ";";
  }
}
