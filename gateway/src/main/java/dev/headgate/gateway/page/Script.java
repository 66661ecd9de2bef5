package dev.headgate.gateway.page;

import java.util.HashSet;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * One script out of the modules that an entry module imports, each once and before whatever uses
 * it, so that the page asks for one file. What remains of a module is its code: comments that fill
 * a line and indentation are left out.
 *
 * <p>The modules keep to what that needs: they import by {@code import { a, b } from "./c.js";} on
 * a line of its own and export in front of a declaration, no two of them have a top-level name in
 * common, and no text of theirs spans lines.
 */
final class Script {
  private static final Pattern IMPORT =
      Pattern.compile("import \\{ [\\w, ]+ \\} from \"\\./([\\w.-]+)\";");
  private static final Pattern EXPORT = Pattern.compile("export (?=async |function |const |let )");
  private static final Pattern COMMENT = Pattern.compile("//.*|/?\\*.*");

  private final UnaryOperator<String> source;
  private final Set<String> seen = new HashSet<>();
  private final StringBuilder out = new StringBuilder(32_768);

  private Script(UnaryOperator<String> source) {
    this.source = source;
  }

  /** The script that begins at a module, whose sources are found by name. */
  static String of(String entry, UnaryOperator<String> source) {
    Script script = new Script(source);
    script.add(entry);
    return script.out.toString();
  }

  private void add(String module) {
    if (!seen.add(module)) {
      return;
    }
    String text = source.apply(module);
    Matcher imports = IMPORT.matcher(text);
    while (imports.find()) {
      add(imports.group(1));
    }
    text.lines().map(String::strip).filter(Script::isCode).forEach(this::addLine);
  }

  private static boolean isCode(String line) {
    return !line.isEmpty() && !IMPORT.matcher(line).matches() && !COMMENT.matcher(line).matches();
  }

  private void addLine(String line) {
    Matcher export = EXPORT.matcher(line);
    out.append(export.lookingAt() ? line.substring(export.end()) : line).append('\n');
  }
}
