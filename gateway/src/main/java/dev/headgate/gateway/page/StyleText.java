package dev.headgate.gateway.page;

import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Style sheets as browsers read them: {@code u\72l(} is {@code url(} (CSS Syntax 3, 4.3.7). */
final class StyleText {
  private static final Pattern ESCAPE =
      Pattern.compile("\\\\(?:([0-9A-Fa-f]{1,6})(?:\\r\\n|[ \\t\\r\\n\\f])?|(\\r\\n|[\\s\\S]))");

  /**
   * What escapes may stand for in a name; anything else that is escaped begins and ends nothing.
   */
  private static final String IN_NAMES = "[A-Za-z0-9_:-]";

  private static final String OTHER = "\uFFFD";

  private StyleText() {}

  /**
   * The text without escapes. Comments stay: where one begins takes the whole syntax to tell, and
   * what is looked for is not needed in them either.
   */
  static String plain(String sheet) {
    return ESCAPE.matcher(sheet).replaceAll(found -> Matcher.quoteReplacement(meant(found)));
  }

  private static String meant(MatchResult escape) {
    @Nullable String hex = escape.group(1);
    if (hex == null) {
      String itself = escape.group(2);
      return itself.matches("[\\r\\n\\f]+") ? "" : named(itself);
    }
    int point = Integer.parseInt(hex, 16);
    return point < 0x80 ? named(Character.toString(point)) : OTHER;
  }

  private static String named(String text) {
    return text.matches(IN_NAMES) ? text : OTHER;
  }
}
