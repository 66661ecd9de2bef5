package dev.headgate.gateway.page;

import com.samskivert.mustache.BasicCollector;
import com.samskivert.mustache.Mustache;
import com.samskivert.mustache.MustacheException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A whole page of an operator's own: a Mustache template of texts and of parts of the usual page.
 * It sees one flat map, has neither partials nor lambdas, and is run at the start alone: what is
 * left for each event to fill in are gaps.
 */
final class OwnPage {
  // Noncharacters, as of gaps: a value says its name in front until it is escaped, a part until the
  // end, so that a value that was not escaped is found out, and so is a part that was.
  private static final String VALUE = "\uFDD2";
  private static final String NAMED = "\uFDD3";
  private static final String PART = "\uFDD4";
  private static final String PART_END = "\uFDD5";
  private static final Pattern MARK =
      Pattern.compile(PART + "[^" + NAMED + "]*" + NAMED + "|" + PART_END);
  private static final Pattern UNESCAPED = Pattern.compile(VALUE + "([^" + NAMED + "]*)" + NAMED);

  private final String source;
  private final com.samskivert.mustache.Template compiled;

  /**
   * Reads one.
   *
   * @throws IllegalArgumentException when it is no template, or wants what no page may have
   */
  OwnPage(String source) {
    this.source = source;
    try {
      compiled =
          Mustache.compiler()
              .withCollector(new Flat())
              .withEscaper(OwnPage::escaped)
              .withLoader(
                  name -> {
                    throw new IllegalArgumentException(name);
                  })
              .emptyStringIsFalse(true)
              .compile(source);
    } catch (MustacheException malformed) {
      throw new IllegalArgumentException(
          "no template: " + malformed.getMessage() + " (expected: Mustache)", malformed);
    } catch (StackOverflowError nested) {
      throw tooDeep(nested);
    }
  }

  /**
   * The page in one language, with gaps left.
   *
   * @throws IllegalArgumentException names everything that it lacks, or has and may not
   */
  String page(Document.Spoken usual) {
    String run = run(usual);
    Matcher unescaped = UNESCAPED.matcher(run);
    if (unescaped.find()) {
      throw new IllegalArgumentException(
          "line %d: {{{%s}}} is not escaped (expected: two braces)"
              .formatted(lineOf(unescaped.group(1)), unescaped.group(1)));
    }
    List<OwnPageRules.Span> parts = new ArrayList<>();
    String page = unmarked(run, parts);
    List<String> faults = OwnPageRules.faults(usual, page, parts);
    if (!faults.isEmpty()) {
      throw new IllegalArgumentException(String.join("; ", faults));
    }
    return page;
  }

  private String run(Document.Spoken usual) {
    Map<String, String> variables = new HashMap<>();
    usual.values().forEach((name, value) -> variables.put(name, marked(name, value)));
    usual
        .parts()
        .forEach((name, html) -> variables.put(name, PART + name + NAMED + html + PART_END));
    try {
      checkNames(usual);
      return compiled.execute(variables);
    } catch (MustacheException failed) {
      throw new IllegalArgumentException(failed.getMessage() + " (expected: Mustache)", failed);
    } catch (StackOverflowError nested) {
      throw tooDeep(nested);
    }
  }

  // Sections are followed by recursion, by the compiler and by what it makes; no page that somebody
  // wrote has them this deep.
  private static IllegalArgumentException tooDeep(StackOverflowError nested) {
    return new IllegalArgumentException(
        "sections in sections, too many to follow (expected: a few)", nested);
  }

  /** The page itself; notes where in it parts of the usual page stand. */
  private static String unmarked(String run, List<OwnPageRules.Span> parts) {
    StringBuilder page = new StringBuilder(run.length());
    Matcher mark = MARK.matcher(run);
    int start = 0;
    while (mark.find()) {
      mark.appendReplacement(page, "");
      if (mark.group().equals(PART_END)) {
        parts.add(new OwnPageRules.Span(start, page.length()));
      } else {
        start = page.length();
      }
    }
    return mark.appendTail(page).toString();
  }

  /** Nothing stays empty, so that a section shows what there is something to show of. */
  private static String marked(String name, String value) {
    return value.isEmpty() ? "" : VALUE + name + NAMED + value;
  }

  private static String escaped(String value) {
    if (value.startsWith(PART)) {
      String name = value.substring(1, value.indexOf(NAMED));
      throw new IllegalArgumentException(
          "{{" + name + "}} is a part of the page (expected: three braces)");
    }
    return Template.escaped(value.substring(value.indexOf(NAMED) + 1));
  }

  private void checkNames(Document.Spoken usual) {
    Names names = new Names();
    compiled.visit(names);
    if (names.open) {
      throw new IllegalArgumentException("{{ without an end (expected: Mustache)");
    }
    if (!names.others.isEmpty()) {
      throw new IllegalArgumentException(
          "other templates: " + names.others + " (expected: one file with the whole page)");
    }
    Set<String> unknown = new TreeSet<>(names.used);
    unknown.removeAll(usual.values().keySet());
    unknown.removeAll(usual.parts().keySet());
    if (!unknown.isEmpty()) {
      String first = unknown.iterator().next();
      throw new IllegalArgumentException(
          "line %d: {{%s}} is unknown (expected: a text without values, or one of %s)"
              .formatted(lineOf(first), first, known(usual)));
    }
  }

  private static Set<String> known(Document.Spoken usual) {
    Set<String> known = new TreeSet<>(usual.parts().keySet());
    usual.values().keySet().stream().filter(name -> !name.contains(".")).forEach(known::add);
    return known;
  }

  /** Where a tag of that name stands first; 1 when it is not to be seen. */
  private int lineOf(String name) {
    Matcher tag = Pattern.compile("[{#^&\\s]" + Pattern.quote(name) + "[\\s}]").matcher(source);
    return tag.find()
        ? 1 + (int) source.chars().limit(tag.start()).filter(c -> c == '\n').count()
        : 1;
  }

  /** All names that a template uses. */
  private static final class Names implements Mustache.Visitor {
    private final Set<String> used = new HashSet<>();
    private final Set<String> others = new TreeSet<>();
    private boolean open;

    @Override
    public void visitText(String text) {
      open |= text.contains("{{");
    }

    @Override
    public void visitVariable(String name) {
      used.add(name);
    }

    @Override
    public boolean visitInclude(String name) {
      others.add(name);
      return false;
    }

    @Override
    public boolean visitParent(String name) {
      others.add(name);
      return false;
    }

    @Override
    public boolean visitBlock(String name) {
      others.add(name);
      return false;
    }

    @Override
    public boolean visitSection(String name) {
      used.add(name);
      return true;
    }

    @Override
    public boolean visitInvertedSection(String name) {
      used.add(name);
      return true;
    }
  }

  /** Finds what is in a map, and nothing in any other object. */
  private static final class Flat extends BasicCollector {
    @Override
    public Mustache.@Nullable VariableFetcher createFetcher(Object from, String name) {
      return from instanceof Map ? super.createFetcher(from, name) : null;
    }

    @Override
    public <K, V> Map<K, V> createFetcherCache() {
      return new ConcurrentHashMap<>();
    }
  }
}
