package dev.headgate.quickstart;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads a page of documentation as a script: requests, what they are answered, and directions. */
final class Guide {
  private static final String FENCE = "```";
  private static final Pattern DIRECTION = Pattern.compile("<!-- (.+) -->");
  private static final Pattern CALL =
      Pattern.compile("(GET|HEAD|POST|PUT|PATCH|DELETE) ([/{][^ ]*)");
  private static final Pattern STATUS = Pattern.compile("HTTP/1\\.1 ([1-5][0-9]{2})");

  private final List<Step> steps = new ArrayList<>();
  private @Nullable Request asked;
  private int line;

  private Guide() {}

  /** What happens next. */
  sealed interface Step permits Direction, Exchange {}

  /** What others do meanwhile, in the words of a comment on the page. */
  record Direction(String words) implements Step {}

  /** A request and its answer. */
  record Exchange(Request request, Shown answer) implements Step {}

  /**
   * A request as it is shown, with the names of what has to be put in.
   *
   * @param line of the page, from 1
   */
  record Request(
      int line, String method, String target, Map<String, String> headers, String body) {}

  /** An answer as it is shown. */
  record Shown(int status, Map<String, String> headers, String body) {}

  /**
   * The steps of a page.
   *
   * @throws IllegalArgumentException when a block is neither a request nor the answer to one
   */
  static List<Step> steps(List<String> page) {
    Guide guide = new Guide();
    guide.read(page.iterator());
    return List.copyOf(guide.steps);
  }

  private void read(Iterator<String> lines) {
    while (lines.hasNext()) {
      String text = next(lines);
      Matcher direction = DIRECTION.matcher(text);
      if (text.startsWith(FENCE)) {
        require(text.equals(FENCE + "http"), text + " (expected: ```http)");
        block(lines);
      } else if (direction.matches()) {
        steps.add(new Direction(direction.group(1)));
      }
    }
    require(asked == null, "a request without an answer");
  }

  private String next(Iterator<String> lines) {
    line++;
    return lines.next();
  }

  private void block(Iterator<String> lines) {
    int at = line + 1;
    List<String> block = new ArrayList<>();
    for (String text = next(lines); !text.equals(FENCE); text = next(lines)) {
      block.add(text);
      require(lines.hasNext(), "a block without an end");
    }
    require(!block.isEmpty(), "an empty block");
    Map<String, String> headers = new LinkedHashMap<>();
    String body = split(block, headers);
    Matcher call = CALL.matcher(block.get(0));
    Matcher status = STATUS.matcher(block.get(0));
    Request before = asked;
    if (call.matches() && before == null) {
      asked = new Request(at, call.group(1), call.group(2), headers, body);
    } else if (status.matches() && before != null) {
      Shown shown = new Shown(Integer.parseInt(status.group(1)), headers, body);
      steps.add(new Exchange(before, shown));
      asked = null;
    } else {
      require(false, block.get(0) + " (expected: a request, then its answer)");
    }
  }

  /** The headers of a block; what is behind them is its body. */
  private String split(List<String> block, Map<String, String> headers) {
    int end = block.contains("") ? block.indexOf("") : block.size();
    for (String header : block.subList(1, end)) {
      int colon = header.indexOf(": ");
      require(colon > 0, header + " (expected: a header)");
      headers.put(header.substring(0, colon), header.substring(colon + 2));
    }
    return String.join("\n", block.subList(Math.min(end + 1, block.size()), block.size())).strip();
  }

  private void require(boolean holds, String what) {
    if (!holds) {
      throw new IllegalArgumentException("line " + line + ": " + what);
    }
  }
}
