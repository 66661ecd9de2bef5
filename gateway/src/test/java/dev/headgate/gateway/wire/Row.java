package dev.headgate.gateway.wire;

import java.util.HashSet;
import java.util.Set;

/**
 * One request of the tables, and what is right to become of it.
 *
 * @param family the table it is from
 * @param name what it is
 * @param statuses the answers that are right
 * @param words what else is expected of it
 * @param request its bytes, a character each
 */
record Row(String family, String name, Set<Integer> statuses, Set<String> words, String request) {

  /** Reads the first column: statuses, then words. */
  static Row of(String family, String name, String expected, String request) {
    Set<Integer> statuses = new HashSet<>();
    Set<String> words = new HashSet<>();
    for (String word : expected.trim().split(" ", -1)) {
      if (!word.matches("[0-9/-]+")) {
        words.add(known(word));
        continue;
      }
      for (String status : word.split("/", -1)) {
        if (status.equals("-")) {
          words.add("-");
        } else {
          statuses.add(Integer.parseInt(status));
        }
      }
    }
    return new Row(family, name, Set.copyOf(statuses), Set.copyOf(words), request);
  }

  private static String known(String word) {
    if (!Set.of("shop", "closes", "keeps", "eof").contains(word)) {
      throw new IllegalArgumentException("expected: " + word);
    }
    return word;
  }

  /** Whether the shop may hear of it. */
  boolean shop() {
    return words.contains("shop");
  }

  /** Whether an end without an answer is right. */
  boolean maybeSilent() {
    return words.contains("-");
  }

  boolean closes() {
    return words.contains("closes");
  }

  boolean keeps() {
    return words.contains("keeps");
  }

  /** Whether its sender ends in the middle of it. */
  boolean eof() {
    return words.contains("eof");
  }

  boolean isHead() {
    return request.startsWith("HEAD ");
  }

  @Override
  public String toString() {
    String shown = request.length() > 200 ? request.substring(0, 200) + "…" : request;
    return family + ": " + name + " [" + shown.replace("\r", "\\r").replace("\n", "\\n") + "]";
  }
}
