package dev.headgate.gateway.wire;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The names in an expression of PromQL: its metrics, the labels that their selectors name with the
 * values they may have, and the labels it groups by. A reader of what stands in our files, not of
 * the whole language.
 */
final class PromqlNames {
  private static final Pattern TOKEN =
      Pattern.compile(
          "\"(?:[^\"\\\\]|\\\\.)*\"|'[^']*'|\\[[^\\]]*\\]|[a-zA-Z_:][a-zA-Z0-9_:]*"
              + "|[0-9.]+[a-z]*|=~|!~|!=|==|<=|>=|[{}(),=<>+*/^%-]");
  private static final Set<String> WORDS =
      Set.of("and", "or", "unless", "bool", "offset", "group_left", "group_right");
  private static final Set<String> LISTS = Set.of("by", "without", "on", "ignoring");

  /** By metric, the labels of its selectors, each with the values that it is held against. */
  final Map<String, Map<String, Set<String>>> selectors = new TreeMap<>();

  /** The labels that results are grouped or matched by. */
  final Set<String> grouping = new TreeSet<>();

  private final List<String> tokens = new ArrayList<>();
  private int at;

  private PromqlNames() {}

  static PromqlNames in(String expression) {
    PromqlNames names = new PromqlNames();
    Matcher matcher = TOKEN.matcher(expression);
    int end = 0;
    while (matcher.find()) {
      if (!expression.substring(end, matcher.start()).isBlank()) {
        throw new IllegalArgumentException("not understood: " + expression);
      }
      names.tokens.add(matcher.group());
      end = matcher.end();
    }
    names.read();
    return names;
  }

  private void read() {
    while (at < tokens.size()) {
      String token = tokens.get(at++);
      if (!Character.isLetter(token.charAt(0)) || WORDS.contains(token)) {
        continue;
      }
      if (LISTS.contains(token)) {
        list();
      } else if (!next().equals("(") && !LISTS.contains(next())) {
        selector(token);
      }
    }
  }

  private String next() {
    return at < tokens.size() ? tokens.get(at) : "";
  }

  private void list() {
    at++;
    while (!next().equals(")")) {
      if (!next().equals(",")) {
        grouping.add(next());
      }
      at++;
    }
    at++;
  }

  private void selector(String metric) {
    Map<String, Set<String>> labels = selectors.computeIfAbsent(metric, name -> new HashMap<>());
    if (!next().equals("{")) {
      return;
    }
    at++;
    while (!next().equals("}")) {
      String label = tokens.get(at);
      String value = tokens.get(at + 2);
      Set<String> values = labels.computeIfAbsent(label, name -> new TreeSet<>());
      values.addAll(List.of(value.substring(1, value.length() - 1).split("\\|", -1)));
      at += next().equals(",") ? 1 : 3;
      if (next().equals(",")) {
        at++;
      }
    }
    at++;
  }
}
